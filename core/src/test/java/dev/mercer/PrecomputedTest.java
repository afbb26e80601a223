package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Precomputed;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Gram matrix that is brought instead of rows. */
class PrecomputedTest {

  private static final Kernel KERNEL = Gaussian.sigma(1.5);

  @ParameterizedTest
  @CsvSource({"70,true,true", "70,false,false", "450,true,false"})
  void equalsTheKernelItWasMadeBy(int n, boolean center, boolean weighted) {
    double[][] x = Definition.points(n, 3, 41);
    double[][] unseen = Definition.points(11, 3, 42);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> 1 + i % 2);
    double[] given = weighted ? weights : null;
    KernelPcaModel direct =
        KernelPca.with(KERNEL).rank(5).center(center).fit(Definition.rows(x), given);
    KernelPcaModel model =
        KernelPca.with(new Precomputed(true))
            .rank(5)
            .center(center)
            .fit(Definition.rows(Definition.gram(KERNEL, x)), given);
    assertThat(model.report().operator().kind()).isEqualTo("precomputed");
    assertThat(model.points()).isNull();
    assertThat(model.columns()).isEqualTo(n);
    Matrix expected = direct.transform(Definition.rows(unseen));
    Matrix scores = model.transform(Definition.rows(Definition.cross(KERNEL, unseen, x)));
    double largest = direct.eigenvalues()[0];
    for (int c = 0; c < 5; c++) {
      assertThat(model.eigenvalues()[c])
          .isCloseTo(direct.eigenvalues()[c], within(1e-10 * largest));
      for (int i = 0; i < unseen.length; i++) {
        Definition.requireClose(scores.get(i, c), expected.get(i, c), 1e-7, "(%d, %d)", i, c);
      }
    }
    assertThat(model.meanSquaredNorm()).isCloseTo(direct.meanSquaredNorm(), within(1e-13));
  }

  @Test
  void rowsToScoreHoldOneValueATrainingRow() {
    double[][] x = Definition.points(12, 3, 41);
    KernelPcaModel model =
        KernelPca.with(new Precomputed(true))
            .rank(2)
            .fit(Definition.rows(Definition.gram(KERNEL, x)));
    assertThatThrownBy(() -> model.transform(Definition.rows(new double[1][11])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("11 kernel values")
        .hasMessageContaining("12");
    assertThatThrownBy(() -> new Evaluation(model, dev.mercer.internal.backend.Workers.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no points");
  }

  @Test
  void whatIsNotSquareOrNotSymmetricIsRefused() {
    KernelPca pca = KernelPca.with(new Precomputed(true)).rank(1);
    assertThatThrownBy(() -> pca.fit(Definition.rows(new double[5][4])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("5 x 4");
    double[][] gram = Definition.gram(KERNEL, Definition.points(9, 3, 1));
    gram[7][2] += 0.1;
    assertThatThrownBy(() -> pca.fit(Definition.rows(gram)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(7, 2)");
  }

  @Test
  void withoutTheUsersWordNegativeEigenvaluesAreCounted() {
    double[][] gram = Definition.gram(KERNEL, Definition.points(30, 3, 1));
    gram[3][3] -= 2;
    KernelPcaModel model =
        KernelPca.with(new Precomputed(false)).rank(2).fit(Definition.rows(gram));
    Map<?, ?> negative = model.report().negativeEigenvalues();
    assertThat(((Number) negative.get("count")).intValue()).isEqualTo(1);
    assertThat(negative.get("exact")).isEqualTo(true);
  }

  /** Given numbers are doubles and stay so: single precision is not claimed. */
  @Test
  void singlePrecisionDoesNotApply() {
    Rows gram = Definition.rows(Definition.gram(KERNEL, Definition.points(30, 3, 1)));
    KernelPca pca = KernelPca.with(new Precomputed(true)).rank(2);
    KernelPcaModel model = pca.precision(Precision.FLOAT).fit(gram);
    FitReport.Operator operator = model.report().operator();
    assertThat(operator.precision()).isEqualTo("double");
    assertThat(operator.errorBound()).hasValue(0.0);
    ExactRoutesTest.assertSameModel(model, pca.fit(gram));
  }

  @Test
  void scalingAGramMatrixIsRefused() {
    Rows gram = Definition.rows(Definition.gram(KERNEL, Definition.points(30, 3, 1)));
    assertThatThrownBy(
            () -> KernelPca.with(new Precomputed(true)).rank(2).scaling("standard").fit(gram))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("precomputed")
        .hasMessageContaining("scal");
  }
}
