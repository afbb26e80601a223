package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.data.SelectedRows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.Mirror;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
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

  /** Half of a large tile: three quarters of the work; matrix products of fewer rows get slow. */
  private static final int DIAGONAL_ROWS = 252;

  private final int size;
  private final PairedRows points;
  private final FloatPairedRows floatPoints;
  private final KernelBlock block;
  private final FloatKernelBlock floatBlock;
  private final Place[] places;
  private final FloatPlace[] floatPlaces;
  private final Rows rows;
  private final int largestTile;
  private final double[] shift;
  private final Kernel kernel;
  private final boolean simple; // evaluated in place, without parts
  private final LongAdder evaluations = new LongAdder();

  private static final class Place {
    final PointBlock left = new PointBlock();
    final PointBlock right = new PointBlock();
    int leftFirst = -1; // the row that left begins with
    double[] leftBuffer;
    double[] rightBuffer;
    KernelBlock.Scratch scratch;
  }

  private static final class FloatPlace {
    final FloatPointBlock left = new FloatPointBlock();
    final FloatPointBlock right = new FloatPointBlock();
    int leftFirst = -1;
    float[] leftBuffer;
    float[] rightBuffer;
    FloatKernelBlock.Scratch scratch;
  }

  /**
   * @param single whether tiles are asked for as floats (only that form is then prepared)
   * @param largestTile most rows and columns of a tile
   */
  public KernelTiles(Rows rows, Kernel kernel, boolean single, int largestTile, Workers workers) {
    this.rows = rows;
    this.kernel = kernel;
    this.simple = KernelForm.of(kernel) instanceof PairForm;
    this.size = rows.count();
    this.largestTile = largestTile;
    this.shift = Shift.choose(rows, kernel, workers);
    Backend backend = workers.backend();
    Maps maps = KernelBlock.mapsFor(kernel, (long) size * size / 2, backend);
    this.block = single ? null : Lattices.block(rows, kernel, shift, maps, backend);
    this.floatBlock =
        single ? new FloatKernelBlock(kernel, rows.columns(), shift, maps, backend.blas()) : null;
    this.points = single ? null : new PairedRows(rows, block, shift, workers);
    this.floatPoints = single ? new FloatPairedRows(rows, floatBlock, shift, workers) : null;
    this.places = new Place[workers.threads()];
    this.floatPlaces = new FloatPlace[workers.threads()];
  }

  /** The buffers of a thread, made when it works on its first tile. */
  private Place place(int worker) {
    if (places[worker] == null) {
      Place place = new Place();
      if (!points.direct()) {
        place.leftBuffer = new double[largestTile * rows.columns()];
        place.rightBuffer = new double[largestTile * rows.columns()];
      }
      place.scratch = block.scratch(largestTile, largestTile);
      places[worker] = place;
    }
    return places[worker];
  }

  private FloatPlace floatPlace(int worker) {
    if (floatPlaces[worker] == null) {
      FloatPlace place = new FloatPlace();
      if (!floatPoints.direct()) {
        place.leftBuffer = new float[largestTile * rows.columns()];
        place.rightBuffer = new float[largestTile * rows.columns()];
      }
      place.scratch = floatBlock.scratch(largestTile, largestTile);
      floatPlaces[worker] = place;
    }
    return floatPlaces[worker];
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
    return size;
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
    Place place = place(worker);
    points.load(place.right, firstColumn, columns, place.rightBuffer);
    boolean diagonal = firstRow == firstColumn && rowCount == columns;
    int step = diagonal && simple ? DIAGONAL_ROWS : rowCount;
    for (int first = 0; first < rowCount; first += step) {
      int count = Math.min(step, rowCount - first);
      loadLeft(place, firstRow + first, count);
      place.right.count = step == rowCount ? columns : first + count;
      block.evaluate(place.left, place.right, out, first * columns, columns, zeros, place.scratch);
      evaluations.add((long) count * place.right.count);
    }
    if (diagonal) {
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
    FloatPlace place = floatPlace(worker);
    floatPoints.load(place.right, firstColumn, columns, place.rightBuffer);
    boolean diagonal = firstRow == firstColumn && rowCount == columns;
    int step = diagonal && simple ? DIAGONAL_ROWS : rowCount;
    for (int first = 0; first < rowCount; first += step) {
      int count = Math.min(step, rowCount - first);
      loadLeft(place, firstRow + first, count);
      place.right.count = step == rowCount ? columns : first + count;
      floatBlock.evaluate(
          place.left, place.right, out, first * columns, columns, zeros, place.scratch);
      evaluations.add((long) count * place.right.count);
    }
    if (diagonal) {
      Mirror.lowerToUpper(out, columns);
    }
  }

  /** Tiles side by side have the same rows: these are not shifted and rounded for each again. */
  private void loadLeft(Place place, int first, int count) {
    if (place.leftFirst != first || place.left.count != count) {
      points.load(place.left, first, count, place.leftBuffer);
      place.leftFirst = first;
    }
  }

  private void loadLeft(FloatPlace place, int first, int count) {
    if (place.leftFirst != first || place.left.count != count) {
      floatPoints.load(place.left, first, count, place.leftBuffer);
      place.leftFirst = first;
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
    int count = others.count();
    int width = Math.min(count, largestTile);
    int blocks = (size + largestTile - 1) / largestTile;
    if (block != null) {
      PairedRows right = new PairedRows(others, block, shift, workers);
      double[][] tiles = new double[workers.threads()][largestTile * width];
      double[][] buffers = new double[workers.threads()][width * rows.columns()];
      workers.run(
          blocks,
          (index, worker) -> columns(index, right, width, tiles, buffers, worker, count, into));
    } else {
      FloatPairedRows right = new FloatPairedRows(others, floatBlock, shift, workers);
      float[][] tiles = new float[workers.threads()][largestTile * width];
      float[][] buffers = new float[workers.threads()][width * rows.columns()];
      workers.run(
          blocks,
          (index, worker) -> columns(index, right, width, tiles, buffers, worker, count, into));
    }
    evaluations.add((long) size * count);
  }

  /** Kernel values among some points, row-major without gaps. */
  public void among(Rows others, double[] into, Workers workers) {
    int count = others.count();
    new KernelTiles(others, kernel, false, count, workers).tile(0, count, 0, count, into, false, 0);
    evaluations.add((long) count * count);
  }

  /** The entries of one stretch of rows, {@code width} columns at a time. */
  private void columns(
      int index,
      PairedRows right,
      int width,
      double[][] tiles,
      double[][] buffers,
      int worker,
      int total,
      double[] into) {
    Place place = place(worker);
    int first = index * largestTile;
    int height = Math.min(largestTile, size - first);
    loadLeft(place, first, height);
    for (int from = 0; from < total; from += width) {
      int count = Math.min(width, total - from);
      right.load(place.right, from, count, buffers[worker]);
      block.evaluate(place.left, place.right, tiles[worker], 0, count, false, place.scratch);
      for (int i = 0; i < height; i++) {
        int to = (first + i) * total + from;
        System.arraycopy(tiles[worker], i * count, into, to, count);
      }
    }
  }

  private void columns(
      int index,
      FloatPairedRows right,
      int width,
      float[][] tiles,
      float[][] buffers,
      int worker,
      int total,
      double[] into) {
    FloatPlace place = floatPlace(worker);
    int first = index * largestTile;
    int height = Math.min(largestTile, size - first);
    loadLeft(place, first, height);
    for (int from = 0; from < total; from += width) {
      int count = Math.min(width, total - from);
      right.load(place.right, from, count, buffers[worker]);
      floatBlock.evaluate(place.left, place.right, tiles[worker], 0, count, false, place.scratch);
      for (int i = 0; i < height; i++) {
        int to = (first + i) * total + from;
        for (int j = 0; j < count; j++) {
          into[to + j] = tiles[worker][i * count + j];
        }
      }
    }
  }

  /** Bytes {@link #columns} holds for itself at most. */
  public static long columnBytes(int columns, int chosen, int largestTile, int threads) {
    long width = Math.min(chosen, largestTile);
    return 8L * threads * width * (largestTile + (long) columns) + 20L * chosen;
  }

  @Override
  public double[] diagonal() {
    double[] result = new double[size];
    double[] x = new double[rows.columns()];
    for (int i = 0; i < size; i++) {
      rows.copy(i, 1, x, 0);
      result[i] = kernel.diagonal(x);
    }
    evaluations.add(size);
    return result;
  }

  @Override
  public long evaluations() {
    return evaluations.sum();
  }
}
