package dev.mercer.method;

/**
 * Density-weighted Nyström (Zhang and Kwok; RS's WNyström): eigenvectors of the landmarks' matrix,
 * each landmark counted as often as it stands for a row, extended to all rows.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>D = diag(how many rows each landmark stands for), as in {@link ReducedSet}; for k-means
 *       centers the sizes of the clusters
 *   <li>D^1/2 K_y D^1/2 psi = lambda psi, the symmetric form of K_y D, centered by the weighted
 *       mean
 *   <li>v~ = K_xy D^1/2 psi / lambda, rows centered by their own mean; scores v~' k_x /
 *       sqrt(lambda) over all rows
 * </ol>
 *
 * Cost: that of nystrom, and n m distances where the selector gives no weights.
 */
public record WeightedNystrom(Landmarking landmarks) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "weighted-nystrom";

  @Override
  public String spec() {
    return NAME;
  }
}
