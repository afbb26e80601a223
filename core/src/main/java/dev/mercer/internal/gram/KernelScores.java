package dev.mercer.internal.gram;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.FloatKernelBlock;
import dev.mercer.internal.blocks.FloatPairedRows;
import dev.mercer.internal.blocks.FloatPointBlock;
import dev.mercer.internal.blocks.KernelBlock;
import dev.mercer.internal.blocks.Lattice;
import dev.mercer.internal.blocks.Lattices;
import dev.mercer.internal.blocks.PairedRows;
import dev.mercer.internal.blocks.PointBlock;
import dev.mercer.internal.blocks.Shift;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.rows.RowPass;
import dev.mercer.kernel.Kernel;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Scores of new rows: Y = K(X, P) A - 1 b', computed block by block.
 *
 * <ol>
 *   <li>The points are prepared once (norms and shift).
 *   <li>Blocks of new rows are scored in parallel. Each block goes through the points tile by tile:
 *       it computes the kernel tile and adds the product of the tile with the tile's coefficients
 *       to the scores of the block.
 * </ol>
 *
 * Cost: one kernel value per pair of row and point, and 2 r further flops. Memory in addition to
 * the points: two tiles per thread. The order of the sum is fixed, so the result is the same to the
 * last bit for any number of threads. In single precision the tile and its product are floats, and
 * their sum over tiles is double.
 */
public final class KernelScores implements RowScores {

  private static final int TILE = TileGrid.LARGEST_TILE;

  private final Rows points;
  private final Kernel kernel;
  private final boolean single;
  private final Matrix coefficients;
  private final float[] floatCoefficients;
  private final double[] offset;
  private final double[] shift;
  private final PairedRows paired;
  // All tiles of the points, if the points can be read in place in memory; otherwise null.
  private final PointBlock[] tiles;
  private final FloatPairedRows floatPaired;
  private final KernelBlock block;
  private final FloatKernelBlock floatBlock;
  private final Blas blas;

  // Working memory of tasks, kept between calls because thousands of rows may come one by one.
  private final ConcurrentLinkedDeque<DoublePlace> places = new ConcurrentLinkedDeque<>();
  private final ConcurrentLinkedDeque<FloatPlace> floatPlaces = new ConcurrentLinkedDeque<>();

  /**
   * Reads the points once.
   *
   * @param rowsExpected about how many rows will be scored in all; decides whether compiling the
   *     vector loops pays
   */
  public KernelScores(
      Rows points,
      Kernel kernel,
      Matrix coefficients,
      double[] offset,
      boolean single,
      long rowsExpected,
      Workers workers) {
    this.points = points;
    this.kernel = kernel;
    this.single = single;
    this.coefficients = coefficients;
    this.offset = offset;
    Backend backend = workers.backend();
    this.blas = backend.blas();
    this.shift = Shift.choose(points, kernel, workers);
    Maps maps = KernelBlock.mapsFor(kernel, (long) points.count() * rowsExpected, backend);
    this.block = single ? null : Lattices.block(points, kernel, shift, maps, backend);
    this.floatBlock =
        single ? new FloatKernelBlock(kernel, points.columns(), shift, maps, blas) : null;
    this.paired = single ? null : new PairedRows(points, block, shift, workers);
    this.tiles = single || !paired.direct() ? null : tiles(paired, points.count());
    this.floatPaired = single ? new FloatPairedRows(points, floatBlock, shift, workers) : null;
    this.floatCoefficients = single ? rounded(coefficients.values()) : null;
  }

  private static PointBlock[] tiles(PairedRows points, int count) {
    PointBlock[] tiles = new PointBlock[(count + TILE - 1) / TILE];
    for (int k = 0; k < tiles.length; k++) {
      tiles[k] = new PointBlock();
      points.load(tiles[k], k * TILE, Math.min(TILE, count - k * TILE), null);
    }
    return tiles;
  }

  private static float[] rounded(double[] values) {
    float[] result = new float[values.length];
    for (int k = 0; k < values.length; k++) {
      result[k] = (float) values[k];
    }
    return result;
  }

  /**
   * Bytes of working memory in addition to points and coefficients, in double precision.
   *
   * @param rows the number of rows in one call
   */
  public static long bytes(Kernel kernel, int points, int columns, int rows, int threads) {
    long height = Math.min(TILE, rows);
    long width = Math.min(TILE, points);
    boolean lattice = columns >= Lattice.LEAST_COLUMNS;
    long working = Math.min(threads, (rows + TILE - 1L) / TILE);
    long place =
        8 * (height * width + (height + width) * columns)
            + KernelBlock.scratchBytes(kernel, columns, (int) height, (int) width)
            + (lattice ? 4 * height * columns : 0);
    long multiples = lattice ? 4L * points * columns : 0;
    long norms = 2 * 8 * ((long) points + rows);
    return norms
        + multiples
        + Math.max(
            working * place,
            Math.max(reading(points, columns, threads), reading(rows, columns, threads)));
  }

  /**
   * Bytes for preparing rows: the buffers of the threads or the sums of the blocks, whichever is
   * larger.
   */
  private static long reading(int rows, int columns, int threads) {
    long step = RowPass.blockRows(columns, rows);
    long blocks = (rows + step - 1) / step;
    return 8 * columns * Math.max(blocks, Math.min(threads, blocks) * step);
  }

  /** The number of scores per row. */
  public int columns() {
    return coefficients.columns();
  }

  @Override
  public void score(Rows rows, double[] into, Workers workers) {
    int rank = coefficients.columns();
    if (rows.columns() != points.columns()) {
      throw new IllegalArgumentException(
          "the rows have " + rows.columns() + " columns, the model's points " + points.columns());
    }
    int blocks = (rows.count() + TILE - 1) / TILE;
    PairedRows left = single ? null : new PairedRows(rows, block, shift, workers);
    FloatPairedRows floatLeft =
        single ? new FloatPairedRows(rows, floatBlock, shift, workers) : null;
    workers.run(
        blocks,
        (index, worker) -> {
          int first = index * TILE;
          int count = Math.min(TILE, rows.count() - first);
          for (int i = 0; i < count; i++) {
            for (int c = 0; c < rank; c++) {
              into[(first + i) * rank + c] = -offset[c];
            }
          }
          if (single) {
            FloatPlace place = floatPlace(Math.min(TILE, rows.count()));
            scoreSingle(floatLeft, first, count, into, place);
            floatPlaces.push(place);
          } else {
            DoublePlace place = place(Math.min(TILE, rows.count()));
            if (place.leftBuffer == null && !left.direct()) {
              place.leftBuffer = new double[place.height * points.columns()];
            }
            scoreDouble(left, first, count, into, place);
            places.push(place);
          }
        });
  }

  /** Working memory for tiles of at most a given number of rows and points. */
  private static final class DoublePlace {
    final int height;
    final PointBlock left = new PointBlock();
    final PointBlock right = new PointBlock();
    final double[] rightBuffer;
    final double[] tile;
    final KernelBlock.Scratch scratch;
    double[] leftBuffer; // null as long as rows are read in place

    DoublePlace(KernelBlock block, int columns, int height, int width, boolean loadsPoints) {
      this.height = height;
      rightBuffer = loadsPoints ? new double[width * columns] : null;
      tile = new double[height * width];
      scratch = block.scratch(height, width);
    }
  }

  /** Working memory for at least this many rows: one that is free, or a new one. */
  private DoublePlace place(int height) {
    DoublePlace free = places.poll();
    return free != null && free.height >= height
        ? free
        : new DoublePlace(block, points.columns(), height, width(), tiles == null);
  }

  /** Points in the widest tile. */
  private int width() {
    return Math.min(TILE, points.count());
  }

  private void scoreDouble(
      PairedRows rows, int first, int count, double[] into, DoublePlace place) {
    int rank = coefficients.columns();
    rows.load(place.left, first, count, place.leftBuffer);
    for (int from = 0; from < points.count(); from += TILE) {
      int width = Math.min(TILE, points.count() - from);
      PointBlock right = tiles == null ? place.right : tiles[from / TILE];
      if (tiles == null) {
        paired.load(right, from, width, place.rightBuffer);
      }
      block.evaluate(place.left, right, place.tile, 0, width, false, place.scratch);
      View values = View.of(place.tile, count, width);
      View a = View.of(coefficients).rows(from, width);
      View y = View.at(into, first * rank, count, rank, rank);
      int step = TileProduct.rowsOfSmallProduct(width, rank);
      for (int row = 0; row < count; row += step) {
        int some = Math.min(step, count - row);
        blas.add(1, values.rows(row, some), a, y.rows(row, some));
      }
    }
  }

  private static final class FloatPlace {
    final int height;
    final FloatPointBlock left = new FloatPointBlock();
    final FloatPointBlock right = new FloatPointBlock();
    final float[] leftBuffer;
    final float[] rightBuffer;
    final float[] tile;
    final float[] partial;
    final FloatKernelBlock.Scratch scratch;

    FloatPlace(FloatKernelBlock block, int columns, int height, int width, int rank) {
      this.height = height;
      leftBuffer = new float[height * columns];
      rightBuffer = new float[width * columns];
      tile = new float[height * width];
      partial = new float[height * rank];
      scratch = block.scratch(height, width);
    }
  }

  private FloatPlace floatPlace(int height) {
    FloatPlace free = floatPlaces.poll();
    return free != null && free.height >= height
        ? free
        : new FloatPlace(floatBlock, points.columns(), height, width(), coefficients.columns());
  }

  private void scoreSingle(
      FloatPairedRows rows, int first, int count, double[] into, FloatPlace place) {
    int rank = coefficients.columns();
    rows.load(place.left, first, count, place.leftBuffer);
    for (int from = 0; from < points.count(); from += TILE) {
      int width = Math.min(TILE, points.count() - from);
      floatPaired.load(place.right, from, width, place.rightBuffer);
      floatBlock.evaluate(place.left, place.right, place.tile, 0, width, false, place.scratch);
      int step = TileProduct.rowsOfSmallProduct(width, rank);
      for (int row = 0; row < count; row += step) {
        // By a bare call, because views exist only in double precision.
        blas.gemm(
            false,
            false,
            Math.min(step, count - row),
            rank,
            width,
            1f,
            place.tile,
            row * width,
            width,
            floatCoefficients,
            from * rank,
            rank,
            0f,
            place.partial,
            row * rank,
            rank);
      }
      for (int k = 0; k < count * rank; k++) {
        into[first * rank + k] += place.partial[k];
      }
    }
  }

  @Override
  public String toString() {
    return "scores of " + kernel.spec() + " on " + points.count() + " points";
  }
}
