package dev.mercer.internal.gram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** P W^1/2 K W^1/2 P against the weighted, centred matrix written out. */
class CenteredOperatorTest {

  private static final Kernel KERNEL = Definition.kernel("gaussian(sigma=1.5)");

  @ParameterizedTest
  @CsvSource({
    "1,false,false",
    "1,true,true",
    "70,false,false",
    "70,false,true",
    "70,true,false",
    "70,true,true",
    "300,true,true"
  })
  void productsTraceAndEntries(int n, boolean weighted, boolean center) {
    double[][] points = Definition.points(n, 3, n);
    double[] weights = weighted ? weights(n) : null;
    double[][] gram = Definition.gram(KERNEL, points);
    double[][] expected = Definition.centered(gram, weights, center);
    // Sums of n terms of at most the largest weight, rounded at each.
    double tolerance = 16 * n * Math.ulp(1.0) * (weighted ? 3 : 1);
    try (Workers workers = Workers.of(2)) {
      CenteredOperator operator =
          new CenteredOperator(gram(points, workers), weights, center, workers);
      // The first product carries the mean along, the others do not: same result.
      for (int columns : new int[] {3, 1, 8, 3}) {
        double[] x = new SplittableRandom(1).doubles((long) n * columns, -1, 1).toArray();
        double[] y = new double[n * columns];
        double[] before = x.clone();
        operator.apply(columns, x, y);
        assertThat(x).isEqualTo(before);
        for (int i = 0; i < n; i++) {
          for (int c = 0; c < columns; c++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
              sum += expected[i][j] * x[j * columns + c];
            }
            Definition.requireClose(y[i * columns + c], sum, n * tolerance, "(%d, %d)", i, c);
          }
        }
      }
      double[] lower = new double[n * n];
      operator.copyLower(lower);
      double trace = 0;
      for (int i = 0; i < n; i++) {
        trace += expected[i][i];
        for (int j = 0; j <= i; j++) {
          Definition.requireClose(lower[i * n + j], expected[i][j], tolerance, "(%d, %d)", i, j);
        }
      }
      Definition.requireClose(operator.trace(), trace, n * tolerance, "trace");
    }
  }

  /** However it comes about: by its own product, along with the first one, or from the entries. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void theMeanProductIsKs(boolean weighted) {
    int n = 90;
    double[][] points = Definition.points(n, 3, 2);
    double[] weights = weighted ? weights(n) : null;
    double[] w = Definition.weights(weights, n);
    double sum = Arrays.stream(w).sum();
    double[][] gram = Definition.gram(KERNEL, points);
    try (Workers workers = Workers.of(1)) {
      CenteredOperator alone = new CenteredOperator(gram(points, workers), weights, true, workers);
      CenteredOperator along = new CenteredOperator(gram(points, workers), weights, true, workers);
      CenteredOperator copied = new CenteredOperator(gram(points, workers), weights, true, workers);
      along.apply(2, new double[n * 2], new double[n * 2]);
      copied.copyLower(new double[n * n]);
      for (CenteredOperator operator : new CenteredOperator[] {alone, along, copied}) {
        double[] product = operator.meanProduct();
        for (int i = 0; i < n; i++) {
          double expected = 0;
          for (int j = 0; j < n; j++) {
            expected += Math.sqrt(w[i]) * gram[i][j] * Math.sqrt(w[j]) * Math.sqrt(w[j] / sum);
          }
          Definition.requireClose(product[i], expected, 1e-13 * n, "entry %d", i);
          Definition.requireClose(operator.unit()[i], Math.sqrt(w[i] / sum), 1e-15, "unit %d", i);
        }
      }
    }
  }

  /** The mean rides along with the first product: no pass over the matrix of its own. */
  @Test
  void centeringCostsNoPass() {
    int n = 200;
    try (Workers workers = Workers.of(1)) {
      TiledGram gram = gram(Definition.points(n, 3, 2), workers);
      gram.apply(1, new double[n], new double[n]);
      long pass = gram.evaluations();
      CenteredOperator operator = new CenteredOperator(gram, null, true, workers);
      operator.apply(4, new double[n * 4], new double[n * 4]);
      operator.meanProduct();
      operator.trace();
      operator.apply(4, new double[n * 4], new double[n * 4]);
      assertThat(gram.evaluations()).isEqualTo(3 * pass + n);
    }
  }

  @Test
  void withoutCenteringThereIsNoMean() {
    try (Workers workers = Workers.of(1)) {
      CenteredOperator operator =
          new CenteredOperator(gram(Definition.points(9, 3, 2), workers), null, false, workers);
      assertThat(operator.unit()).isNull();
      assertThat(operator.meanProduct()).isNull();
    }
  }

  private static TiledGram gram(double[][] points, Workers workers) {
    return new TiledGram(
        GramOperatorTest.tiles(Definition.rows(points), KERNEL, false, workers), false, workers);
  }

  /** Between 0 and 3, some of them 0. */
  private static double[] weights(int n) {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i % 7 == 6 ? 0 : random.nextDouble(0.1, 3));
    return weights;
  }
}
