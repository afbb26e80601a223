package dev.mercer.internal.gram;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.PrecomputedTiles;
import dev.mercer.internal.blocks.TileGrid;

/**
 * A Gram matrix that is never stored: every product computes its tiles again, each once for both
 * halves of the matrix.
 *
 * <p>Memory: one tile per thread in addition to the rows, O(n). Cost of a product: n(n + tile)/2
 * kernel values, however many vectors are multiplied, so solvers should multiply many at once.
 */
public final class TiledGram implements KernelOperator {

  private final GramTiles source;
  private final String kind;
  private final boolean single;
  private final TileGrid grid;
  private final TileProduct product;
  private final Workers workers;
  private final double[][] buffers;
  private final float[][] floatBuffers;

  public TiledGram(GramTiles source, boolean single, Workers workers) {
    this(source, "tiled", single, workers);
  }

  /** The operator of a precomputed matrix, for which computing a tile means reading it. */
  public static TiledGram precomputed(PrecomputedTiles matrix, Workers workers) {
    return new TiledGram(matrix, "precomputed", false, workers);
  }

  private TiledGram(GramTiles source, String kind, boolean single, Workers workers) {
    this.source = source;
    this.kind = kind;
    this.single = single;
    this.grid = new TileGrid(source.size());
    this.product = new TileProduct(grid, false, workers);
    this.workers = workers;
    int entries = grid.tileRows() * grid.tileRows();
    this.buffers = single ? null : new double[workers.threads()][entries];
    this.floatBuffers = single ? new float[workers.threads()][entries] : null;
  }

  /** Bytes of the tile buffers, computed without allocating them. */
  public static long bytes(int size, boolean single, int threads) {
    long tile = new TileGrid(size).tileRows();
    return threads * tile * tile * (single ? 4 : 8);
  }

  @Override
  public double epsilon() {
    return single ? Math.ulp(1f) : Math.ulp(1.0);
  }

  @Override
  public int size() {
    return grid.size();
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    if (single) {
      product.multiplySingle(this::computeSingle, columns, x, y);
    } else {
      product.multiply(this::compute, columns, x, y);
    }
  }

  private float[] computeSingle(int i, int j, int worker) {
    float[] buffer = floatBuffers[worker];
    source.tile(grid.first(i), grid.rows(i), grid.first(j), grid.rows(j), buffer, false, worker);
    return buffer;
  }

  private double[] compute(int i, int j, int worker) {
    double[] buffer = buffers[worker];
    source.tile(grid.first(i), grid.rows(i), grid.first(j), grid.rows(j), buffer, false, worker);
    return buffer;
  }

  @Override
  public void copyLower(double[] into) {
    int n = grid.size();
    workers.run(
        grid.count(),
        (i, worker) -> {
          for (int j = 0; j <= i; j++) {
            int width = grid.rows(j);
            double[] doubles = single ? null : compute(i, j, worker);
            float[] floats = single ? computeSingle(i, j, worker) : null;
            for (int row = 0; row < grid.rows(i); row++) {
              int to = (grid.first(i) + row) * n + grid.first(j);
              for (int c = 0; c < width; c++) {
                into[to + c] = single ? floats[row * width + c] : doubles[row * width + c];
              }
            }
          }
        });
  }

  @Override
  public String kind() {
    return kind;
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
