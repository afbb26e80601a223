package dev.mercer.internal.gram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores Y = K(X, P) A - 1 b' against the sum written out. */
class KernelScoresTest {

  private static final int FEATURES = 3;
  private static final int RANK = 5;

  /** Points and rows on both sides of a tile of 504. */
  @ParameterizedTest
  @CsvSource({"1,1", "20,7", "504,3", "505,504", "1100,505", "3,1100"})
  void scoresAreTheSumWrittenOut(int points, int rows) {
    for (String spec : new String[] {"gaussian(sigma=1.5)", "polynomial(degree=2)+cosine"}) {
      check(spec, Definition.points(points, FEATURES, 1), Definition.points(rows, FEATURES, 2));
    }
  }

  @Test
  void everyKernel() {
    for (String spec : Definition.KERNELS) {
      check(spec, Definition.points(40, FEATURES, 1), Definition.points(30, FEATURES, 2));
    }
  }

  /** The shift is chosen from the points and applied to the rows as well. */
  @Test
  void farFromTheOrigin() {
    double[][] points = Definition.points(40, FEATURES, 1);
    double[][] rows = Definition.points(30, FEATURES, 2);
    for (double[][] each : new double[][][] {points, rows}) {
      for (double[] point : each) {
        point[1] += 1e4;
      }
    }
    check("gaussian(sigma=1.5)", points, rows);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void threadsAndKindsOfRowsChangeNoBit(boolean single) {
    int n = 1100;
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    double[][] points = Definition.points(n, FEATURES, 3);
    double[] flat = Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray();
    Rows rows = DenseRows.wrap(n, FEATURES, flat);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    double[] expected = null;
    for (int threads = 1; threads <= 3; threads++) {
      for (Rows each :
          new Rows[] {
            rows,
            rows.select(all),
            new ScaledRows(rows, Scaling.none(FEATURES)),
            DenseRows.copyOf(rows)
          }) {
        double[] scores = scores(kernel, each, each, single, threads);
        expected = expected == null ? scores : expected;
        assertThat(scores).isEqualTo(expected);
      }
    }
  }

  /** A row's scores do not depend on the rows beside it, not even where those are not numbers. */
  @Test
  void rowsAreScoredEachForItself() {
    double[][] points = Definition.points(600, FEATURES, 3);
    double[][] rows = Definition.points(9, FEATURES, 4);
    for (String spec : Definition.KERNELS) {
      Kernel kernel = Definition.kernel(spec);
      for (boolean single : new boolean[] {false, true}) {
        double[][] damaged = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        damaged[4][1] = Double.NaN;
        double[] clean = scores(kernel, Definition.rows(points), Definition.rows(rows), single, 1);
        double[] scores =
            scores(kernel, Definition.rows(points), Definition.rows(damaged), single, 1);
        for (int k = 0; k < scores.length; k++) {
          if (k / RANK == 4) {
            assertThat(scores[k]).as("%s, single %s", spec, single).isNaN();
          } else {
            assertThat(scores[k]).isEqualTo(clean[k]);
          }
        }
      }
    }
  }

  @Test
  void noRowsHaveNoScores() {
    try (Workers workers = Workers.of(2)) {
      KernelScores scores =
          new KernelScores(
              Definition.rows(Definition.points(3, FEATURES, 1)),
              Definition.kernel("gaussian(sigma=1)"),
              Matrix.wrap(3, 1, new double[3]),
              new double[1],
              false,
              0,
              workers);
      scores.score(DenseRows.wrap(0, FEATURES, new double[0]), new double[0], workers);
      assertThat(scores.columns()).isEqualTo(1);
    }
  }

  @Test
  void rowsOfAnotherWidthAreRefused() {
    Rows points = Definition.rows(Definition.points(3, FEATURES, 1));
    Rows wide = Definition.rows(Definition.points(3, FEATURES + 1, 1));
    Kernel kernel = Definition.kernel("gaussian(sigma=1)");
    assertThatThrownBy(() -> scores(kernel, points, wide, false, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 columns")
        .hasMessageContaining("3");
  }

  private static void check(String spec, double[][] points, double[][] rows) {
    Kernel kernel = Definition.kernel(spec);
    double[][] cross = Definition.cross(kernel, rows, points);
    double[] a = coefficients(points.length);
    for (boolean single : new boolean[] {false, true}) {
      // Far from the origin a float point is rounded only after the shift.
      double entry = GramOperatorTest.entryTolerance(cross, single);
      double rounding = single ? 504 * Math.ulp(1f) : points.length * Math.ulp(1.0);
      double[] scores = scores(kernel, Definition.rows(points), Definition.rows(rows), single, 2);
      for (int i = 0; i < rows.length; i++) {
        for (int c = 0; c < RANK; c++) {
          double expected = -offset()[c];
          double sum = 0;
          for (int j = 0; j < points.length; j++) {
            expected += cross[i][j] * a[j * RANK + c];
            sum += Math.abs(cross[i][j]);
          }
          double tolerance = points.length * entry + rounding * (1 + sum);
          Definition.requireClose(
              scores[i * RANK + c], expected, tolerance, "%s: row %d, score %d", spec, i, c);
        }
      }
    }
  }

  private static double[] scores(
      Kernel kernel, Rows points, Rows rows, boolean single, int threads) {
    double[] result = new double[rows.count() * RANK];
    Arrays.fill(result, 99);
    try (Workers workers = Workers.of(threads)) {
      new KernelScores(
              points,
              kernel,
              Matrix.wrap(points.count(), RANK, coefficients(points.count())),
              offset(),
              single,
              rows.count(),
              workers)
          .score(rows, result, workers);
    }
    return result;
  }

  private static double[] coefficients(int n) {
    return new SplittableRandom(5).doubles((long) n * RANK, -1, 1).toArray();
  }

  private static double[] offset() {
    return new double[] {0, 1, -2, 0.5, 3};
  }
}
