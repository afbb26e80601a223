package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;
import java.util.Objects;

/**
 * Landmarks by adaptive sampling (RK sec. 7, after Deshpande, Rademacher, Vempala and Wang 2006):
 * some at a time, with probabilities that follow what those before leave to explain.
 *
 * <p>Cost: by norms of features n m kernel values and n m^2 flops; by norms of columns n^2 / 2
 * kernel values for each batch, and the features of all rows in memory.
 *
 * @param batch landmarks at a time; 0 for a tenth of all
 * @param norm whose residual norms are the probabilities
 */
public record Adaptive(int batch, Norm norm) implements LandmarkSelector {

  public static final String NAME = "adaptive";

  /** Of what the squared norm of the residual is taken. */
  public enum Norm {
    /** The feature of the row: its distance from the span of the landmarks. */
    FEATURE,
    /** The column of the Gram matrix, as Kumar, Mohri and Talwalkar have it. */
    COLUMN
  }

  public Adaptive {
    Objects.requireNonNull(norm, "norm");
    if (batch < 0) {
      throw new IllegalArgumentException(
          NAME + ": batch = " + batch + " must be 1 or more, or 0 for a tenth of the landmarks");
    }
  }

  /** A tenth of the landmarks at a time, by norms of features. */
  public Adaptive() {
    this(0, Norm.FEATURE);
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).withUnusual("batch", batch, 0);
    return (norm == Norm.FEATURE ? spec : spec.with("norm", "column")).text();
  }
}
