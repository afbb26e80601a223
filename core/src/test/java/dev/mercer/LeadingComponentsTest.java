package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A model cut to its first components is the model of a fit of that rank. */
class LeadingComponentsTest {

  private static final DenseRows ROWS =
      DenseRows.wrap(50, 3, new SplittableRandom(5).doubles(150).toArray());

  private static KernelPcaModel fit(int rank) {
    return KernelPca.with(Gaussian.sigma(0.7))
        .rank(rank)
        .method(Subset.of(Landmarking.count(20)))
        .scaling("standard")
        .fit(ROWS);
  }

  @Test
  void itScoresAndRestoresLikeAFitOfThatRank() {
    KernelPcaModel cut = fit(6).leading(3);
    KernelPcaModel fitted = fit(3);
    assertThat(cut.rank()).isEqualTo(3);
    assertThat(cut.eigenvalues()).containsExactly(fitted.eigenvalues(), within(1e-10));
    Matrix scores = cut.transform(ROWS);
    Matrix all = fit(6).transform(ROWS);
    double[] expected = fitted.transform(ROWS).values();
    for (int i = 0; i < 50; i++) {
      for (int c = 0; c < 3; c++) {
        // A product of 20 terms, whatever the order in which they are added.
        assertThat(scores.get(i, c)).isCloseTo(all.get(i, c), within(1e-12));
        assertThat(scores.get(i, c)).isCloseTo(expected[i * 3 + c], within(1e-8));
      }
    }
    assertThat(cut.mean()).isEqualTo(fitted.mean());
    assertThat(cut.scaling()).isEqualTo(fitted.scaling());
  }

  @Test
  void onlyWhatIsThereCanBeKept() {
    KernelPcaModel model = fit(4);
    assertThat(model.leading(4).coefficients().values()).isEqualTo(model.coefficients().values());
    assertThatThrownBy(() -> model.leading(5)).hasMessageContaining("rank 4; 1 to that many");
    assertThatThrownBy(() -> model.leading(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
