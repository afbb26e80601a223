package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;

/**
 * Landmarks by adaptive sampling (RK section 7, after Deshpande, Rademacher, Vempala and Wang
 * 2006): some at a time, with probabilities that follow what those before leave to explain.
 *
 * <p>Cost: by norms of features n m kernel values and n m^2 flops; by norms of columns n^2 / 2
 * kernel values for each batch, and the features of all rows in memory.
 *
 * @param batch landmarks at a time; 0 for a tenth of all
 * @param columns whether the probabilities are residual norms of columns of the Gram matrix, as
 *     Kumar, Mohri and Talwalkar have it, or of the features of the rows: their distances from the
 *     span of the landmarks
 */
public record Adaptive(int batch, boolean columns) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "adaptive";

  public Adaptive {
    if (batch < 0) {
      throw new IllegalArgumentException(
          NAME + ": batch = " + batch + " must be 1 or more, or 0 for a tenth of the landmarks");
    }
  }

  /** A tenth of the landmarks at a time, by norms of features. */
  public Adaptive() {
    this(0, false);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).withUnusual("batch", batch, 0);
    return (columns ? spec.with("norm", "column") : spec).text();
  }
}
