package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.PrecomputedTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * The whole Gram matrix, for selectors that need every pair: products with it, and the moments of
 * its columns.
 *
 * <p>The matrix is stored if it fits in memory, otherwise it is recomputed for every product. The
 * moments of the columns take n^2 kernel values; a product takes n^2 / 2 unless the matrix is
 * stored.
 */
public final class WholeGram {

  private final SelectionRequest request;
  private final GramTiles tiles;
  private final TileGrid grid;
  private final KernelOperator operator;

  /**
   * @param memory bytes that the matrix may take
   */
  public WholeGram(SelectionRequest request, long memory) {
    this.request = request;
    Rows rows = request.rows();
    Kernel kernel = request.kernel();
    grid = new TileGrid(rows.count());
    if (!kernel.hasPoints()) {
      PrecomputedTiles given = new PrecomputedTiles(rows);
      tiles = given;
      operator = TiledGram.precomputed(given, request.workers());
      return;
    }
    tiles = new KernelTiles(rows, kernel, false, grid.tileRows(), request.workers());
    operator =
        StoredGram.bytes(rows.count(), false) <= memory
            ? new StoredGram(tiles, false, request.workers())
            : new TiledGram(tiles, false, request.workers());
  }

  /**
   * Bytes held beside the rows if K is not stored, including those of a product with this many
   * vectors.
   */
  static long bytes(Rows rows, Kernel kernel, int vectors, int threads) {
    int n = rows.count();
    int tile = new TileGrid(n).tileRows();
    return (kernel.hasPoints() ? KernelTiles.bytes(rows, kernel, false, tile, threads) : 0)
        + TiledGram.bytes(n, false, threads)
        + KernelOperator.productBytes(n, vectors, threads);
  }

  /** Kernel values computed so far. */
  public long evaluations() {
    return tiles.evaluations();
  }

  /** Y = K X for n x columns values, row-major. */
  void multiply(int columns, double[] x, double[] y) {
    operator.apply(columns, x, y);
  }

  /**
   * Weighted sums of squares of every column of K.
   *
   * @param squares receives sum_i w_i k_ij^2
   * @param spreads receives the sums about the weighted mean of the column if features are
   *     centered, otherwise the same as {@code squares}
   */
  void columnMoments(double[] squares, double[] spreads) {
    int tile = grid.tileRows();
    double[][] buffers = new double[request.workers().threads()][];
    request
        .workers()
        .run(
            grid.count(),
            (stretch, worker) -> {
              if (buffers[worker] == null) {
                buffers[worker] = new double[tile * tile];
              }
              double[] values = buffers[worker];
              int columns = grid.rows(stretch);
              RunningSpread spread = new RunningSpread(columns, request.center());
              for (int other = 0; other < grid.count(); other++) {
                tiles.tile(
                    grid.first(other),
                    grid.rows(other),
                    grid.first(stretch),
                    columns,
                    values,
                    false,
                    worker);
                spread.add(values, grid.rows(other), grid.first(other), request);
              }
              System.arraycopy(spread.squares, 0, squares, grid.first(stretch), columns);
              System.arraycopy(spread.spreads, 0, spreads, grid.first(stretch), columns);
            });
  }

  /** Accumulates weighted sums of squares of some columns, block of rows by block of rows. */
  static final class RunningSpread {

    final double[] squares;
    final double[] spreads;
    private final double[] means;
    private final double[] blockMeans;
    private final double[] blockSpreads;
    private final boolean center;
    private double weight;

    RunningSpread(int columns, boolean center) {
      this.center = center;
      squares = new double[columns];
      spreads = center ? new double[columns] : squares;
      means = new double[columns];
      blockMeans = new double[columns];
      blockSpreads = new double[columns];
    }

    /**
     * Adds {@code rows} rows starting at {@code firstRow}, given row-major with one entry per
     * column.
     */
    void add(double[] values, int rows, int firstRow, SelectionRequest request) {
      int columns = squares.length;
      double blockWeight = 0;
      Arrays.fill(blockMeans, 0);
      Arrays.fill(blockSpreads, 0);
      for (int i = 0; i < rows; i++) {
        double w = request.weight(firstRow + i);
        blockWeight += w;
        for (int c = 0; c < columns; c++) {
          double value = values[i * columns + c];
          squares[c] += w * value * value;
          blockMeans[c] += w * value;
        }
      }
      if (!center || !(blockWeight > 0)) {
        return;
      }
      for (int c = 0; c < columns; c++) {
        blockMeans[c] /= blockWeight;
      }
      for (int i = 0; i < rows; i++) {
        double w = request.weight(firstRow + i);
        for (int c = 0; c < columns; c++) {
          double difference = values[i * columns + c] - blockMeans[c];
          blockSpreads[c] += w * difference * difference;
        }
      }
      double both = weight + blockWeight;
      for (int c = 0; c < columns; c++) {
        // The difference of two means adds the spread between the groups; no large sums are
        // subtracted.
        double difference = blockMeans[c] - means[c];
        spreads[c] += blockSpreads[c] + weight * (blockWeight / both) * difference * difference;
        means[c] += difference * (blockWeight / both);
      }
      weight = both;
    }
  }
}
