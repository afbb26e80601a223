package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tiles of the Gram matrix of some rows in one precision: what {@link KernelTiles} has of its own
 * for each.
 *
 * @param <A> an array of numbers, double or float
 * @param <P> points in such arrays
 */
final class TileSource<A, P extends BlockPoints<A>> {

  /** Half of a large tile: three quarters of the work; matrix products of fewer rows get slow. */
  private static final int DIAGONAL_ROWS = 252;

  private final Rows rows;
  private final double[] shift;
  private final int largestTile;
  private final BlockKernel<A, P> block;
  private final BlockRows<A, P> points;
  private final boolean simple; // evaluated in place, without parts
  private final LongAdder evaluations;
  private final Place<A, P>[] places;

  /** What one thread works with, made when it works on its first tile. */
  private static final class Place<A, P extends BlockPoints<A>> {
    final P left;
    final P right;
    final BlockScratch<A> scratch;
    A leftBuffer;
    A rightBuffer;
    int leftFirst = -1; // the row that left begins with

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
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic class
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
   * A tile without gaps; of one on the diagonal its lower half, and what lies above it is
   * undefined.
   *
   * @return whether it is one on the diagonal
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

  /** Tiles side by side have the same rows: these are not shifted and rounded for each again. */
  private void loadLeft(Place<A, P> place, int first, int count) {
    if (place.leftFirst != first || place.left.count != count) {
      points.load(place.left, first, count, place.leftBuffer);
      place.leftFirst = first;
    }
  }

  /** Kernel values of all rows and some points side by side, row-major, as doubles. */
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

  /** The entries of one stretch of rows, as many columns at a time as a tile has. */
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
