package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Polynomial;
import dev.mercer.method.Exact;
import dev.mercer.method.Method;
import dev.mercer.method.RandomFeatures;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One row per call gives the scores of all rows at once, whichever way they are computed. */
class ScorerTest {

  private static final Rows ROWS = rows();

  private static Rows rows() {
    SplittableRandom random = new SplittableRandom(11);
    double[] values = random.doubles(60 * 3).toArray();
    return DenseRows.wrap(60, 3, values);
  }

  @Test
  void keptScorersGiveTheScoresOfTransform() {
    check(Gaussian.sigma(0.7), Exact.auto());
    check(new Polynomial(1, 1, 2), Exact.auto());
    check(Gaussian.sigma(0.7), new RandomFeatures(40, false));
  }

  private static void check(Kernel kernel, Method method) {
    KernelPcaModel model =
        KernelPca.with(kernel).rank(2).method(method).scaling("standard").seed(3).fit(ROWS);
    Matrix all = model.transform(ROWS);
    try (Scorer scorer = model.scorer(Precision.DOUBLE, ROWS.count(), 2)) {
      for (int i = 0; i < ROWS.count(); i++) {
        double[] row = new double[3];
        ROWS.copy(i, 1, row, 0);
        Matrix scores = scorer.score(DenseRows.wrap(1, 3, row));
        assertThat(scores.rows()).isEqualTo(1);
        for (int c = 0; c < 2; c++) {
          double largest = Math.sqrt(model.eigenvalues()[c]); // no score of a row fitted is above
          assertThat(scores.get(0, c)).isCloseTo(all.get(i, c), within(1e-12 * largest));
        }
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> scorer.score(DenseRows.wrap(1, 2, new double[2])))
          .withMessageContaining("3");
    }
  }
}
