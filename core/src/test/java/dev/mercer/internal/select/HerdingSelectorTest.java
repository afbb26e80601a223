package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.Herding;
import dev.mercer.landmark.KdeParing;
import dev.mercer.landmark.Uniform;
import java.util.Arrays;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HerdingSelectorTest {

  private static final String KERNEL = "gaussian(sigma=2)";

  /** Herding from the whole matrix; null if a choice is within rounding of another. */
  private static int[] definition(double[][] gram, double[] w, int m) {
    int n = gram.length;
    double total = Arrays.stream(w).sum();
    boolean[] has = new boolean[n];
    int[] chosen = new int[m];
    for (int t = 0; t < m; t++) {
      double best = Double.NEGATIVE_INFINITY;
      double second = best;
      for (int i = 0; i < n; i++) {
        if (has[i] || w[i] == 0) {
          continue;
        }
        double score = 0;
        for (int j = 0; j < n; j++) {
          score += (t + 1) * w[j] * gram[i][j] / total;
        }
        for (int c = 0; c < t; c++) {
          score -= gram[i][chosen[c]];
        }
        if (score > best) {
          second = best;
          best = score;
          chosen[t] = i;
        } else {
          second = Math.max(second, score);
        }
      }
      has[chosen[t]] = true;
      if (best - second < 1e-10) {
        return null;
      }
    }
    return chosen;
  }

  @Property(tries = 20)
  void equalsTheDefinition(@ForAll long seed) {
    double[][] x = Selections.clusters(300, 3, 6, 2, 5, seed);
    double[] w = Selections.weights(300, seed);
    int[] expected = definition(Definition.gram(KernelSpec.kernel(KERNEL), x), w, 25);
    Assume.that(expected != null);
    for (int threads = 1; threads <= 2; threads++) {
      Landmarks found = Selections.select(new Herding(), x, KERNEL, w, 25, seed, threads);
      assertThat(found.rows()).containsExactly(expected);
      assertThat(found.weights()).containsOnly(Arrays.stream(w).sum() / 25);
    }
  }

  @Property(tries = 5)
  void worksOnAPrecomputedMatrix(@ForAll long seed) {
    double[][] x = Selections.clusters(280, 3, 6, 2, 5, seed);
    double[][] gram = Definition.gram(KernelSpec.kernel(KERNEL), x);
    int[] expected = definition(gram, Definition.weights(null, 280), 12);
    Assume.that(expected != null);
    try (Workers workers = Workers.of(2)) {
      GramColumns given =
          new GramColumns(DenseRows.of(gram), new Precomputed(true), 1 << 20, workers);
      SelectionRequest request = new SelectionRequest(given, null, true, 1, 12, 0, 0, 1 << 20);
      assertThat(SelectorCatalog.algorithm(new Herding()).select(request).rows())
          .containsExactly(expected);
    }
  }

  /** Ties go to the lowest row; of rows that are equal one is enough. */
  @Test
  void tiesGoToTheLowestRowAndRowsDiffer() {
    double[][] x = new double[6][];
    Arrays.fill(x, new double[] {1, 2});
    double[] w = {0, 1, 1, 0, 1, 1};
    Landmarks found = Selections.select(new Herding(), x, KERNEL, w, 4, 0, 1);
    assertThat(found.rows()).containsExactly(1);
    assertThat(found.weights()).containsExactly(4);
    assertThat(found.notes()).singleElement().asString().contains("only 1 different rows");
    x[4] = new double[] {2, 1};
    Landmarks two = Selections.select(new Herding(), x, KERNEL, w, 4, 0, 1);
    assertThat(two.rows()).containsExactly(1, 4);
    assertThatThrownBy(() -> Selections.select(new Herding(), x, KERNEL, w, 5, 0, 1))
        .hasMessageContaining("4 rows of positive weight");
  }

  @Test
  void countsTheKernelValuesOfTheMean() {
    double[][] x = Selections.clusters(600, 2, 3, 1, 0, 1);
    try (Workers workers = Workers.of(2)) {
      SelectionRequest request = Selections.request(x, KERNEL, null, 3, 0, workers);
      SelectorCatalog.algorithm(new Herding()).select(request);
      assertThat(request.gram().evaluations())
          .isBetween(600L * 600 / 2 + 3 * 600, 600L * 600 + 3 * 600);
    }
  }

  @Test
  void paringIsUniformWithEqualShares() {
    double[][] x = Selections.clusters(200, 2, 3, 1, 0, 1);
    double[] w = Selections.weights(200, 3);
    for (long seed = 0; seed < 4; seed++) {
      Landmarks paring = Selections.select(new KdeParing(), x, KERNEL, w, 20, seed, 1);
      Landmarks uniform = Selections.select(new Uniform(), x, KERNEL, w, 20, seed, 1);
      assertThat(paring.rows()).containsExactly(uniform.rows());
      assertThat(paring.weights()).hasSize(20).containsOnly(Arrays.stream(w).sum() / 20);
      assertThat(Arrays.stream(paring.rows()).distinct().count()).isEqualTo(20);
      assertThat(Arrays.stream(paring.rows())).allSatisfy(row -> assertThat(w[row]).isPositive());
    }
  }

  @Test
  void specs() {
    assertThat(SelectorCatalog.parse("herding").spec()).isEqualTo("herding");
    assertThat(SelectorCatalog.parse("kde-paring").spec()).isEqualTo("kde-paring");
    assertThatThrownBy(() -> SelectorCatalog.parse("herding(x=1)"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SelectorCatalog.parse("kde-paring(x=1)"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
