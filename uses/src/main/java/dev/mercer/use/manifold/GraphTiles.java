package dev.mercer.use.manifold;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.GramTiles;
import java.util.function.IntFunction;

/**
 * A Gram matrix whose entries are the weights of a graph's edges. Every tile is checked, and a
 * negative entry is refused with the names of its two points.
 */
final class GraphTiles implements GramTiles {

  private final GramTiles source;
  private final String kernel;
  private final IntFunction<String> names;

  /**
   * @param kernel the spec of the kernel, for messages
   * @param names how messages name a point
   */
  GraphTiles(GramTiles source, String kernel, IntFunction<String> names) {
    this.source = source;
    this.kernel = kernel;
    this.names = names;
  }

  /** Refuses an edge of negative weight. */
  static IllegalArgumentException negative(String kernel, String one, String other, double value) {
    return new IllegalArgumentException(
        "the kernel "
            + kernel
            + " is "
            + value
            + " between "
            + one
            + " and "
            + other
            + "; a graph has no negative weights: take a kernel without negative values, such as"
            + " gaussian");
  }

  @Override
  public int size() {
    return source.size();
  }

  @Override
  public void tile(
      int firstRow,
      int rows,
      int firstColumn,
      int columns,
      double[] out,
      boolean zeros,
      int worker) {
    source.tile(firstRow, rows, firstColumn, columns, out, zeros, worker);
    for (int k = 0; k < rows * columns; k++) {
      if (out[k] < 0) {
        throw refused(firstRow + k / columns, firstColumn + k % columns, out[k]);
      }
    }
  }

  @Override
  public void tile(
      int firstRow,
      int rows,
      int firstColumn,
      int columns,
      float[] out,
      boolean zeros,
      int worker) {
    source.tile(firstRow, rows, firstColumn, columns, out, zeros, worker);
    for (int k = 0; k < rows * columns; k++) {
      if (out[k] < 0) {
        throw refused(firstRow + k / columns, firstColumn + k % columns, out[k]);
      }
    }
  }

  private IllegalArgumentException refused(int row, int column, double value) {
    return negative(kernel, names.apply(row), names.apply(column), value);
  }

  @Override
  public void columns(int[] chosen, double[] into, Workers workers) {
    source.columns(chosen, into, workers);
  }

  @Override
  public double[] diagonal() {
    return source.diagonal();
  }

  @Override
  public long evaluations() {
    return source.evaluations();
  }
}
