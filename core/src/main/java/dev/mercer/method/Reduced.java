package dev.mercer.method;

/**
 * Reduced kernel PCA (SK's RKp, RS's "subsampled"): exact kernel PCA of the landmarks alone; the
 * other rows only say how good it is.
 *
 * <ol>
 *   <li>rows projected on the span of the landmarks, for the certificate
 *   <li>exact kernel PCA of the landmarks, each with weight n/m: eigenvalues n/m times those of K_y
 *       (centered: of H_m K_y H_m), center the mean of the landmarks
 * </ol>
 *
 * Sample weights count in n and in the certificate; the landmarks themselves count alike, for a
 * selector has drawn them by weight already. Cost: m^2 kernel values and m^3 flops, and n m kernel
 * values and 2 n m^2 flops for the certificate.
 */
public record Reduced(Landmarking landmarks) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "reduced";

  @Override
  public String spec() {
    return NAME;
  }
}
