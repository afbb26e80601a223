package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.Leverage;
import dev.mercer.landmark.Uniform;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Recursive ridge leverage scores. */
class LeverageSelectorTest {

  /** With all rows as the sample the estimate is the score itself. */
  @Test
  void scoresAreThoseOfTheDefinition() {
    int n = 80;
    int effective = 7;
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> 0.5 + i % 3);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    for (double[] given : new double[][] {null, weights}) {
      for (String kernel : new String[] {"gaussian(sigma=1.5)", "polynomial(degree=2)"}) {
        Selection selection =
            Selection.of(kernel, Definition.points(n, 3, 2), 10).weights(given).threads(2);
        Definition.Eigen eigen =
            Definition.eigen(Definition.centered(selection.gram(), given, false));
        double lambda = 0;
        for (int j = effective; j < n; j++) {
          lambda += Math.max(0, eigen.values()[j]) / effective;
        }
        double[] scores =
            selection.with(request -> LeverageSelector.scores(request, all, all, ones, effective));
        double sum = 0;
        for (int i = 0; i < n; i++) {
          double expected = 0;
          for (int j = 0; j < n; j++) {
            double entry = eigen.vectors()[j][i];
            double value = Math.max(0, eigen.values()[j]);
            expected += entry * entry * value / (value + lambda);
          }
          // k_ii less a sum almost as large, over lambda.
          double tolerance = 1e-13 * n * eigen.values()[0] / lambda;
          Definition.requireClose(scores[i], expected, tolerance, "%s row %d", kernel, i);
          sum += scores[i];
        }
        // The effective dimension: that lambda keeps it below twice the rank.
        assertThat(sum).isBetween(1.0, 2.0 * effective);
      }
    }
  }

  /** Factors stand for rows that are left out: a row with factor sqrt(2) is the row twice. */
  @Test
  void factorsAreRowsOftenThere() {
    double[][] distinct = Definition.points(30, 3, 2);
    double[][] twice = new double[60][];
    Arrays.setAll(twice, i -> distinct[i % 30]);
    int[] once = new int[30];
    Arrays.setAll(once, i -> i);
    int[] all = new int[60];
    Arrays.setAll(all, i -> i);
    double[] ones = new double[60];
    Arrays.fill(ones, 1);
    double[] factors = new double[30];
    Arrays.fill(factors, Math.sqrt(2));
    Selection selection = Selection.of("gaussian(sigma=1.5)", twice, 10);
    double[] expected =
        selection.with(request -> LeverageSelector.scores(request, all, all, ones, 5));
    double[] scores =
        selection.with(request -> LeverageSelector.scores(request, all, once, factors, 5));
    for (int i = 0; i < 60; i++) {
      Definition.requireClose(scores[i], expected[i], 1e-10, "row %d", i);
    }
  }

  /**
   * Rows that nothing else explains are found, where a uniform choice of 40 in 1,020 misses them.
   */
  @Test
  void whatStandsOutIsChosen() {
    double[][] points = Definition.points(1020, 2, 3);
    for (int i = 0; i < points.length; i++) {
      for (int c = 0; c < 2; c++) {
        points[i][c] = i < 1000 ? 0.05 * points[i][c] : 100 * (i - 999);
      }
    }
    Selection selection = Selection.of("gaussian(sigma=1)", points, 40);
    for (int seed = 0; seed < 5; seed++) {
      int[] rows = selection.seed(seed).by(new Leverage()).rows();
      long outliers = Arrays.stream(rows).filter(row -> row >= 1000).count();
      long byChance =
          Arrays.stream(selection.seed(seed).by(new Uniform()).rows())
              .filter(row -> row >= 1000)
              .count();
      assertThat(outliers).isGreaterThanOrEqualTo(12);
      assertThat(byChance).isLessThan(6);
    }
  }

  /** Rows without any leverage still make up the number asked for. */
  @Test
  void exactlyAsManyAsWanted() {
    double[][] points = new double[50][2];
    points[17] = new double[] {3, 4};
    Landmarks landmarks = Selection.of("linear", points, 9).by(new Leverage());
    assertThat(landmarks.rows()).hasSize(9).doesNotHaveDuplicates().contains(17);
  }
}
