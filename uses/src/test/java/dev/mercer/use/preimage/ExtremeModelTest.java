package dev.mercer.use.preimage;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Linear;
import org.junit.jupiter.api.Test;

/** Models whose numbers are finite, while what is made of them is not. */
class ExtremeModelTest {

  /** A pre-image that double cannot hold is refused by the row it belongs to, never written. */
  @Test
  void preimagesBeyondDoubleAreRefused() {
    double[][] x = Definition.points(20, 3, 1);
    KernelPcaModel fitted = KernelPca.with(new Linear()).rank(1).center(false).fit(DenseRows.of(x));
    x[0][0] = 1e200; // a score is then near 1e200, and the point it stands for beyond 1e400
    KernelPcaModel extreme =
        KernelPcaModel.ofAxes(
            fitted.kernel(),
            DenseRows.of(x),
            fitted.coefficients(),
            new double[1],
            fitted.eigenvalues(),
            null,
            null,
            fitted.report());
    double[][] rows = {{1, 0, 0}, {0, 1, 0}};
    assertThatThrownBy(() -> Preimages.of(extreme, "linear", 1).of(DenseRows.of(rows), 100))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("the pre-image of row 100 is Infinity in feature 0")
        .hasMessageContaining("check the model");
  }
}
