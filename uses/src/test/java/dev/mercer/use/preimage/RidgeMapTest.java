package dev.mercer.use.preimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.kernel.Bandwidth;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import org.junit.jupiter.api.Test;

/** The learned map against the normal equations, and its choice against leaving rows out. */
class RidgeMapTest {

  private static final int POINTS = 14;
  private final double[][] scores = Definition.points(POINTS, 2, 1);
  private final double[][] inputs = smooth(scores);

  /** Four columns that depend on the scores, and a little noise. */
  private static double[][] smooth(double[][] scores) {
    double[][] noise = Definition.points(scores.length, 4, 9);
    double[][] result = new double[scores.length][4];
    for (int i = 0; i < scores.length; i++) {
      double a = scores[i][0];
      double b = scores[i][1];
      double[] row = {a, a * b + 3, Math.sin(b), 5};
      for (int c = 0; c < 3; c++) {
        result[i][c] = row[c] + 0.05 * noise[i][c];
      }
      result[i][3] = row[3];
    }
    return result;
  }

  /** mean + X' (S + ridge)^-1 s(y) by Gauss elimination, with one row left out if it is not -1. */
  private double[] predict(double[] y, double sigma, double ridge, int without, double[] mean) {
    Kernel kernel = Gaussian.sigma(sigma);
    int n = POINTS;
    double[][] system = new double[n][n + 1];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        boolean out = i == without || j == without;
        system[i][j] = out ? 0 : kernel.value(scores[i], scores[j]);
      }
      system[i][i] += i == without ? 1 : ridge;
      system[i][n] = i == without ? 0 : kernel.value(scores[i], y);
    }
    double[] weights = solve(system);
    double[] result = mean.clone();
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 4; c++) {
        result[c] += weights[i] * (inputs[i][c] - mean[c]);
      }
    }
    return result;
  }

  private static double[] solve(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        if (i != k) {
          double factor = a[i][k] / a[k][k];
          for (int j = k; j <= n; j++) {
            a[i][j] -= factor * a[k][j];
          }
        }
      }
    }
    double[] x = new double[n];
    for (int k = 0; k < n; k++) {
      x[k] = a[k][n] / a[k][k];
    }
    return x;
  }

  private double[] mean() {
    double[] mean = new double[4];
    for (double[] row : inputs) {
      for (int c = 0; c < 4; c++) {
        mean[c] += row[c] / POINTS;
      }
    }
    return mean;
  }

  @Test
  void predictionsSolveTheNormalEquations() {
    double[][] others = Definition.points(30, 2, 3);
    try (Workers workers = Workers.of(2)) {
      RidgeMap map = RidgeMap.learn(Matrix.of(scores), DenseRows.of(inputs), 0.8, 0.01, workers);
      double[] found = new double[30 * 4];
      map.predict(Matrix.of(others), found, workers);
      for (int i = 0; i < 30; i++) {
        double[] expected = predict(others[i], 0.8, 0.01, -1, mean());
        for (int c = 0; c < 4; c++) {
          assertThat(found[i * 4 + c]).isCloseTo(expected[c], within(1e-10));
        }
        assertThat(found[i * 4 + 3]).as("a constant column").isCloseTo(5, within(1e-14));
      }
    }
  }

  @Test
  void theRidgeChosenIsTheBestOfThoseTriedByLeavingRowsOut() {
    try (Workers workers = Workers.of(1)) {
      RidgeMap map = RidgeMap.learn(Matrix.of(scores), DenseRows.of(inputs), 0, 0, workers);
      assertThat(map.sigma()).isEqualTo(Bandwidth.median(Matrix.of(scores)));
      double best = Double.POSITIVE_INFINITY;
      double chosen = 0;
      for (int power = -10; power <= 0; power++) {
        double ridge = Math.pow(10, power);
        double error = 0;
        for (int i = 0; i < POINTS; i++) {
          // The mean of all rows stays: it is no part of the regression.
          double[] predicted = predict(scores[i], map.sigma(), ridge, i, mean());
          for (int c = 0; c < 4; c++) {
            error += Math.pow(predicted[c] - inputs[i][c], 2);
          }
        }
        if (error < best) {
          best = error;
          chosen = ridge;
        }
      }
      assertThat(map.ridge()).isEqualTo(chosen);
      assertThat(chosen).as("a choice, not an end of the range").isBetween(1e-9, 0.5);
    }
  }

  @Test
  void farFromAllScoresIsTheMean() {
    try (Workers workers = Workers.of(1)) {
      RidgeMap map = RidgeMap.learn(Matrix.of(scores), DenseRows.of(inputs), 1, 0.1, workers);
      double[] found = new double[4];
      map.predict(Matrix.of(new double[][] {{1e5, 0}}), found, workers);
      assertThat(found).containsExactly(mean(), within(1e-14));
    }
  }

  @Test
  void manyPointsAreThinnedOut() {
    int n = 70;
    double[][] line = new double[n][1];
    for (int i = 0; i < n; i++) {
      line[i][0] = (double) i / n;
    }
    try (Workers workers = Workers.of(2)) {
      RidgeMap map = RidgeMap.learn(Matrix.of(line), DenseRows.of(line), 40, 0.2, 1e-8, workers);
      double[] found = new double[n];
      map.predict(Matrix.of(line), found, workers);
      for (int i = 0; i < n; i++) {
        assertThat(found[i]).isCloseTo(line[i][0], within(1e-4));
      }
    }
  }

  @Test
  void equalScoresAreRefused() {
    try (Workers workers = Workers.of(1)) {
      double[][] same = new double[POINTS][2];
      assertThatThrownBy(() -> RidgeMap.learn(Matrix.of(same), DenseRows.of(inputs), 0, 0, workers))
          .isInstanceOf(NumericalException.class);
    }
  }
}
