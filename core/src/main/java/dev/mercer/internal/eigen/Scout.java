package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.Tall;

/**
 * A direction that looks for eigenvectors of A of which a similar operator A^ of low rank knows
 * nothing, one step a pass.
 *
 * <p>It begins at random, q, and goes on with the part of (A - A^) q outside the basis V, of norm
 * rho: Lanczos iteration on A - A^ beside another one on A. If an eigenvector e were missing, with
 * e'(A - A^) e >= lambda, then e'q would be about n^-1/2 at first, and p(lambda) / (rho_1 ...
 * rho_j) times that after j steps, p the monic polynomial whose roots are the Ritz values of the
 * steps. These are below the largest q'(A - A^) q + rho + rho of the step before (Gershgorin),
 * hence p(lambda) >= (lambda - that)^j. No share exceeds 1: so either e is among the Ritz vectors
 * of A by then, or it does not exist, or the first share was {@value #LUCK} times smaller than
 * n^-1/2, which has a probability of 0.8%.
 *
 * <p>Cost: 4 n s flops a step for s columns of A^, and a projection off V. Memory: n doubles.
 */
final class Scout {

  private static final double LUCK = 100;

  private final int size;
  private final LowRankSpectrum spectrum;
  private final Tall direction;

  private boolean ready; // direction holds the next step
  private boolean exhausted; // there was nothing outside V
  private int steps;
  private double norm; // rho of the last step
  private double norms; // sum of the logarithms of all
  private double reach; // bound of the Ritz values of the steps

  /**
   * @param spectrum A^; null for 0
   */
  Scout(int size, LowRankSpectrum spectrum) {
    this.size = size;
    this.spectrum = spectrum;
    this.direction = Tall.allocate(size, 1);
  }

  /** The next step begins at random. */
  void forget() {
    ready = false;
  }

  /** Makes the next step, or a new beginning, the first column of an empty pending block. */
  void join(KrylovBasis krylov) {
    if (!ready || krylov.propose(direction) == 0) {
      exhausted = false;
      steps = 0;
      norm = 0;
      norms = 0;
      reach = 0;
      krylov.fill(1);
    }
  }

  /**
   * Takes a step from the first column of the newest block.
   *
   * @param scale what A was divided by
   */
  void step(KrylovBasis krylov, double scale) {
    double quotient = krylov.leaderQuotient();
    krylov.writeOutside(direction);
    if (spectrum != null) {
      double[] shares = new double[spectrum.count()];
      spectrum.project(krylov.leader(), shares);
      for (int i = 0; i < shares.length; i++) {
        double share = shares[i];
        shares[i] *= spectrum.value(i) / scale;
        quotient -= share * shares[i];
      }
      spectrum.addTo(-1, shares, 1, direction);
    }
    double left = krylov.projectOff(direction)[0];
    // What rounding leaves of a product of the length |A|.
    exhausted = left <= 32 * Math.ulp(1.0) * krylov.magnitude();
    ready = !exhausted;
    if (ready) {
      steps++;
      reach = Math.max(reach, quotient + left + norm);
      norms += Math.log(left);
      norm = left;
      for (int i = 0; i < size; i++) {
        direction.values()[i] /= left;
      }
    }
  }

  /** Whether an eigenvector with e'(A - A^) e of at least {@code least} would have been found. */
  boolean excludes(double least) {
    double growth = steps * Math.log(Math.max(0, least - reach)) - norms;
    return exhausted || growth >= Math.log(LUCK * Math.sqrt(size));
  }
}
