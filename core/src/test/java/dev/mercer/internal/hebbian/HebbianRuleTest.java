package dev.mercer.internal.hebbian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of the Hebbian rule against the matrices of the papers, written out. */
class HebbianRuleTest {

  private static final int N = 12;
  private static final int R = 3;
  private static final double VARIANCE = 0.4;
  private static final double RATE = 0.1;
  private static final double[] WEIGHTS = {0.5, 1, 1.5};

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void stepsAreThoseOfThePaper(boolean adaptive) {
    double[][] k =
        Definition.centered(
            Definition.gram(Gaussian.sigma(1), Definition.points(N, 3, 4)), null, true);
    SplittableRandom random = new SplittableRandom(2);
    double[] start = new double[N * R];
    double[] scores = new double[N * R];
    Arrays.setAll(start, i -> random.nextGaussian());
    for (int p = 0; p < N; p++) {
      for (int q = 0; q < N; q++) {
        for (int c = 0; c < R; c++) {
          scores[p * R + c] += k[p][q] * start[q * R + c];
        }
      }
    }
    try (Workers workers = Workers.of(1)) {
      HebbianRule rule = HebbianRule.of(N, R, start, scores, adaptive, VARIANCE, RATE, N, workers);
      double[][] a = axes(rule);
      requireClose(times(times(a, k), transposed(a)), identity());
      double[][] b = new double[R][N];
      double[] rho = new double[R];
      double[] scale = {1, 1, 1};
      for (int step = 0; step < 3 * N; step++) {
        if (step % N == 0) {
          rule.beginEpoch();
          scale = adaptive ? scale(a, k) : scale;
        }
        int t = step * 5 % N;
        double weight = WEIGHTS[step % 3];
        rule.step(t, k[t], weight);
        double[] g = new double[R];
        double[][] gamma = gamma(a, k, t);
        if (adaptive) {
          double[][] inner = times(times(gamma, k), transposed(b));
          for (int i = 0; i < R; i++) {
            rho[i] += Math.max(-0.5, Math.min(0.5, 0.1 * weight * inner[i][i] / VARIANCE));
          }
        }
        double[][] y = times(a, column(k, t));
        double length = times(transposed(y), y)[0][0];
        for (int i = 0; i < R; i++) {
          double annealed = RATE * weight * 5 * N / (step + 5.0 * N);
          g[i] = Math.min(1 / Math.max(k[t][t], length), annealed * scale[i] * Math.exp(rho[i]));
        }
        double[][] derivative = derivative(a, b, k, t);
        for (int i = 0; i < R; i++) {
          for (int p = 0; p < N; p++) {
            b[i][p] = 0.99 * b[i][p] + g[i] * (gamma[i][p] + 0.99 * derivative[i][p]);
            a[i][p] += g[i] * gamma[i][p];
          }
        }
        requireClose(axes(rule), a);
      }
      double[][] expected = times(a, k);
      for (int p = 0; p < N; p++) {
        for (int i = 0; i < R; i++) {
          assertThat(rule.scores()[p * R + i]).isCloseTo(expected[i][p], within(1e-12));
        }
      }
    }
  }

  /** y e_t' - LT(y y') A. */
  private static double[][] gamma(double[][] a, double[][] k, int t) {
    double[][] y = times(a, column(k, t));
    double[][] result = times(lower(times(y, transposed(y))), a);
    for (int i = 0; i < R; i++) {
      for (int p = 0; p < N; p++) {
        result[i][p] = (p == t ? y[i][0] : 0) - result[i][p];
      }
    }
    return result;
  }

  /** dy e_t' - LT(dy y' + y dy') A - LT(y y') B with dy = B k_t. */
  private static double[][] derivative(double[][] a, double[][] b, double[][] k, int t) {
    double[][] y = times(a, column(k, t));
    double[][] dy = times(b, column(k, t));
    double[][] first = times(lower(times(dy, transposed(y))), a);
    double[][] second = times(lower(times(y, transposed(dy))), a);
    double[][] third = times(lower(times(y, transposed(y))), b);
    double[][] result = new double[R][N];
    for (int i = 0; i < R; i++) {
      for (int p = 0; p < N; p++) {
        result[i][p] = (p == t ? dy[i][0] : 0) - first[i][p] - second[i][p] - third[i][p];
      }
    }
    return result;
  }

  private static double[] scale(double[][] a, double[][] k) {
    double[][] scores = times(a, k);
    double[] values = new double[R];
    double squares = 0;
    for (int i = 0; i < R; i++) {
      values[i] = norm(scores[i]) / norm(a[i]);
      squares += values[i] * values[i] / R;
    }
    double root = Math.sqrt(squares);
    return Arrays.stream(values).map(value -> root / value).toArray();
  }

  private static double norm(double[] vector) {
    return Math.sqrt(Arrays.stream(vector).map(value -> value * value).sum());
  }

  private static double[][] axes(HebbianRule rule) {
    double[][] result = new double[R][N];
    for (int p = 0; p < N; p++) {
      for (int i = 0; i < R; i++) {
        result[i][p] = rule.axes()[p * R + i];
      }
    }
    return result;
  }

  private static double[][] column(double[][] matrix, int column) {
    double[][] result = new double[matrix.length][1];
    Arrays.setAll(result, i -> new double[] {matrix[i][column]});
    return result;
  }

  private static double[][] lower(double[][] matrix) {
    double[][] result = new double[R][R];
    for (int i = 0; i < R; i++) {
      System.arraycopy(matrix[i], 0, result[i], 0, i + 1);
    }
    return result;
  }

  private static double[][] identity() {
    return new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] result = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b[0].length; j++) {
        for (int l = 0; l < b.length; l++) {
          result[i][j] += a[i][l] * b[l][j];
        }
      }
    }
    return result;
  }

  private static double[][] transposed(double[][] matrix) {
    double[][] result = new double[matrix[0].length][matrix.length];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[0].length; j++) {
        result[j][i] = matrix[i][j];
      }
    }
    return result;
  }

  private static void requireClose(double[][] actual, double[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      // Rounding of a few dozen steps, each contracting.
      assertThat(actual[i]).containsExactly(expected[i], within(1e-12));
    }
  }
}
