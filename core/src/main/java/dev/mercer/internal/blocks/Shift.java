package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.rows.RowPass;
import dev.mercer.kernel.Kernel;

/**
 * Decides whether points are shifted by their mean before distances are computed.
 *
 * <p>A shift does not change distances. But |x|^2 + |y|^2 - 2 x.y loses digits to cancellation if
 * the norms are larger than the distances, the more the larger they are. Data that lie around the
 * origin are not shifted, which saves a copy.
 */
public final class Shift {

  // The share of the mean in the mean squared norm above which at least two bits would be lost.
  private static final double OFF_ORIGIN = 0.75;

  private Shift() {}

  /**
   * The mean of the rows, or null if nothing is to be subtracted. Blocks of rows are summed in
   * parallel and added up in their order, so the result is the same to the last bit for any number
   * of threads.
   */
  public static double[] choose(Rows rows, Kernel kernel, Workers workers) {
    if (!KernelTree.usesDistances(KernelForm.of(kernel)) || rows.count() == 0) {
      return null;
    }
    int columns = rows.columns();
    int blocks = RowPass.blocks(rows);
    double[][] sums = new double[blocks][columns];
    double[] squaresOfBlocks = new double[blocks];
    Blas blas = workers.blas();
    RowPass.run(
        rows,
        workers,
        (block, count, values, from) -> {
          for (int i = 0; i < count; i++) {
            add(values, from + i * columns, sums[block]);
          }
          squaresOfBlocks[block] = blas.dot(count * columns, values, from, values, from);
        });
    double[] mean = new double[columns];
    double squares = 0;
    for (int index = 0; index < blocks; index++) {
      add(sums[index], 0, mean);
      squares += squaresOfBlocks[index];
    }
    double meanSquares = 0;
    for (int c = 0; c < columns; c++) {
      mean[c] /= rows.count();
      meanSquares += mean[c] * mean[c];
    }
    // A mean that overflowed cannot be subtracted. Such data are refused later, with a message of
    // their own.
    boolean offOrigin = meanSquares > OFF_ORIGIN * (squares / rows.count());
    return offOrigin && Double.isFinite(meanSquares) ? mean : null;
  }

  private static void add(double[] values, int from, double[] to) {
    for (int c = 0; c < to.length; c++) {
      to[c] += values[from + c];
    }
  }
}
