package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Weights of Tipping's model against its likelihood, written out. */
class SparseWeightsTest {

  private static final int N = 40;

  private final double[] omega = new double[N];
  private double[][] gram;

  private double[] weights(String kernel, boolean center, double share) {
    Arrays.setAll(omega, i -> 0.5 + i % 3);
    double[][] plain = Definition.gram(Definition.kernel(kernel), Definition.points(N, 3, 8));
    gram = Definition.centered(plain, null, center);
    double[] flat = Arrays.stream(gram).flatMapToDouble(Arrays::stream).toArray();
    try (Workers workers = Workers.of(2)) {
      SparseWeights model = new SparseWeights(N, flat, omega, workers);
      noise = share * model.largestNoise();
      model.maximize(noise, new double[N]);
      return model.weights();
    }
  }

  private double noise;

  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1.5),true,0.5",
    "gaussian(sigma=1.5),false,0.1",
    "laplacian(sigma=2),true,0.3",
    "polynomial(degree=2),true,0.05",
    "linear,false,0.2"
  })
  void noSingleChangeIsMoreLikely(String kernel, boolean center, double share) {
    double[] weights = weights(kernel, center, share);
    double sum = Arrays.stream(omega).sum();
    double most = likelihood(weights);
    assertThat(most).isGreaterThan(likelihood(new double[N]));
    int kept = 0;
    double largest = Arrays.stream(weights).max().orElseThrow();
    for (int i = 0; i < N; i++) {
      kept += weights[i] > 0 ? 1 : 0;
      for (double other :
          new double[] {0, 0.5 * weights[i], 0.9 * weights[i], 1.1 * weights[i], 0.05 * largest}) {
        double[] changed = weights.clone();
        changed[i] = other;
        // It stops at gains below 1e-6 N.
        assertThat(likelihood(changed)).isLessThan(most + 1.01e-6 * sum + 1e-9 * Math.abs(most));
      }
    }
    assertThat(kept).isBetween(1, 3 * N / 4);
  }

  /** Tipping's re-estimation w = w Q/(N P) leaves the weights where they are. */
  @Test
  void theyAreAFixedPointOfReestimation() {
    double[] weights = weights("gaussian(sigma=1)", true, 0.2);
    double[][] p = p(weights);
    double sum = Arrays.stream(omega).sum();
    for (int i = 0; i < N; i++) {
      double squares = 0;
      for (int j = 0; j < N; j++) {
        squares += omega[j] * p[i][j] * p[i][j];
      }
      if (weights[i] > 0) {
        // A gain of 1e-6 is a change of its root, and flat directions have some factor more.
        assertThat(squares / (sum * p[i][i])).isCloseTo(1, within(0.02));
      } else {
        assertThat(squares / (sum * p[i][i])).isLessThan(1.02);
      }
    }
  }

  @Test
  void aboveTheLargestNoiseThereAreNone() {
    assertThat(weights("gaussian(sigma=1.5)", true, 1.0001)).containsOnly(0);
    assertThat(Arrays.stream(weights("gaussian(sigma=1.5)", true, 0.9)).filter(w -> w > 0))
        .isNotEmpty();
  }

  /** Twice the log likelihood up to a constant: -N log|I + W^1/2 K W^1/2 / s| - sum omega P_ii. */
  private double likelihood(double[] weights) {
    double[][] inner = new double[N][N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        inner[i][j] = Math.sqrt(weights[i] * weights[j]) * gram[i][j] / noise + (i == j ? 1 : 0);
      }
    }
    double result = 0;
    for (double value : Definition.eigen(inner).values()) {
      result -= Arrays.stream(omega).sum() * Math.log(value);
    }
    double[][] p = p(weights);
    for (int i = 0; i < N; i++) {
      result -= omega[i] * p[i][i];
    }
    return result;
  }

  /** Phi C^-1 Phi' = K (s I + W K)^-1, point after point by Sherman and Morrison. */
  private double[][] p(double[] weights) {
    double[][] p = new double[N][N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        p[i][j] = gram[i][j] / noise;
      }
    }
    for (int k = 0; k < N; k++) {
      double[] column = p[k].clone();
      double factor = weights[k] / (1 + weights[k] * column[k]);
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
          p[i][j] -= factor * column[i] * column[j];
        }
      }
    }
    return p;
  }
}
