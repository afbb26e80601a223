package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.landmark.FeatureAnalysis;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Landmarks by feature analysis against the whole residual matrix, written out. */
class FeatureAnalysisSelectorTest {

  private static final int N = 40;

  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1),true,false",
    "gaussian(sigma=1),false,true",
    "polynomial(degree=2),true,true",
    "polynomial(degree=2),false,false",
    "laplacian(sigma=2),true,true"
  })
  void withAllCandidatesEachIsTheBest(String kernel, boolean center, boolean weighted) {
    double[][] x = Definition.points(N, 3, 6);
    double[] weights = null;
    if (weighted) {
      weights = new double[N];
      for (int i = 0; i < N; i++) {
        weights[i] = i % 4;
      }
    }
    int[] expected = definition(Definition.gram(Definition.kernel(kernel), x), weights, center, 7);
    assertThat(rows(kernel, x, weights, center, 7, 1000)).isEqualTo(expected);
  }

  private static int[] rows(
      String kernel, double[][] x, double[] weights, boolean center, int count, int candidates) {
    try (Workers workers = Workers.of(2)) {
      GramColumns gram =
          new GramColumns(Definition.rows(x), Definition.kernel(kernel), 1000, workers);
      return SelectorCatalog.algorithm(new FeatureAnalysis(candidates))
          .select(new SelectionRequest(gram, weights, center, 2, count, 0, 1, 1L << 30))
          .rows();
    }
  }

  /** argmax_i of the variance of R_i:, then R -= R_:i R_i: / R_ii. */
  private static int[] definition(double[][] k, double[] weights, boolean center, int count) {
    double[] w = Definition.weights(weights, N);
    double sum = Arrays.stream(w).sum();
    int[] result = new int[count];
    for (int step = 0; step < count; step++) {
      int best = -1;
      double largest = 0;
      for (int i = 0; i < N; i++) {
        double mean = 0;
        for (int j = 0; center && j < N; j++) {
          mean += w[j] * k[i][j] / sum;
        }
        double variance = 0;
        for (int j = 0; j < N; j++) {
          variance += w[j] * (k[i][j] - mean) * (k[i][j] - mean);
        }
        if (w[i] > 0 && variance > largest) {
          largest = variance;
          best = i;
        }
      }
      result[step] = best;
      double[] column = new double[N];
      for (int i = 0; i < N; i++) {
        column[i] = k[i][best];
      }
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
          k[i][j] -= column[i] * column[j] / column[best];
        }
      }
    }
    return result;
  }

  /** Looking at more rows cannot be told from looking at all when there are no more. */
  @Test
  void candidatesBeyondTheRowsChangeNothing() {
    double[][] x = Definition.points(N, 3, 6);
    assertThat(rows("gaussian(sigma=1)", x, null, true, 5, N))
        .isEqualTo(rows("gaussian(sigma=1)", x, null, true, 5, Integer.MAX_VALUE));
    assertThat(rows("gaussian(sigma=1)", x, null, true, 5, 3))
        .isNotEqualTo(rows("gaussian(sigma=1)", x, null, true, 5, N));
  }

  @Test
  void noCandidatesAreRefused() {
    assertThatThrownBy(() -> new FeatureAnalysis(0)).hasMessageContaining("candidates = 0");
  }
}
