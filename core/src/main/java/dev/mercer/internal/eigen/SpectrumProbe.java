package dev.mercer.internal.eigen;

import dev.mercer.internal.backend.Workers;
import java.util.SplittableRandom;

/**
 * A first estimate of a spectrum. A few block Krylov steps give Ritz values, each of which is a
 * lower bound of the eigenvalue with the same index, and an estimate of the smallest eigenvalue.
 * Solvers that amplify the upper end of the spectrum need to know the lower end, because otherwise
 * a large negative eigenvalue would dominate. They correct the estimate by what they see later.
 */
final class SpectrumProbe {

  static final int PASSES = 5;
  private static final int BLOCK = 4;

  private final double[] values;
  private final double lower;
  private final double magnitude;

  SpectrumProbe(ScaledProducts operator, SplittableRandom random, Workers workers) {
    int n = operator.size();
    KrylovBasis krylov =
        new KrylovBasis(operator, Math.min(n, PASSES * BLOCK), Math.min(n, BLOCK), random, workers);
    krylov.fill(Math.min(n, BLOCK));
    krylov.expand();
    while (!krylov.complete() && operator.passes() < PASSES) {
      krylov.next();
      krylov.expand();
    }
    krylov.solve();
    int size = krylov.size();
    values = new double[size];
    for (int i = 0; i < size; i++) {
      values[i] = krylov.value(i);
    }
    lower = values[size - 1] - krylov.estimate(size - 1);
    magnitude = krylov.magnitude();
  }

  static long bytes(int n) {
    return KrylovBasis.bytes(n, Math.min(n, PASSES * BLOCK), Math.min(n, BLOCK));
  }

  /** An estimate of the smallest eigenvalue, rather too low than too high. */
  double lower() {
    return lower;
  }

  /**
   * A lower bound of the eigenvalue with this index, in descending order; {@link #lower} if there
   * is no better one.
   */
  double atLeast(int index) {
    return index < values.length ? values[index] : lower;
  }

  /** The smallest Ritz value. */
  double smallest() {
    return values[values.length - 1];
  }

  /** The number of Ritz values below {@code bound}. */
  int countBelow(double bound) {
    int count = 0;
    while (count < values.length && values[values.length - 1 - count] < bound) {
      count++;
    }
    return count;
  }

  /** The largest eigenvalue magnitude seen. */
  double magnitude() {
    return magnitude;
  }
}
