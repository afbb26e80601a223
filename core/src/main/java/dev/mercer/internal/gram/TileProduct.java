package dev.mercer.internal.gram;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Maps;
import dev.mercer.internal.backend.PanelProducts;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.TileGrid;
import java.util.Arrays;

/**
 * Y = K V for a symmetric matrix K in lower-triangle tiles, which are either stored or computed
 * when they are needed.
 *
 * <ol>
 *   <li>Diagonal tiles: Y_i = K_ii V_i.
 *   <li>For each round of the grid's tournament, for each of its pairs (i, j): Y_i += K_ij V_j and
 *       Y_j += K_ij' V_i, so that a tile is read once for both.
 * </ol>
 *
 * Tiles are worked on in parallel ({@link TileOrder}), and every row range of Y receives its terms
 * in the order of the rounds, so the result is the same to the last bit for any number of threads.
 * Where the Vector API is in use, the products are those of {@link PanelProducts}, which take one
 * strip of a tile at a time for both halves of the matrix; otherwise they are those of BLAS. Cost:
 * 2 n^2 flops per vector, and half the matrix is read once. Float tiles are multiplied in single
 * precision, and their results are summed in double.
 */
final class TileProduct {

  /**
   * The tile (i, j) of the lower triangle, row-major; valid until the same worker asks for the next
   * one.
   */
  interface Tiles {
    double[] tile(int i, int j, int worker);
  }

  /** The same for float tiles. */
  interface FloatTiles {
    float[] tile(int i, int j, int worker);
  }

  /** With more columns than this, packing a tile costs little compared with the product. */
  private static final int MOST_SMALL_COLUMNS = 32;

  /**
   * Multiplications in a product that is small enough for OpenBLAS to skip packing, with a margin.
   */
  private static final int SMALL_PRODUCT = 460_000;

  /**
   * With more rows of a tile at a time than this, they do not stay in the cache until their second
   * product.
   */
  private static final int MOST_SMALL_ROWS = 48;

  /**
   * Rows in a strip: 194 kB, so that a strip stays in the second-level cache between products. The
   * number is a multiple of six and of eight, the rows that the loops take at a time.
   */
  private static final int STRIP = 48;

  private static final int PANEL = PanelProducts.COLUMNS;
  private static final int STRIDE = PanelProducts.STRIDE;

  private final TileGrid grid;
  private final boolean spread;
  private final TileOrder order;
  private final Workers workers;
  private final Blas blas;
  private final boolean inPanels;
  private final Maps maps;
  // one per worker: its copy of a strip whose rows are not STRIDE apart
  private final double[][] strips;
  private final float[][] floatStrips;

  /**
   * @param spread whether rows of tiles are {@link TileGrid#rowDistance} apart; otherwise there are
   *     no gaps between them
   */
  TileProduct(TileGrid grid, boolean spread, Workers workers) {
    this.grid = grid;
    this.spread = spread;
    this.order = new TileOrder(grid);
    this.workers = workers;
    this.blas = workers.blas();
    this.inPanels = workers.backend().simd().panels().isPresent();
    this.maps = workers.backend().maps();
    this.strips = new double[workers.threads()][];
    this.floatStrips = new float[workers.threads()][];
  }

  /** An upper bound on the bytes that {@link #multiply} and {@link #multiplySingle} allocate. */
  static long bytes(int size, int columns, int threads) {
    long padded = (long) PANEL * panels(columns);
    return 16L * size * padded
        + 4L * size * padded
        + 8L * threads * TileGrid.LARGEST_TILE * padded
        + 8L * threads * STRIP * STRIDE;
  }

  private static int panels(int columns) {
    return (columns + PANEL - 1) / PANEL;
  }

  private int rowDistance(int width) {
    return spread ? TileGrid.rowDistance(width) : width;
  }

  /** A single vector is multiplied by BLAS, because it would leave most of a panel empty. */
  private boolean byPanels(int columns) {
    return inPanels && columns > 1;
  }

  private void forTiles(double[] y, int columns, TileOrder.Task task) {
    Arrays.fill(y, 0, grid.size() * columns, 0);
    order.run(workers, task);
  }

  void multiply(Tiles tiles, int columns, double[] x, double[] y) {
    if (!byPanels(columns)) {
      forTiles(
          y, columns, (i, j, worker) -> addProducts(i, j, tiles.tile(i, j, worker), columns, x, y));
    } else if (columns == PANEL) {
      multiplyPanels(tiles, 1, x, y);
    } else {
      int count = panels(columns);
      double[] panels = new double[grid.size() * PANEL * count];
      double[] products = new double[panels.length];
      copyPanels(columns, x, panels, true);
      multiplyPanels(tiles, count, panels, products);
      copyPanels(columns, y, products, false);
    }
  }

  /** Copies vectors, row by row, to panels that follow one another in memory, or back. */
  private void copyPanels(int columns, double[] vectors, double[] panels, boolean to) {
    int n = grid.size();
    for (int first = 0; first < columns; first += PANEL) {
      int count = Math.min(PANEL, columns - first);
      for (int i = 0; i < n; i++) {
        int at = i * columns + first;
        int inPanel = n * first + i * PANEL;
        if (to) {
          System.arraycopy(vectors, at, panels, inPanel, count);
        } else {
          System.arraycopy(panels, inPanel, vectors, at, count);
        }
      }
    }
  }

  private void multiplyPanels(Tiles tiles, int panels, double[] x, double[] y) {
    int panelSize = grid.size() * PANEL;
    forTiles(
        y,
        PANEL * panels,
        (i, j, worker) -> {
          double[] tile = tiles.tile(i, j, worker);
          int width = grid.rows(j);
          PanelProducts product = product(i, j, panels);
          for (int first = 0; first < grid.rows(i); first += STRIP) {
            int rows = Math.min(STRIP, grid.rows(i) - first);
            boolean direct = rowDistance(width) == STRIDE;
            double[] strip = direct ? tile : strip(tile, first, rows, width, worker);
            int at = direct ? first * STRIDE : 0;
            for (int panel = 0; panel < panels; panel++) {
              int ofI = panel * panelSize + (grid.first(i) + first) * PANEL;
              int ofJ = panel * panelSize + grid.first(j) * PANEL;
              if (i == j) {
                product.rows(strip, at, rows, width, x, ofJ, y, ofI);
              } else {
                product.both(strip, at, rows, width, x, ofI, ofJ, y, ofI, ofJ);
              }
            }
          }
        });
  }

  private PanelProducts product(int i, int j, int panels) {
    return maps.next((long) grid.rows(i) * grid.rows(j) * panels).panels().orElseThrow();
  }

  private double[] strip(double[] tile, int first, int rows, int width, int worker) {
    if (strips[worker] == null) {
      strips[worker] = new double[STRIP * STRIDE];
    }
    for (int i = 0; i < rows; i++) {
      System.arraycopy(tile, (first + i) * rowDistance(width), strips[worker], i * STRIDE, width);
    }
    return strips[worker];
  }

  private float[] strip(float[] tile, int first, int rows, int width, int worker) {
    if (floatStrips[worker] == null) {
      floatStrips[worker] = new float[STRIP * STRIDE];
    }
    for (int i = 0; i < rows; i++) {
      System.arraycopy(
          tile, (first + i) * rowDistance(width), floatStrips[worker], i * STRIDE, width);
    }
    return floatStrips[worker];
  }

  void multiplySingle(FloatTiles tiles, int columns, double[] x, double[] y) {
    boolean byPanels = byPanels(columns);
    int width = byPanels ? PANEL : columns;
    int count = byPanels ? panels(columns) : 1;
    float[] rounded = rounded(columns, width, x);
    // The products of one tile: those for its rows, followed by those for its columns.
    float[][] partial = new float[workers.threads()][2 * grid.tileRows() * width * count];
    forTiles(
        y,
        columns,
        (i, j, worker) -> {
          float[] tile = tiles.tile(i, j, worker);
          float[] sums = partial[worker];
          int second = grid.rows(i) * width * count;
          Arrays.fill(sums, 0, second + grid.rows(j) * width * count, 0);
          if (byPanels) {
            multiplyPanels(i, j, tile, count, rounded, sums, second, worker);
          } else {
            addProducts(i, j, tile, columns, rounded, sums, second);
          }
          if (i != j) {
            add(sums, second, width, j, columns, y);
          }
          add(sums, 0, width, i, columns, y);
        });
  }

  /**
   * The vectors in single precision, in panels of {@code width} columns that follow one another.
   */
  private float[] rounded(int columns, int width, double[] x) {
    int n = grid.size();
    float[] result = new float[n * ((columns + width - 1) / width) * width];
    for (int first = 0; first < columns; first += width) {
      int count = Math.min(width, columns - first);
      for (int i = 0; i < n; i++) {
        int from = i * columns + first;
        int to = n * first + i * width;
        for (int c = 0; c < count; c++) {
          result[to + c] = (float) x[from + c];
        }
      }
    }
    return result;
  }

  private void multiplyPanels(
      int i, int j, float[] tile, int panels, float[] x, float[] sums, int second, int worker) {
    int width = grid.rows(j);
    PanelProducts product = product(i, j, panels);
    for (int first = 0; first < grid.rows(i); first += STRIP) {
      int rows = Math.min(STRIP, grid.rows(i) - first);
      boolean direct = rowDistance(width) == STRIDE;
      float[] strip = direct ? tile : strip(tile, first, rows, width, worker);
      int at = direct ? first * STRIDE : 0;
      for (int panel = 0; panel < panels; panel++) {
        int ofI = (panel * grid.size() + grid.first(i) + first) * PANEL;
        int ofJ = (panel * grid.size() + grid.first(j)) * PANEL;
        int toI = (panel * grid.rows(i) + first) * PANEL;
        int toJ = second + panel * width * PANEL;
        if (i == j) {
          product.rows(strip, at, rows, width, x, ofJ, sums, toI);
        } else {
          product.both(strip, at, rows, width, x, ofI, ofJ, sums, toI, toJ);
        }
      }
    }
  }

  /**
   * Adds the products of one row range, which start at {@code from} in panels of {@code width}, to
   * y.
   */
  private void add(float[] sums, int from, int width, int stretch, int columns, double[] y) {
    int rows = grid.rows(stretch);
    for (int first = 0; first < columns; first += width) {
      int count = Math.min(width, columns - first);
      for (int i = 0; i < rows; i++) {
        int to = (grid.first(stretch) + i) * columns + first;
        int of = from + rows * first + i * width;
        for (int c = 0; c < count; c++) {
          y[to + c] += sums[of + c];
        }
      }
    }
  }

  /**
   * Y_i += K_ij X_j and, off the diagonal, Y_j += K_ij' X_i by BLAS, a few rows of the tile at a
   * time. OpenBLAS computes small products without packing the tile first, which would cost more
   * than the product, and the rows are still in the cache for the second product.
   */
  private void addProducts(int i, int j, double[] tile, int columns, double[] x, double[] y) {
    int rows = grid.rows(i);
    int width = grid.rows(j);
    View block = View.at(tile, 0, rows, width, rowDistance(width));
    View all = View.of(x, grid.size(), columns);
    View sums = View.of(y, grid.size(), columns);
    int step = rowsOfSmallProduct(width, columns);
    for (int first = 0; first < rows; first += step) {
      int count = Math.min(step, rows - first);
      View strip = block.rows(first, count);
      int place = grid.first(i) + first;
      blas.add(1, strip, all.rows(grid.first(j), width), sums.rows(place, count));
      if (i != j) {
        blas.add(1, strip.t(), all.rows(place, count), sums.rows(grid.first(j), width));
      }
    }
  }

  /**
   * The number of rows of a tile to multiply at a time, so that OpenBLAS does not pack them; all
   * rows if there are so many columns that packing pays.
   */
  static int rowsOfSmallProduct(int width, int columns) {
    return columns > MOST_SMALL_COLUMNS
        ? TileGrid.LARGEST_TILE
        : Math.max(8, Math.min(MOST_SMALL_ROWS, SMALL_PRODUCT / (width * columns)));
  }

  /**
   * Computes the products of one tile; those for its columns start at {@code second}. It calls BLAS
   * with bare arrays, because views exist only in double precision.
   */
  private void addProducts(
      int i, int j, float[] tile, int columns, float[] x, float[] sums, int second) {
    int rows = grid.rows(i);
    int width = grid.rows(j);
    int ofI = grid.first(i) * columns;
    int ofJ = grid.first(j) * columns;
    int distance = rowDistance(width);
    int step = rowsOfSmallProduct(width, columns);
    for (int first = 0; first < rows; first += step) {
      int count = Math.min(step, rows - first);
      int strip = first * distance;
      int shift = first * columns;
      blas.gemm(
          false, false, count, columns, width, 1f, tile, strip, distance, x, ofJ, columns, 1f, sums,
          shift, columns);
      if (i != j) {
        blas.gemm(
            true,
            false,
            width,
            columns,
            count,
            1f,
            tile,
            strip,
            distance,
            x,
            ofI + shift,
            columns,
            1f,
            sums,
            second,
            columns);
      }
    }
  }
}
