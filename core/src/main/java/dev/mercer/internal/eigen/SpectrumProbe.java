package dev.mercer.internal.eigen;

import dev.mercer.internal.backend.Workers;
import java.util.SplittableRandom;

/**
 * A first look at a spectrum: a few block Krylov steps give Ritz values, each a lower bound of the
 * eigenvalue of its rank, and about where the spectrum begins. Solvers that amplify the upper end
 * need the lower one, or a large negative eigenvalue would win. What they see later corrects it.
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

  /** About the smallest eigenvalue, rather too low than too high. */
  double lower() {
    return lower;
  }

  /** A lower bound of eigenvalue number {@code index}, descending; {@link #lower} if not known. */
  double atLeast(int index) {
    return index < values.length ? values[index] : lower;
  }

  /** The smallest Ritz value. */
  double smallest() {
    return values[values.length - 1];
  }

  /** Ritz values below {@code bound}. */
  int countBelow(double bound) {
    int count = 0;
    while (count < values.length && values[values.length - 1 - count] < bound) {
      count++;
    }
    return count;
  }

  /** The largest eigenvalue magnitude met. */
  double magnitude() {
    return magnitude;
  }
}
