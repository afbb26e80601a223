package dev.mercer.internal.gram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.PrecomputedTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of a Gram matrix, and kernel values with points that are no rows, against the pairs. */
class TileColumnsTest {

  /** Fewer columns than a tile has, as many, and more than one tile of them. */
  @ParameterizedTest
  @CsvSource({"1,1", "70,3", "300,64", "300,65", "300,200"})
  void columnsAreThoseOfTheDefinition(int n, int count) {
    double[][] x = Definition.points(n, 4, n);
    int[] chosen = new int[count];
    Arrays.setAll(chosen, j -> (7 * j + 3) % n);
    for (String spec :
        new String[] {"gaussian(sigma=1.5)", "0.5*gaussian(sigma=2)+laplacian-l1(sigma=3)"}) {
      Kernel kernel = Definition.kernel(spec);
      double[][] gram = Definition.gram(kernel, x);
      for (boolean single : new boolean[] {false, true}) {
        double tolerance = GramOperatorTest.entryTolerance(gram, single);
        try (Workers workers = Workers.of(2)) {
          KernelTiles tiles = tiles(Definition.rows(x), kernel, single, workers);
          double[] columns = new double[n * count];
          tiles.columns(chosen, columns, workers);
          assertThat(tiles.evaluations()).isEqualTo((long) n * count);
          for (int i = 0; i < n; i++) {
            for (int j = 0; j < count; j++) {
              Definition.requireClose(
                  columns[i * count + j], gram[i][chosen[j]], tolerance, "column %d", j);
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"gaussian(sigma=1.5)", "polynomial(degree=2)", "gaussian(sigma=2)+linear"})
  void pointsNeedNotBeRows(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(150, 3, 1);
    double[][] p = Definition.points(20, 3, 2);
    double[][] cross = Definition.cross(kernel, x, p);
    double[][] among = Definition.gram(kernel, p);
    try (Workers workers = Workers.of(2)) {
      KernelTiles tiles = tiles(Definition.rows(x), kernel, false, workers);
      double[] columns = new double[150 * 20];
      double[] square = new double[20 * 20];
      tiles.columns(Definition.rows(p), columns, workers);
      tiles.among(Definition.rows(p), square, workers);
      assertThat(tiles.evaluations()).isEqualTo(150 * 20 + 20 * 20);
      double tolerance =
          Math.max(
              GramOperatorTest.entryTolerance(cross, false),
              GramOperatorTest.entryTolerance(among, false));
      for (int j = 0; j < 20; j++) {
        for (int i = 0; i < 150; i++) {
          Definition.requireClose(columns[i * 20 + j], cross[i][j], tolerance, "row %d", i);
        }
        for (int i = 0; i < 20; i++) {
          Definition.requireClose(square[i * 20 + j], among[i][j], tolerance, "point %d", i);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 70})
  void columnsOfAGivenMatrixAreRead(int n) {
    double[][] gram = Definition.gram(Definition.kernel("linear"), Definition.points(n, 3, n));
    int[] chosen = {n - 1, 0};
    double[] columns = new double[n * 2];
    try (Workers workers = Workers.of(2)) {
      new PrecomputedTiles(Definition.rows(gram)).columns(chosen, columns, workers);
    }
    for (int i = 0; i < n; i++) {
      assertThat(columns[2 * i]).isEqualTo(gram[i][n - 1]);
      assertThat(columns[2 * i + 1]).isEqualTo(gram[i][0]);
    }
  }

  private static KernelTiles tiles(Rows rows, Kernel kernel, boolean single, Workers workers) {
    int tile = new TileGrid(rows.count()).tileRows();
    return new KernelTiles(rows, kernel, single, tile, workers);
  }
}
