package dev.mercer.internal.gram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.data.FileRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.PrecomputedTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.rows.RowSpool;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.kernel.Kernel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gram operators in both precisions, stored, recomputed and given, against all pairs by value. */
class GramOperatorTest {

  private static final int[] COLUMNS = {1, 7, 8, 9, 16, 17};
  private static final int MOST_COLUMNS = 17;
  private static final int FEATURES = 4;

  @TempDir Path directory;

  /** Sizes around the smallest tile, between, and with gaps behind the rows of stored tiles. */
  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 500, 513, 1100, 1600})
  void productsAndEntriesAreThoseOfTheDefinition(int n) {
    for (String spec :
        new String[] {
          "gaussian(sigma=1.5)",
          "polynomial(degree=2)",
          "0.5*gaussian(sigma=2)+laplacian-l1(sigma=3)"
        }) {
      Kernel kernel = Definition.kernel(spec);
      double[][] points = Definition.points(n, FEATURES, n);
      double[][] gram = Definition.gram(kernel, points);
      Rows rows = Definition.rows(points);
      for (boolean single : new boolean[] {false, true}) {
        double entry = entryTolerance(gram, single);
        try (Workers workers = Workers.of(2)) {
          check(new StoredGram(tiles(rows, kernel, single, workers), single, workers), gram, entry);
          check(new TiledGram(tiles(rows, kernel, single, workers), single, workers), gram, entry);
        }
      }
    }
  }

  /** Data far from the origin: distances keep their digits by the shift. */
  @ParameterizedTest
  @ValueSource(strings = {"gaussian(sigma=1.5)", "laplacian(sigma=2)", "gaussian(sigma=2)+linear"})
  void farFromTheOrigin(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] points = Definition.points(130, FEATURES, 5);
    for (double[] point : points) {
      for (int c = 0; c < point.length; c++) {
        point[c] += 1000;
      }
    }
    double[][] gram = Definition.gram(kernel, points);
    try (Workers workers = Workers.of(1)) {
      KernelTiles tiles = tiles(Definition.rows(points), kernel, false, workers);
      check(new StoredGram(tiles, false, workers), gram, entryTolerance(gram, false));
    }
  }

  /** Every kernel that has a name, across one tile boundary. */
  @Test
  void everyKernel() {
    double[][] points = Definition.points(70, FEATURES, 9);
    points[5] = new double[FEATURES]; // cosine of a zero row is 0
    for (String spec : Definition.KERNELS) {
      Kernel kernel = Definition.kernel(spec);
      double[][] gram = Definition.gram(kernel, points);
      try (Workers workers = Workers.of(2)) {
        for (boolean single : new boolean[] {false, true}) {
          double entry = entryTolerance(gram, single);
          KernelTiles tiles = tiles(Definition.rows(points), kernel, single, workers);
          check(new StoredGram(tiles, single, workers), gram, entry);
          check(new TiledGram(tiles, single, workers), gram, entry);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 64, 65, 513})
  void precomputedReadsTheGivenMatrix(int n) {
    double[][] gram = Definition.gram(Definition.kernel("linear"), Definition.points(n, 3, n));
    try (Workers workers = Workers.of(2)) {
      TiledGram operator =
          TiledGram.precomputed(new PrecomputedTiles(Definition.rows(gram)), workers);
      check(operator, gram, 0);
      assertThat(operator.kind()).isEqualTo("precomputed");
      assertThat(operator.evaluations()).isZero();
    }
  }

  @Test
  void precomputedRefusesWhatIsNoGramMatrix() {
    assertThatThrownBy(() -> new PrecomputedTiles(Definition.rows(new double[3][4])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 x 4");
    double[][] gram = Definition.gram(Definition.kernel("linear"), Definition.points(70, 3, 1));
    gram[68][3] += 1e-3;
    assertThatThrownBy(() -> new PrecomputedTiles(Definition.rows(gram)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(68, 3)")
        .hasMessageContaining("(3, 68)");
    gram[68][3] -= 1e-3 - 1e-10; // rounding of whoever made it
    new PrecomputedTiles(Definition.rows(gram));
  }

  /**
   * Products with unit vectors are the entries: symmetric to the bit, and those of copyLower; even
   * for a kernel whose values differ from their mirrors.
   */
  @ParameterizedTest
  @CsvSource({"130,false", "130,true", "513,false", "513,true"})
  void theMatrixIsSymmetricToTheBit(int n, boolean single) {
    Kernel kernel = Kernel.of("uneven", true, (x, y) -> x[0] * y[0] + 1e-5 * (x[1] - y[1]));
    Rows rows = Definition.rows(Definition.points(n, FEATURES, 3));
    double[] identity = new double[n * n];
    for (int i = 0; i < n; i++) {
      identity[i * n + i] = 1;
    }
    try (Workers workers = Workers.of(2)) {
      KernelTiles tiles = tiles(rows, kernel, single, workers);
      for (KernelOperator operator :
          new KernelOperator[] {
            new StoredGram(tiles, single, workers), new TiledGram(tiles, single, workers)
          }) {
        double[] product = new double[n * n];
        operator.apply(n, identity, product);
        double[] lower = new double[n * n];
        operator.copyLower(lower);
        for (int i = 0; i < n; i++) {
          for (int j = 0; j <= i; j++) {
            double above = product[j * n + i];
            Definition.requireClose(product[i * n + j], above, 0, "(%d, %d), its mirror", i, j);
            Definition.requireClose(lower[i * n + j], above, 0, "(%d, %d), copied", i, j);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"65,false", "65,true", "1100,false", "1100,true"})
  void threadsChangeNoBit(int n, boolean single) {
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    Rows rows = Definition.rows(Definition.points(n, FEATURES, 4));
    double[] x = new SplittableRandom(1).doubles((long) n * 9, -1, 1).toArray();
    double[] stored = null;
    double[] tiled = null;
    for (int threads = 1; threads <= 3; threads++) {
      try (Workers workers = Workers.of(threads)) {
        double[] byStored = new double[n * 9];
        double[] byTiled = new double[n * 9];
        new StoredGram(tiles(rows, kernel, single, workers), single, workers).apply(9, x, byStored);
        new TiledGram(tiles(rows, kernel, single, workers), single, workers).apply(9, x, byTiled);
        assertThat(byTiled).isEqualTo(byStored);
        stored = stored == null ? byStored : stored;
        tiled = tiled == null ? byTiled : tiled;
        assertThat(byStored).isEqualTo(stored);
        assertThat(byTiled).isEqualTo(tiled);
      }
    }
  }

  /** Tiles of more rows than are computed at once; the half not computed is mirrored. */
  @ParameterizedTest
  @ValueSource(ints = {252, 253, 300, 504})
  void diagonalTilesAreSymmetricAndRight(int n) {
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    double[][] points = Definition.points(n, FEATURES, 5);
    try (Workers workers = Workers.of(1)) {
      KernelTiles tiles = new KernelTiles(Definition.rows(points), kernel, false, n, workers);
      KernelTiles single = new KernelTiles(Definition.rows(points), kernel, true, n, workers);
      double[] tile = new double[n * n];
      float[] floats = new float[n * n];
      tiles.tile(0, n, 0, n, tile, true, 0);
      single.tile(0, n, 0, n, floats, true, 0);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double value = kernel.value(points[i], points[j]);
          assertThat(tile[i * n + j]).isEqualTo(tile[j * n + i]);
          assertThat(floats[i * n + j]).isEqualTo(floats[j * n + i]);
          Definition.requireClose(
              tile[i * n + j], value, entryTolerance(new double[1][1], false), "(%d, %d)", i, j);
          Definition.requireClose(
              floats[i * n + j], value, entryTolerance(new double[1][1], true), "(%d, %d)", i, j);
        }
      }
      assertThat(tiles.evaluations()).isLessThanOrEqualTo((long) n * n).isGreaterThan(n * n / 2);
      assertThat(tiles.evaluations() < (long) n * n).isEqualTo(n > 252);
    }
  }

  /** A stored matrix evaluates each tile of the lower triangle once, a recomputed one each pass. */
  @Test
  void evaluationsAreCounted() {
    int n = 300;
    TileGrid grid = new TileGrid(n);
    long triangle = 0;
    for (int i = 0; i < grid.count(); i++) {
      triangle += (long) grid.rows(i) * (grid.first(i) + grid.rows(i));
    }
    assertThat(triangle).isBetween((long) n * n / 2, (long) n * (n + grid.tileRows()) / 2);
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    Rows rows = Definition.rows(Definition.points(n, FEATURES, 2));
    double[] x = new double[n * 3];
    try (Workers workers = Workers.of(2)) {
      StoredGram stored = new StoredGram(tiles(rows, kernel, false, workers), false, workers);
      assertThat(stored.evaluations()).isEqualTo(triangle);
      stored.apply(3, x, new double[n * 3]);
      stored.copyLower(new double[n * n]);
      assertThat(stored.evaluations()).isEqualTo(triangle);
      TiledGram tiled = new TiledGram(tiles(rows, kernel, false, workers), false, workers);
      assertThat(tiled.evaluations()).isZero();
      tiled.apply(3, x, new double[n * 3]);
      tiled.apply(1, x, new double[n]);
      assertThat(tiled.evaluations()).isEqualTo(2 * triangle);
      tiled.diagonal();
      assertThat(tiled.evaluations()).isEqualTo(2 * triangle + n);
      assertThat(stored.kind()).isEqualTo("stored");
      assertThat(tiled.kind()).isEqualTo("tiled");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1100, 1600, 2600})
  void bytesAreThoseOfTheTiles(int n) {
    TileGrid grid = new TileGrid(n);
    long entries = 0;
    for (int i = 0; i < grid.count(); i++) {
      for (int j = 0; j <= i; j++) {
        entries += (long) grid.rows(i) * TileGrid.rowDistance(grid.rows(j));
      }
    }
    assertThat(StoredGram.bytes(n, false)).isBetween(8 * entries, 8 * entries + 100_000);
    assertThat(StoredGram.bytes(n, true)).isBetween(4 * entries, 4 * entries + 100_000);
    assertThat(TiledGram.bytes(n, false, 2)).isEqualTo(2L * 8 * grid.tileRows() * grid.tileRows());
  }

  @Test
  void onlyTilesNearlyAsWideAsProductsWantHaveGaps() {
    assertThat(TileGrid.rowDistance(504)).isEqualTo(504);
    assertThat(TileGrid.rowDistance(378)).isEqualTo(504);
    assertThat(TileGrid.rowDistance(377)).isEqualTo(377);
    assertThat(TileGrid.rowDistance(64)).isEqualTo(64);
  }

  /** However rows are held, the bits of the matrix are the same; chunks end inside a tile. */
  @Test
  void rowsOfAnyKindGiveTheSameBits() throws IOException {
    int n = 600;
    int d = 2100; // chunks of 504 rows
    double[][] points = Definition.points(n, d, 6);
    DenseRows chunked = DenseRows.of(points);
    assertThat(chunked.directDoubles(0, n)).as("in chunks").isNull();
    double[] flat = new double[n * d];
    chunked.copy(0, n, flat, 0);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    try (RowSpool spool = RowSpool.create(directory, d, Precision.DOUBLE)) {
      spool.append(flat, 0, n);
      try (RowSpool second = RowSpool.create(directory, d, Precision.DOUBLE);
          FileRows mapped = spool.map()) {
        second.append(flat, 0, n);
        FileRows file = second.read();
        Kernel kernel = Definition.kernel("gaussian(sigma=40)");
        for (boolean single : new boolean[] {false, true}) {
          double[] expected = lower(DenseRows.wrap(n, d, flat), kernel, single);
          assertThat(lower(chunked, kernel, single)).isEqualTo(expected);
          assertThat(lower(mapped, kernel, single)).isEqualTo(expected);
          assertThat(lower(file, kernel, single)).isEqualTo(expected);
          assertThat(lower(chunked.select(all), kernel, single)).isEqualTo(expected);
          assertThat(lower(new ScaledRows(chunked, Scaling.none(d)), kernel, single))
              .isEqualTo(expected);
          assertThat(lower(new RowSlice(chunked, 0, n), kernel, single)).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void rowsStoredAsFloatAreTakenAsTheyAre() {
    int n = 150;
    double[][] points = Definition.points(n, FEATURES, 8);
    float[] floats = new float[n * FEATURES];
    double[] widened = new double[n * FEATURES];
    for (int k = 0; k < floats.length; k++) {
      floats[k] = (float) points[k / FEATURES][k % FEATURES];
      widened[k] = floats[k];
    }
    Kernel kernel = Definition.kernel("cauchy(sigma=2)");
    for (boolean single : new boolean[] {false, true}) {
      assertThat(lower(DenseRows.wrap(n, FEATURES, floats), kernel, single))
          .isEqualTo(lower(DenseRows.wrap(n, FEATURES, widened), kernel, single));
    }
  }

  private static double[] lower(Rows rows, Kernel kernel, boolean single) {
    try (Workers workers = Workers.of(2)) {
      double[] result = new double[rows.count() * rows.count()];
      new TiledGram(tiles(rows, kernel, single, workers), single, workers).copyLower(result);
      return result;
    }
  }

  static KernelTiles tiles(Rows rows, Kernel kernel, boolean single, Workers workers) {
    return new KernelTiles(rows, kernel, single, new TileGrid(rows.count()).tileRows(), workers);
  }

  /**
   * Inner products of points of norm up to about 6 lose at most some 40 units of rounding on the
   * way into an exponential or a square; single precision states 1e-6 itself.
   */
  static double entryTolerance(double[][] gram, boolean single) {
    return (single ? 4e-6 : 128 * Math.ulp(1.0)) * Math.max(1, Definition.largest(gram));
  }

  /** Products for each number of columns, diagonal and lower triangle against the matrix. */
  private static void check(KernelOperator operator, double[][] gram, double entry) {
    int n = gram.length;
    assertThat(operator.size()).isEqualTo(n);
    double[] lower = new double[n * n];
    Arrays.fill(lower, Double.NaN);
    operator.copyLower(lower);
    double[] diagonal = operator.diagonal();
    for (int i = 0; i < n; i++) {
      Definition.requireClose(diagonal[i], gram[i][i], entry, "diagonal entry %d", i);
      for (int j = 0; j <= i; j++) {
        Definition.requireClose(lower[i * n + j], gram[i][j], entry, "entry (%d, %d)", i, j);
      }
    }
    double[][] wide = new double[n][MOST_COLUMNS];
    SplittableRandom random = new SplittableRandom(7);
    for (double[] row : wide) {
      Arrays.setAll(row, c -> random.nextDouble(-1, 1));
    }
    double[][] expected = new double[n][MOST_COLUMNS];
    double[] sums = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        sums[i] += Math.abs(gram[i][j]);
        for (int c = 0; c < MOST_COLUMNS; c++) {
          expected[i][c] += gram[i][j] * wide[j][c];
        }
      }
    }
    // Float products of a tile round at each of its at most 504 terms.
    double relative = entry > 1e-8 ? 504 * Math.ulp(1f) : n * Math.ulp(1.0);
    for (int columns : COLUMNS) {
      double[] x = new double[n * columns];
      double[] y = new double[n * columns];
      Arrays.fill(y, Double.NaN);
      for (int i = 0; i < n; i++) {
        System.arraycopy(wide[i], 0, x, i * columns, columns);
      }
      operator.apply(columns, x, y);
      for (int i = 0; i < n; i++) {
        for (int c = 0; c < columns; c++) {
          Definition.requireClose(
              y[i * columns + c],
              expected[i][c],
              n * entry + relative * sums[i],
              "row %d, column %d of %d",
              i,
              c,
              columns);
        }
      }
    }
  }
}
