package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Mirror;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.SelectedRows;
import dev.mercer.kernel.Kernel;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tiles of the Gram matrix of some rows under a kernel, computed when asked for.
 *
 * <p>Each worker owns the buffers of one tile: two stretches of points and the kernel's scratch. Of
 * a tile on the diagonal the lower half is computed, some rows at a time up to the last of them,
 * and mirrored, so that the matrix is symmetric to the bit. (Kernels of several parts are computed
 * whole: their parts lie without gaps.)
 */
public final class KernelTiles implements GramTiles {

  private final Rows rows;
  private final Kernel kernel;
  private final TileSource<double[], PointBlock> doubles; // null if tiles are floats
  private final TileSource<float[], FloatPointBlock> floats; // null if they are not
  private final LongAdder evaluations = new LongAdder();

  /**
   * @param single whether tiles are asked for as floats (only that form is then prepared)
   * @param largestTile most rows and columns of a tile
   */
  public KernelTiles(Rows rows, Kernel kernel, boolean single, int largestTile, Workers workers) {
    this.rows = rows;
    this.kernel = kernel;
    double[] shift = Shift.choose(rows, kernel, workers);
    Backend backend = workers.backend();
    Maps maps = KernelBlock.mapsFor(kernel, (long) rows.count() * rows.count() / 2, backend);
    if (single) {
      var block = new FloatKernelBlock(kernel, rows.columns(), shift, maps, backend.blas());
      this.floats = new TileSource<>(rows, block, largestTile, evaluations, workers);
      this.doubles = null;
    } else {
      KernelBlock block = Lattices.block(rows, kernel, shift, maps, backend);
      this.doubles = new TileSource<>(rows, block, largestTile, evaluations, workers);
      this.floats = null;
    }
  }

  /** Bytes an instance will hold beside the rows; an upper bound, known before it is made. */
  public static long bytes(Rows rows, Kernel kernel, boolean single, int largestTile, int threads) {
    // There are no more threads at work than tiles.
    long stretches = (rows.count() + largestTile - 1L) / largestTile;
    long working = Math.min(threads, stretches * (stretches + 1) / 2);
    // Values, and multiples where rows are on a lattice.
    long buffers = 2L * largestTile * rows.columns() * (single ? 4 : 12);
    long scratch =
        single
            ? FloatKernelBlock.scratchBytes(kernel, rows.columns(), largestTile, largestTile)
            : KernelBlock.scratchBytes(kernel, rows.columns(), largestTile, largestTile);
    // The norms are computed, in blocks of their own, before the first tile.
    long first = PairedRows.bytes(rows, threads);
    return working * scratch + 2L * 8 * rows.count() + Math.max(working * buffers, first);
  }

  @Override
  public int size() {
    return rows.count();
  }

  @Override
  public void tile(
      int firstRow,
      int rowCount,
      int firstColumn,
      int columns,
      double[] out,
      boolean zeros,
      int worker) {
    if (doubles.tile(firstRow, rowCount, firstColumn, columns, out, zeros, worker)) {
      Mirror.lowerToUpper(out, columns);
    }
  }

  @Override
  public void tile(
      int firstRow,
      int rowCount,
      int firstColumn,
      int columns,
      float[] out,
      boolean zeros,
      int worker) {
    if (floats.tile(firstRow, rowCount, firstColumn, columns, out, zeros, worker)) {
      Mirror.lowerToUpper(out, columns);
    }
  }

  @Override
  public void columns(int[] chosen, double[] into, Workers workers) {
    columns(new SelectedRows(rows, chosen), into, workers);
  }

  /**
   * Kernel values of all rows and some points side by side: entry (i, j) of {@code into}, n x
   * points, row-major, is that of row i and point j.
   */
  public void columns(Rows others, double[] into, Workers workers) {
    (doubles == null ? floats : doubles).columns(others, into, workers);
  }

  /** Kernel values among some points, row-major without gaps. */
  public void among(Rows others, double[] into, Workers workers) {
    int count = others.count();
    new KernelTiles(others, kernel, false, count, workers).tile(0, count, 0, count, into, false, 0);
    evaluations.add((long) count * count);
  }

  /** Bytes {@link #columns} holds for itself at most. */
  public static long columnBytes(int columns, int chosen, int largestTile, int threads) {
    long width = Math.min(chosen, largestTile);
    return 8L * threads * width * (largestTile + (long) columns) + 20L * chosen;
  }

  @Override
  public double[] diagonal() {
    double[] result = new double[rows.count()];
    double[] x = new double[rows.columns()];
    for (int i = 0; i < result.length; i++) {
      rows.copy(i, 1, x, 0);
      result[i] = kernel.diagonal(x);
    }
    evaluations.add(result.length);
    return result;
  }

  @Override
  public long evaluations() {
    return evaluations.sum();
  }
}
