package dev.mercer.use.manifold;

import dev.mercer.NumericalException;
import dev.mercer.internal.spec.Numbers;
import dev.mercer.internal.spec.Spec;

/**
 * The diffusion map [Coifman and Lafon, 2006]: two points are close if a random walk that starts at
 * either of them is at similar places after some time.
 *
 * <ol>
 *   <li>K_ij / (d_i d_j)^alpha; alpha = 0 keeps the influence of the density of the points, alpha =
 *       1 removes it
 *   <li>P: its rows divided by their sums; P psi = lambda psi, without the trivial lambda = 1
 *   <li>coordinates lambda^time psi, with sum_i pi_i psi_i^2 = 1, pi the stationary distribution of
 *       P. The squared distance of rows i and k is then sum_j (P^time_ij - P^time_kj)^2 / pi_j, up
 *       to the eigenvectors that are left out
 * </ol>
 *
 * Eigenvalues are reported as they are, descending.
 *
 * @param alpha from 0 to 1
 * @param time above 0
 */
public record DiffusionMap(double alpha, double time) implements ManifoldMap {

  /** The name of this map on the command line and in reports. */
  public static final String NAME = "diffusion";

  private static final double USUAL = 1;

  public DiffusionMap {
    if (!(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException(
          NAME + ": alpha = " + Numbers.text(alpha) + " is outside 0 to 1");
    }
    if (!(time > 0 && time <= Double.MAX_VALUE)) {
      throw new IllegalArgumentException(
          NAME + ": time = " + Numbers.text(time) + " must be a finite number above 0");
    }
  }

  static DiffusionMap of(Spec spec) {
    spec.requireKeys("alpha", "time");
    return new DiffusionMap(spec.number("alpha", USUAL, 0, 1), spec.positive("time", USUAL));
  }

  @Override
  public String spec() {
    return Spec.of(NAME).with("alpha", alpha).with("time", time).text();
  }

  @Override
  public double densityFactor(double degree) {
    return alpha == 0 ? 1 : Math.pow(degree, -alpha);
  }

  @Override
  public double scale(double eigenvalue, double totalDegree) {
    double scale = Math.pow(eigenvalue, time);
    if (Double.isNaN(scale)) {
      throw new NumericalException(
          "the walk's eigenvalue "
              + eigenvalue
              + " is negative and has no power "
              + Numbers.text(time)
              + "; give a whole time, or ask for fewer coordinates");
    }
    return scale;
  }
}
