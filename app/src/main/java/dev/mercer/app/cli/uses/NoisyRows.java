package dev.mercer.app.cli.uses;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.use.denoise.Noise;
import java.util.Arrays;

/**
 * Rows to denoise, with the clean rows if these are known. They are noisy rows as they were read,
 * or clean rows to which noise is added. They are read in blocks, without rows that have a missing
 * value.
 */
final class NoisyRows {

  private final Rows rows;
  private final Rows reference;
  private final Noise noise;
  private final long seed;

  /**
   * @param reference the clean rows that belong to noisy ones; null if there are none
   * @param noise to add to {@code rows}, with all its parameters known; null for none
   */
  NoisyRows(Rows rows, Rows reference, Noise noise, long seed) {
    this.rows = rows;
    this.reference = reference;
    this.noise = noise;
    this.seed = seed;
  }

  /**
   * Some of the rows.
   *
   * @param complete which rows have all values, counted from the first row of the block
   * @param count the number of all rows in the block
   * @param noisy the rows with all values
   * @param clean the same rows without noise; null if they are not known
   */
  record Block(int[] complete, int count, Matrix noisy, Matrix clean) {}

  int count() {
    return rows.count();
  }

  int columns() {
    return rows.columns();
  }

  /** The clean rows; null if they are not known. */
  Rows clean() {
    return noise != null ? rows : reference;
  }

  Block block(int first, int count) {
    double[] values = copy(rows, first, count);
    double[] truth = clean() == null ? null : copy(clean(), first, count);
    if (noise != null) {
      noise.add(values, count, columns(), first, seed);
    }
    int[] complete = new int[count];
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (finite(values, i) && (truth == null || finite(truth, i))) {
        complete[found++] = i;
      }
    }
    complete = Arrays.copyOf(complete, found);
    return new Block(
        complete, count, chosen(values, complete), truth == null ? null : chosen(truth, complete));
  }

  /** The mean of the squared noise over all values; NaN if no row is complete. */
  double meanSquare(int blockRows) {
    double sum = 0;
    long values = 0;
    for (int first = 0; first < count(); first += blockRows) {
      Block block = block(first, Math.min(blockRows, count() - first));
      double[] noisy = block.noisy().values();
      double[] clean = block.clean().values();
      double part = 0;
      for (int j = 0; j < noisy.length; j++) {
        part += (noisy[j] - clean[j]) * (noisy[j] - clean[j]);
      }
      sum += part;
      values += noisy.length;
    }
    return sum / values;
  }

  private double[] copy(Rows from, int first, int count) {
    double[] values = new double[count * columns()];
    from.copy(first, count, values, 0);
    return values;
  }

  private boolean finite(double[] values, int row) {
    for (int j = row * columns(); j < (row + 1) * columns(); j++) {
      if (!Double.isFinite(values[j])) {
        return false;
      }
    }
    return true;
  }

  private Matrix chosen(double[] values, int[] wanted) {
    int d = columns();
    double[] result = new double[wanted.length * d];
    for (int i = 0; i < wanted.length; i++) {
      System.arraycopy(values, wanted[i] * d, result, i * d, d);
    }
    return Matrix.wrap(wanted.length, d, result);
  }
}
