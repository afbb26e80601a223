package dev.mercer.internal.explicit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.QuadraticFeatures;
import dev.mercer.internal.fastsum.SignedFeatures;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Polynomial;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scores through features, against the sum over points written out; and the maps they use. */
class FeatureScoresTest {

  private static final double EPS = Math.ulp(1.0);

  /** Points and rows on both sides of a block of 1000, and of all groups of blocks. */
  @ParameterizedTest
  @CsvSource({"1,1,1", "9,7,2", "1000,3,4", "1001,1000,3", "9500,1001,2"})
  void scoresAreTheSumOverPoints(int points, int rows, int rank) {
    Polynomial kernel = new Polynomial(0.5, 1.5, 2);
    check(new QuadraticFeatures(0.5, 1.5), kernel::value, points, rows, 2, rank);
    check(new IdentityFeatures(3), new Linear()::value, points, rows, 3, rank);
    check(new SignedFeatures(), (x, y) -> x[0] * y[0] - x[1] * y[1], points, rows, 2, rank);
  }

  /** Rows wider than a strip, of which few fit a block. */
  @Test
  void wideRows() {
    check(new IdentityFeatures(3001), new Linear()::value, 100, 90, 3001, 4);
  }

  @Test
  void threadsAndKindsOfRowsChangeNoBit() {
    int n = 4100;
    DenseRows rows = Definition.rows(Definition.points(n, 2, 5));
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    Rows selected = rows.select(all); // has no array to read directly
    assertThat(selected.directDoubles(0, 1)).isNull();
    double[] expected = null;
    for (int threads = 1; threads <= 3; threads++) {
      for (Rows each : new Rows[] {rows, selected}) {
        try (Workers workers = Workers.of(threads)) {
          double[] scores = new double[n * 3];
          new FeatureScores(new QuadraticFeatures(1, 1), each, random(n, 3), new double[3], workers)
              .score(each, scores, workers);
          expected = expected == null ? scores : expected;
          assertThat(scores).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void rowsOfAnotherWidthAreRefused() {
    try (Workers workers = Workers.of(1)) {
      Rows points = Definition.rows(Definition.points(4, 2, 1));
      FeatureScores scores =
          new FeatureScores(new IdentityFeatures(2), points, random(4, 1), new double[1], workers);
      Rows wide = Definition.rows(Definition.points(4, 3, 1));
      assertThatThrownBy(() -> scores.score(wide, new double[4], workers))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("3 columns")
          .hasMessageContaining("points 2");
    }
    assertThatThrownBy(() -> new IdentityFeatures(0)).hasMessageContaining("columns = 0");
  }

  @Test
  void kernelsWithFewEnoughFeaturesHaveAMap() {
    assertThat(ExactFeatures.of(new Linear(), 7, 7)).isEqualTo(new IdentityFeatures(7));
    assertThat(ExactFeatures.of(new Linear(), 7, 6)).isNull();
    assertThat(ExactFeatures.of(Gaussian.sigma(1), 1, 1000)).isNull();
  }

  /** A block is a multiple of 8 rows, whatever the map. */
  @Test
  void blocksAreSizedForTheCache() {
    assertThat(FeatureBlock.strideFor(new IdentityFeatures(1), 1 << 18, 1000)).isEqualTo(1000);
    assertThat(FeatureBlock.strideFor(new IdentityFeatures(784), 1 << 18, 1000)).isEqualTo(328);
    assertThat(FeatureBlock.strideFor(new IdentityFeatures(1 << 20), 1 << 18, 1000)).isEqualTo(8);
  }

  private static void check(
      FeatureMap map,
      ToDoubleBiFunction<double[], double[]> kernel,
      int points,
      int rows,
      int columns,
      int rank) {
    double[][] p = Definition.points(points, columns, 1);
    double[][] x = Definition.points(rows, columns, 2);
    Matrix a = random(points, rank);
    double[] offset = new double[rank];
    Arrays.setAll(offset, c -> 0.25 * c - 1);
    double[] scores = new double[rows * rank];
    try (Workers workers = Workers.of(2)) {
      new FeatureScores(map, Definition.rows(p), a, offset, workers)
          .score(Definition.rows(x), scores, workers);
    }
    double norm = 0; // of the longest row or point in feature space, from above
    for (double[][] each : new double[][][] {p, x}) {
      for (double[] point : each) {
        norm = Math.max(norm, Math.abs(kernel.applyAsDouble(point, point)));
        norm = Math.max(norm, Arrays.stream(point).map(v -> v * v).sum());
      }
    }
    for (int i = 0; i < rows; i += 1 + rows / 50) {
      for (int c = 0; c < rank; c++) {
        double expected = -offset[c];
        double size = 2;
        for (int j = 0; j < points; j++) {
          expected += a.get(j, c) * kernel.applyAsDouble(x[i], p[j]);
          size += Math.abs(a.get(j, c)) * norm;
        }
        // Sums over points and terms: relative rounding of each at most their number.
        double tolerance = (points + map.terms() + 8) * EPS * size;
        Definition.requireClose(scores[i * rank + c], expected, tolerance, "%d,%d", i, c);
      }
    }
  }

  private static Matrix random(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(9);
    double[] values = random.doubles((long) rows * columns, -1, 1).toArray();
    return Matrix.wrap(rows, columns, values);
  }
}
