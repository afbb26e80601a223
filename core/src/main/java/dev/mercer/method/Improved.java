package dev.mercer.method;

/**
 * Improved kernel PCA (SK (42), IKPCA of Xu et al.): subset's axes, each divided by the root of its
 * eigenvalue.
 *
 * <ol>
 *   <li>z and kappa of {@link Subset}
 *   <li>scores diag(kappa^-1/2) Z' h_x, so the training scores of every component have a sum of
 *       squares of one: whitened features
 * </ol>
 *
 * The axes have length kappa^-1/2, so as an operator X = U U* is almost zero and its empirical
 * error almost the total variance (SK Table 1); they span what subset's span, and so capture the
 * same variance. Cost: that of subset.
 */
public record Improved(Landmarking landmarks) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "improved";

  @Override
  public String spec() {
    return NAME;
  }
}
