package dev.mercer.gram;

import dev.mercer.data.Rows;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelTree;

/**
 * Decides whether points are moved to their mean before distances are taken.
 *
 * <p>Distances do not change, but |x|^2 + |y|^2 - 2 x.y loses as many digits as the norms are
 * larger than the distances. Data that lie around the origin are left where they are, which saves a
 * copy.
 */
final class Shift {

  // The mean's share of the mean squared norm above which at least two bits would be lost.
  private static final double OFF_ORIGIN = 0.75;

  private Shift() {}

  /** The mean of the rows, or null if nothing is to be subtracted. */
  static double[] choose(Rows rows, Kernel kernel) {
    if (!KernelTree.usesDistances(kernel) || rows.count() == 0) {
      return null;
    }
    int columns = rows.columns();
    double[] mean = new double[columns];
    double squares = 0;
    int step = rows.blockRows();
    double[] buffer = new double[Math.min(step, rows.count()) * columns];
    for (int first = 0; first < rows.count(); first += step) {
      int count = Math.min(step, rows.count() - first);
      rows.copy(first, count, buffer, 0);
      for (int i = 0; i < count; i++) {
        for (int c = 0; c < columns; c++) {
          double value = buffer[i * columns + c];
          mean[c] += value;
          squares += value * value;
        }
      }
    }
    double meanSquares = 0;
    for (int c = 0; c < columns; c++) {
      mean[c] /= rows.count();
      meanSquares += mean[c] * mean[c];
    }
    // A mean that overflowed cannot be subtracted; such data fail later with a message of their
    // own.
    boolean offOrigin = meanSquares > OFF_ORIGIN * (squares / rows.count());
    return offOrigin && Double.isFinite(meanSquares) ? mean : null;
  }
}
