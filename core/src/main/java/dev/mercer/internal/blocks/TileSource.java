package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tiles of the Gram matrix of some rows in one precision; the part of {@link KernelTiles} that
 * exists once per precision.
 *
 * @param <A> an array of numbers, double or float
 * @param <P> points in such arrays
 */
final class TileSource<A, P extends BlockPoints<A>> {

  /**
   * The rows computed at a time in a diagonal tile. For half of a large tile, a diagonal tile takes
   * three quarters of the work of a whole one; with fewer rows, matrix products become slow.
   */
  private static final int DIAGONAL_ROWS = 252;

  private final Rows rows;
  private final double[] shift;
  private final int largestTile;
  private final BlockKernel<A, P> block;
  private final BlockRows<A, P> points;
  private final boolean simple; // whether the kernel is a single part, which is evaluated in place
  private final LongAdder evaluations;
  private final Place<A, P>[] places;

  /** The working memory of one thread, allocated when it works on its first tile. */
  private static final class Place<A, P extends BlockPoints<A>> {
    final P left;
    final P right;
    final BlockScratch<A> scratch;
    A leftBuffer;
    A rightBuffer;
    int leftFirst = -1; // the first row of left

    Place(BlockKernel<A, P> block, int largestTile) {
      left = block.view();
      right = block.view();
      scratch = block.scratch(largestTile, largestTile);
    }
  }

  /**
   * @param largestTile most rows and columns of a tile
   * @param evaluations where computed kernel values are counted
   */
  // because arrays of a generic class cannot be created safely
  @SuppressWarnings({"unchecked", "rawtypes"})
  TileSource(
      Rows rows, BlockKernel<A, P> block, int largestTile, LongAdder evaluations, Workers workers) {
    this.rows = rows;
    this.shift = block.shift;
    this.largestTile = largestTile;
    this.block = block;
    this.points = new BlockRows<>(rows, block, shift, workers);
    this.simple = KernelForm.of(block.kernel()) instanceof PairForm;
    this.evaluations = evaluations;
    this.places = new Place[workers.threads()];
  }

  private Place<A, P> place(int worker) {
    if (places[worker] == null) {
      Place<A, P> place = new Place<>(block, largestTile);
      if (!points.direct()) {
        place.leftBuffer = block.array(largestTile * rows.columns());
        place.rightBuffer = block.array(largestTile * rows.columns());
      }
      places[worker] = place;
    }
    return places[worker];
  }

  /**
   * A tile without gaps. Of a tile on the diagonal only the lower half is computed, and what lies
   * above it is undefined.
   *
   * @return whether the tile is on the diagonal
   */
  boolean tile(
      int firstRow, int rowCount, int firstColumn, int columns, A out, boolean zeros, int worker) {
    Place<A, P> place = place(worker);
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
    return diagonal;
  }

  /**
   * Loads the left block. Tiles side by side have the same rows, so these are shifted and rounded
   * only once.
   */
  private void loadLeft(Place<A, P> place, int first, int count) {
    if (place.leftFirst != first || place.left.count != count) {
      points.load(place.left, first, count, place.leftBuffer);
      place.leftFirst = first;
    }
  }

  /** Kernel values between all rows and some points, row-major, as doubles. */
  void columns(Rows others, double[] into, Workers workers) {
    int width = Math.min(others.count(), largestTile);
    BlockRows<A, P> right = new BlockRows<>(others, block, shift, workers);
    A[] tiles = block.arrays(workers.threads());
    A[] buffers = block.arrays(workers.threads());
    for (int worker = 0; worker < tiles.length; worker++) {
      tiles[worker] = block.array(largestTile * width);
      buffers[worker] = block.array(width * rows.columns());
    }
    workers.run(
        (rows.count() + largestTile - 1) / largestTile,
        (index, worker) ->
            columns(index, right, others.count(), tiles[worker], buffers[worker], worker, into));
    evaluations.add((long) rows.count() * others.count());
  }

  /** The entries of one range of rows, as many columns at a time as a tile has. */
  private void columns(
      int index, BlockRows<A, P> right, int total, A tile, A buffer, int worker, double[] into) {
    Place<A, P> place = place(worker);
    int first = index * largestTile;
    int height = Math.min(largestTile, rows.count() - first);
    loadLeft(place, first, height);
    int width = Math.min(total, largestTile);
    for (int from = 0; from < total; from += width) {
      int count = Math.min(width, total - from);
      right.load(place.right, from, count, buffer);
      block.evaluate(place.left, place.right, tile, 0, count, false, place.scratch);
      for (int i = 0; i < height; i++) {
        block.copy(tile, i * count, into, (first + i) * total + from, count);
      }
    }
  }
}
