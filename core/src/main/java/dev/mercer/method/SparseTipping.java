package dev.mercer.method;

import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.Tipping;

/**
 * Tipping's sparse kernel PCA [Tipping 2001] (SK section 5.2): features as Gaussian vectors of
 * covariance sigma^2 I + Phi' W Phi, whose most likely weights W are zero for most points.
 *
 * <ol>
 *   <li>points and weights by {@link Tipping}: sigma^2 as given, or such that about as many points
 *       as wanted keep a weight
 *   <li>axes: the eigenvectors of sum_i w_i (phi_i - mu)(phi_i - mu)' over the points kept, mu the
 *       mean of all rows as far as the points span it (0 where nothing is centered); those of the
 *       model's covariance
 *   <li>eigenvalues reported are the variances of the scores of all rows, by which the axes are
 *       ordered: comparable with those of other methods, where the model's own hang on sigma^2
 * </ol>
 *
 * A model of the points kept, with a certificate. Cost: that of the selector, and n m kernel values
 * and 2 n m^2 flops to judge the axes on all rows. The likelihood needs the whole Gram matrix, so
 * it is that of a sample where there are more rows than {@code sample}.
 *
 * @param landmarks points to keep, about; 0 where the noise is given, or for twice as many as
 *     components, but at least {@value #FEWEST_POINTS}
 * @param noise sigma^2, or 0 to choose it by the number of points
 * @param sample most rows the likelihood is that of
 */
public record SparseTipping(int landmarks, double noise, int sample) implements Method {

  /** Tells this kind of sparse kernel PCA from the other in texts. */
  public static final String KIND = "tipping";

  /** Fewest points to keep where the number is left open. */
  public static final int FEWEST_POINTS = 50;

  public SparseTipping {
    if (landmarks < 0) {
      throw new IllegalArgumentException("landmarks = " + landmarks + "; ask for at least 1");
    }
    Tipping selector = new Tipping(noise, sample); // refuses what is not allowed
    if (selector.choosesCount() && landmarks > 0) {
      throw new IllegalArgumentException(
          "sparse(kind=tipping): the noise says how many points keep a weight; give it or a number"
              + " of landmarks, not both");
    }
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(SparseL1.NAME).with("kind", KIND);
    spec = noise > 0 ? spec.with("noise", noise) : spec;
    return (sample == Tipping.DEFAULT_SAMPLE ? spec : spec.with("sample", sample)).text();
  }
}
