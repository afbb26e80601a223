package dev.mercer.method;

import dev.mercer.internal.kernel.SpectralMeasure;
import dev.mercer.internal.spec.Spec;

/**
 * PCA of random Fourier features, the reference point for approximations that choose landmarks.
 *
 * <p>For a shift-invariant kernel, k(x, y) is the mean of z(x).z(y) over random z [Rahimi and Recht
 * 2007; orthogonal ones Yu, Suresh, Choromanski, Holtmann-Rice and Kumar 2016].
 *
 * <ol>
 *   <li>draw: D frequencies from the kernel's {@link SpectralMeasure}, by the seed
 *   <li>features: one pass over the rows for s = sum w z and S = sum w z z'; blocks of rows in
 *       parallel, then tiles of S, sums over blocks in the order of the rows, so that the bits do
 *       not depend on the threads
 *   <li>solve: eigenpairs (lambda, v) of S - s s' / N, those of the n x n matrix of z(x).z(y)
 *   <li>coefficients V, offset V' s / N, center s / N
 * </ol>
 *
 * Cost: n D (2 d + D) flops, n D cosines, D^3; memory D^2 and a chunk of features. Always in
 * double. There is no certificate: the features are not those of the kernel, and K - Z Z' has
 * eigenvalues of both signs.
 *
 * @param features number of features, D
 * @param orthogonal whether frequencies are orthogonal in blocks of d, which lowers the variance
 */
public record RandomFeatures(int features, boolean orthogonal) implements Method {

  /** The name of this method on the command line and in reports. */
  public static final String NAME = "random-features";

  /** The most features: a square matrix of more has no array. */
  public static final int MOST_FEATURES = 46_000;

  public RandomFeatures {
    if (features < 1 || features > MOST_FEATURES) {
      throw new IllegalArgumentException(
          NAME + " with " + features + " features; ask for 1 to " + MOST_FEATURES);
    }
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("orthogonal", String.valueOf(orthogonal)).text();
  }
}
