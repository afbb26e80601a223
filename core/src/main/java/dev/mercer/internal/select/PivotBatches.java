package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.rows.SmallestKeys;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * Takes rows of the largest mass, a residual or a distance that only shrinks, several at a time:
 * the next ones are among the candidates, the rows of the largest masses now, as long as one of
 * these still exceeds the bar, the largest mass that is not among them.
 */
final class PivotBatches {

  /** Columns at which GEMM is at full speed. */
  static final int MOST_TAKEN = 192;

  static final int MOST_CANDIDATES = 1024;
  static final int FEWEST_CANDIDATES = 32;

  // How many of the candidates of a pass are taken is guessed from the pass before.
  private static final int CANDIDATES_TO_ONE_TAKEN = 6;

  private PivotBatches() {}

  /** Bytes of a selector that does so, whose candidates have features or distances. */
  static long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    int widest = Math.min(rows.count(), next(Math.min(MOST_TAKEN, landmarks)));
    return PartialCholesky.bytes(rows, kernel, landmarks, widest, threads);
  }

  /** How many candidates to look at after so many were taken. */
  static int next(int taken) {
    int wanted = CANDIDATES_TO_ONE_TAKEN * taken;
    return Math.max(FEWEST_CANDIDATES, Math.min(MOST_CANDIDATES, wanted));
  }

  /** The first place whose mass is the largest up to rounding. */
  static int largest(double[] masses, double tie) {
    double largest = 0;
    for (double mass : masses) {
      largest = Math.max(largest, mass);
    }
    int place = 0;
    while (masses[place] < largest - tie) {
      place++;
    }
    return place;
  }

  /** The rows of the largest masses, {@code first} among them, ascending: ties stay in order. */
  static int[] candidates(double[] masses, int first, int count) {
    double[] keys = new double[masses.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = masses[i] > 0 ? -masses[i] : Double.POSITIVE_INFINITY;
    }
    keys[first] = Double.NEGATIVE_INFINITY;
    int[] rows = SmallestKeys.of(keys, count);
    Arrays.sort(rows);
    return rows;
  }

  /** The largest mass outside the candidates. */
  static double bar(double[] masses, int[] rows) {
    double bar = 0;
    int next = 0;
    for (int i = 0; i < masses.length; i++) {
      if (next < rows.length && rows[next] == i) {
        next++;
      } else {
        bar = Math.max(bar, masses[i]);
      }
    }
    return bar;
  }
}
