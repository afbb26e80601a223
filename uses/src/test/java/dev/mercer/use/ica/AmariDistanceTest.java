package dev.mercer.use.ica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.internal.gram.Definition;
import dev.mercer.use.discriminant.DensePencil;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AmariDistanceTest {

  private static final Matrix IDENTITY = Matrix.of(DensePencil.identity(3));

  @Test
  void zeroForScaledAndPermutedSourcesOneForWhatSaysNothing() {
    Matrix permuted = Matrix.of(new double[][] {{0, -3, 0}, {0, 0, 1e-3}, {20, 0, 0}});
    assertThat(AmariDistance.of(permuted, IDENTITY)).isZero();
    assertThat(AmariDistance.of(IDENTITY, permuted)).isZero();
    double[][] ones = {{1, 1, 1}, {1, -1, 1}, {-1, 1, 1}};
    assertThat(AmariDistance.of(Matrix.of(ones), IDENTITY)).isEqualTo(1);
  }

  @Property(tries = 50)
  void orderSignsAndScalesDoNotMatter(@ForAll @IntRange(min = 0, max = 10_000) int seed) {
    double[][] mixing = Definition.points(3, 3, seed);
    double[][] unmixing = Definition.points(3, 3, seed + 20_000);
    double distance = AmariDistance.of(Matrix.of(unmixing), Matrix.of(mixing));
    assertThat(distance).isBetween(0.0, 1.0);
    // Sources in another order and scale: columns of A; estimates: rows of W. Scaling all columns
    // of A alike keeps both maxima.
    double[][] turned = {unmixing[2], unmixing[0], unmixing[1]};
    double[][] swapped = new double[3][];
    for (int i = 0; i < 3; i++) {
      swapped[i] = new double[] {-mixing[i][1], mixing[i][0], -mixing[i][2]};
    }
    assertThat(AmariDistance.of(Matrix.of(turned), Matrix.of(swapped)))
        .isCloseTo(distance, within(1e-12));
  }

  @Test
  void whatHasNoDistance() {
    assertThatThrownBy(() -> AmariDistance.of(IDENTITY, Matrix.of(new double[][] {{1, 2}})))
        .hasMessageContaining("must be square");
    assertThatThrownBy(() -> AmariDistance.of(IDENTITY, Matrix.of(new double[3][3])))
        .hasMessageContaining("is lost");
  }
}
