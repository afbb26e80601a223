package dev.mercer.internal.problem;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The rows from which the kernel width is computed if it is {@code sigma=auto}: at most {@value
 * #ROWS}, drawn without replacement by the seed, in ascending order.
 */
public final class WidthSample {

  static final int ROWS = 1000;

  private WidthSample() {}

  /** Bytes of the sample and of the distances between its rows. */
  private static long bytes(long rows, long columns) {
    long taken = Math.min(rows, ROWS);
    return 8 * (taken * columns + taken * taken / 2);
  }

  /**
   * Fails if the sample does not fit into memory in addition to the rows.
   *
   * @param rowBytes bytes of those rows that are in memory
   */
  public static void requireRoom(long rowBytes, long rows, int columns, long memory) {
    long needed = rowBytes + bytes(rows, columns);
    if (needed > memory) {
      long fitting = 0;
      long tooMany = rows;
      while (tooMany - fitting > 1) {
        long some = fitting + (tooMany - fitting) / 2;
        boolean fits = (double) rowBytes / rows * some + bytes(some, columns) <= memory;
        fitting = fits ? some : fitting;
        tooMany = fits ? tooMany : some;
      }
      throw new MemoryExceededException(
          "a fit of "
              + rows
              + " rows with a sample of "
              + Math.min(rows, ROWS)
              + " x "
              + columns
              + " values, for a kernel width taken from the data, needs "
              + Bytes.text(needed)
              + " but "
              + Bytes.text(memory)
              + " of heap are allowed; about "
              + fitting
              + " rows would fit: take fewer rows, give the width as a number, or allow more memory",
          needed);
    }
  }

  public static Matrix of(Rows rows, long seed, long memory) {
    int n = rows.count();
    int columns = rows.columns();
    requireRoom(rows.bytes(), n, columns, memory);
    int take = Math.min(n, ROWS);
    SplittableRandom random = new SplittableRandom(seed);
    // Floyd's sampling: each subset of size take is equally likely.
    TreeSet<Integer> chosen = new TreeSet<>();
    for (int j = n - take; j < n; j++) {
      int candidate = random.nextInt(j + 1);
      if (!chosen.add(candidate)) {
        chosen.add(j);
      }
    }
    double[] values = new double[Math.multiplyExact(take, columns)];
    int at = 0;
    for (int row : chosen) {
      rows.copy(row, 1, values, at * columns);
      at++;
    }
    return Matrix.wrap(take, columns, values);
  }
}
