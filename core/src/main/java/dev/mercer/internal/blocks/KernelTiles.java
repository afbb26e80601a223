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
 * Tiles of the Gram matrix of some rows under a kernel, computed when they are asked for.
 *
 * <p>Each worker owns the buffers for one tile: two ranges of points and the kernel's scratch
 * memory. Of a tile on the diagonal only the lower half is computed, some rows at a time, each up
 * to the last of these rows. It is then mirrored, so that the matrix is symmetric to the last bit.
 * (Tiles of kernels with several parts are computed whole, because the values of their parts are
 * stored without gaps.)
 */
public final class KernelTiles implements GramTiles {

  private final Rows rows;
  private final Kernel kernel;
  private final TileSource<double[], PointBlock> doubles; // null if tiles are floats
  private final TileSource<float[], FloatPointBlock> floats; // null if tiles are doubles
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

  /**
   * An upper bound on the bytes that an instance will hold in addition to the rows, computed before
   * it is created.
   */
  public static long bytes(Rows rows, Kernel kernel, boolean single, int largestTile, int threads) {
    // No more threads can work at the same time than there are tiles.
    long stretches = (rows.count() + largestTile - 1L) / largestTile;
    long working = Math.min(threads, stretches * (stretches + 1) / 2);
    // The values of both row ranges and, for rows on a lattice, their integer multiples.
    long buffers = 2L * largestTile * rows.columns() * (single ? 4 : 12);
    long scratch =
        single
            ? FloatKernelBlock.scratchBytes(kernel, rows.columns(), largestTile, largestTile)
            : KernelBlock.scratchBytes(kernel, rows.columns(), largestTile, largestTile);
    // The norms are computed before the first tile, with buffers of their own.
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
   * Kernel values between all rows and some points: entry (i, j) of {@code into}, n x points,
   * row-major, belongs to row i and point j.
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

  /** An upper bound on the bytes that {@link #columns} allocates. */
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
