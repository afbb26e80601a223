package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;

/**
 * Landmarks by sparse kernel feature analysis (Smola, Mangasarian and Scholkopf 1999; SK section
 * 5.2): the direction of largest variance among sum_i a_i phi(x_i) with sum |a_i| at most 1 is a
 * corner of that ball, one phi(x_i) alone; found, it is projected out of all phi, and again.
 *
 * <p>{@value #DEFAULT_CANDIDATES} candidates hold one of the best 5% of all rows with 95%
 * probability, which is the paper's own way to make it fast. Cost: n m (candidates + 1) kernel
 * values, n m^2 candidates flops; n m doubles for the residual.
 *
 * @param candidates rows looked at for each landmark
 */
public record FeatureAnalysis(int candidates) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "feature-analysis";

  /** Rows looked at for each point where no number is given. */
  public static final int DEFAULT_CANDIDATES = 59;

  public FeatureAnalysis {
    if (candidates < 1) {
      throw new IllegalArgumentException(
          NAME + ": candidates = " + candidates + "; look at 1 or more rows");
    }
  }

  /** With the usual number of candidates. */
  public FeatureAnalysis() {
    this(DEFAULT_CANDIDATES);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).withUnusual("candidates", candidates, DEFAULT_CANDIDATES).text();
  }
}
