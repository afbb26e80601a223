package dev.mercer.method;

/**
 * Kernel PCA by incomplete Cholesky decomposition (SK (44), Bach and Jordan): K ~ G G' with one
 * column a pivot, and the eigenvectors of G'G.
 *
 * <ol>
 *   <li>pivots: the landmarks in the order chosen; the selector pivoted-cholesky takes the row
 *       whose part outside the span of those before is largest, which is incomplete Cholesky as
 *       usual
 *   <li>G = K_xy L^-T, K_y = L L'; centered: less the mean of its columns
 *   <li>eigenpairs (kappa, v) of G'G; scores v' L^-1 h_x
 * </ol>
 *
 * SK keeps all n points for scores, but G v / sqrt(kappa) is the eigenvector of G G', and its axis
 * in the span of the pivots has the coefficients L^-T v: the same operator as {@link Subset} on the
 * pivots, on a model of m points. Cost: that of subset.
 */
public record IncompleteCholesky(Landmarking landmarks) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "icd";

  @Override
  public String spec() {
    return NAME;
  }
}
