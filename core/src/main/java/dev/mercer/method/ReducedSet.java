package dev.mercer.method;

/**
 * Reduced-set kernel PCA (RS Algorithm 1): exact kernel PCA of the data in which every row is
 * replaced by the landmark that stands for it.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>w_j, how many rows landmark j stands for, with sum n: what the selector says (shadow: the
 *       sizes of the shadows), else how many rows are nearest to it
 *   <li>exact kernel PCA with these weights: eigenpairs (lambda, phi~) of W K_y W, W = diag(sqrt
 *       w), centered by the weighted mean; scores sum_j sqrt(w_j) phi~_j k(c_j, x) / sqrt(lambda)
 * </ol>
 *
 * The last line of Algorithm 1 as printed, W^-1/2 phi~ with W = diag(sqrt w), is an erratum: phi =
 * diag(w)^-1/2 phi~ are the values of the eigenfunction, and scores need what is written above.
 *
 * <p>Cost: m^2 kernel values and m^3 flops, n m distances where the selector gives no weights, and
 * n m kernel values and 2 n m^2 flops for the certificate.
 */
public record ReducedSet(Landmarking landmarks) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "reduced-set";

  @Override
  public String spec() {
    return NAME;
  }
}
