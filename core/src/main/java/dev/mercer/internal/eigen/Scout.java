package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.Tall;

/**
 * A direction that searches for eigenvectors of A that a similar operator A^ of low rank lacks. It
 * takes one step per pass.
 *
 * <p>It begins with a random direction q and continues with the part of (A - A^) q outside the
 * basis V, whose norm is rho. This is a Lanczos iteration on A - A^ that runs next to another one
 * on A. Suppose that an eigenvector e with e'(A - A^) e >= lambda were missing. Then e'q would be
 * about n^-1/2 at first, and p(lambda) / (rho_1 ... rho_j) times that after j steps, where p is the
 * monic polynomial whose roots are the Ritz values of the steps. These roots are below the bound g,
 * the largest q'(A - A^) q + rho + (rho of the step before) (Gershgorin), hence p(lambda) >=
 * (lambda - g)^j. No share of a unit vector exceeds 1. So when this expression does, either e is
 * among the Ritz vectors of A, or it does not exist, or its first share was {@value #LUCK} times
 * smaller than n^-1/2, which has a probability of 0.8%.
 *
 * <p>Cost: 4 n s flops per step for s columns of A^, and a projection onto the complement of V.
 * Memory: n doubles.
 */
final class Scout {

  private static final double LUCK = 100;

  private final int size;
  private final LowRankSpectrum spectrum;
  private final Tall direction;

  private boolean ready; // direction contains the next step
  private boolean exhausted; // nothing was left outside V
  private int steps;
  private double norm; // rho of the last step
  private double norms; // sum of the logarithms of all rho
  private double reach; // upper bound of the Ritz values of the steps

  /**
   * @param spectrum A^; null if there is none, which stands for 0
   */
  Scout(int size, LowRankSpectrum spectrum) {
    this.size = size;
    this.spectrum = spectrum;
    this.direction = Tall.allocate(size, 1);
  }

  /** Lets the next step begin with a random direction. */
  void forget() {
    ready = false;
  }

  /** Makes the next step, or a new random direction, the first column of an empty pending block. */
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
   * @param scale the number that A was divided by
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
    // The size of the rounding errors in a product of length |A|.
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
