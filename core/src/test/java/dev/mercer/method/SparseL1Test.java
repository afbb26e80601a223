package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.Certificate;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.GivenRows;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Sparse kernel feature analysis: a model of few points, the best axes they span. */
class SparseL1Test {

  private static final int N = 80;

  @Test
  void aModelIsTheBestInTheSpanOfItsPoints() {
    Rows rows = Definition.rows(Definition.points(N, 3, 2));
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 3);
    for (boolean center : new boolean[] {true, false}) {
      KernelPca pca = KernelPca.with(Gaussian.sigma(1.5)).rank(4).center(center).threads(2);
      for (int landmarks : new int[] {0, 4, 15}) {
        KernelPcaModel model = pca.method(new SparseL1(landmarks, 59)).fit(rows, weights);
        int kept = landmarks == 0 ? 4 : landmarks;
        assertThat(model.points().count()).isEqualTo(kept);
        int[] chosen = model.report().landmarkRows().orElseThrow();
        assertThat(chosen).hasSize(kept).doesNotHaveDuplicates();
        KernelPcaModel subset =
            pca.method(Subset.of(Landmarking.by(new GivenRows(chosen)))).fit(rows, weights);
        assertThat(model.eigenvalues())
            .containsExactly(subset.eigenvalues(), within(1e-10 * subset.eigenvalues()[0]));
        double[] best = pca.fit(rows, weights).eigenvalues();
        Certificate certificate = model.report().certificate();
        double captured = Arrays.stream(model.eigenvalues()).sum();
        double most = Arrays.stream(best).sum();
        assertThat(1 - captured / most).isBetween(0.0, certificate.value("optimalityGap") + 1e-12);
        // Greedy points are good ones: 15 of 80 capture nearly all.
        assertThat(captured / most).isGreaterThan(kept == 15 ? 0.9 : 0.5);
      }
    }
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    Rows rows = Definition.rows(Definition.points(N, 3, 2));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1.5));
    assertThatThrownBy(() -> pca.variance(0.9).method(new SparseL1(0, 59)).fit(rows))
        .hasMessageContaining("give one, or a rank");
    assertThat(pca.variance(0.5).method(new SparseL1(30, 59)).fit(rows).rank()).isBetween(1, 30);
    assertThatThrownBy(() -> pca.rank(5).method(new SparseL1(4, 59)).fit(rows))
        .hasMessageContaining("fewer than the rank 5");
    assertThatThrownBy(() -> new SparseL1(-1, 59)).hasMessageContaining("landmarks = -1");
    assertThatThrownBy(() -> read("sparse(kind=l2)", 3)).hasMessageContaining("kind");
  }

  @Test
  void textsComeBack() {
    assertThat(read("sparse(kind=l1)", 3).spec()).isEqualTo("sparse(kind=l1)");
    assertThat(read("sparse(kind=l1,candidates=7)", 3).spec())
        .isEqualTo("sparse(kind=l1,candidates=7)");
  }

  private static Method read(String text, Integer landmarks) {
    return MethodCatalog.parse(
        text, new MethodCatalog.Wishes(landmarks, null, null, null, null, "auto", "auto"));
  }
}
