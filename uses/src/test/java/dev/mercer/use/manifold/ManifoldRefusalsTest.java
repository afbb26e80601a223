package dev.mercer.use.manifold;

import static dev.mercer.use.manifold.ManifoldTest.KERNEL;
import static dev.mercer.use.manifold.ManifoldTest.cloud;
import static dev.mercer.use.manifold.ManifoldTest.diffusion;
import static dev.mercer.use.manifold.ManifoldTest.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.kernel.Epanechnikov;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.GivenRows;
import dev.mercer.method.Landmarking;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no map can be made of is refused, with the row or the number that is wrong. */
class ManifoldRefusalsTest {

  @Test
  void negativeKernelValuesAreRefusedByName() {
    double[][] values = {{1, 0}, {2, 1}, {-1, 0.5}, {3, 3}};
    for (String kernel : new String[] {"linear", "tanh"}) {
      assertThatThrownBy(() -> Manifold.with(KernelSpec.kernel(kernel)).fit(rows(values)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(kernel)
          .hasMessageContaining("row 2")
          .hasMessageContaining("negative");
    }
    // Landmarks that get on with each other, and a row that does not with them.
    assertThatThrownBy(
            () ->
                Manifold.with(KernelSpec.kernel("linear"))
                    .rank(1)
                    .landmarks(Landmarking.by(new GivenRows(0, 1, 3)))
                    .fit(rows(values)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 2");
  }

  @Test
  void rowsWithoutEdgesAreRefusedByName() {
    double[][] values = {{1, 1}, {0, 0}, {1, 2}, {2, 1}};
    assertThatThrownBy(() -> Manifold.with(KernelSpec.kernel("cosine")).fit(rows(values)))
        .isInstanceOf(NumericalException.class)
        .hasMessageStartingWith("row 1 has kernel value 0");
    assertThatThrownBy(
            () ->
                Manifold.with(new Epanechnikov(1.5))
                    .rank(1)
                    .landmarks(Landmarking.by(new GivenRows(2, 3)))
                    .fit(rows(new double[][] {{9, 9}, {0, 0}, {1, 2}, {2, 1}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("row ");
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    DenseRows five = rows(cloud(5, 2, 1));
    assertThatThrownBy(() -> diffusion(1, 1).rank(5).fit(five))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 4");
    assertThat(diffusion(1, 1).rank(4).fit(five).coordinates().columns()).isEqualTo(4);
    assertThat(diffusion(1, 1).fit(rows(cloud(2, 2, 1))).coordinates().columns()).isEqualTo(1);
    assertThatThrownBy(() -> Manifold.with(KERNEL).map(new NormalizedCut(6)).fit(five))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("clusters = 6 of 5 rows");
    assertThat(Manifold.with(KERNEL).map(new NormalizedCut(5)).fit(five).clusters())
        .containsExactly(0, 1, 2, 3, 4);
    assertThatThrownBy(() -> Manifold.with(KERNEL).map(new NormalizedCut(3)).rank(2).fit(five))
        .hasMessageContaining("one per cluster");
    assertThatThrownBy(() -> diffusion(1, 1).rank(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(
            () ->
                diffusion(1, 1).rank(3).landmarks(Landmarking.by(new GivenRows(0, 1, 2))).fit(five))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 2");
    assertThatThrownBy(() -> diffusion(1, 1).fit(rows(cloud(1, 2, 1))))
        .isInstanceOf(NumericalException.class);
    assertThatThrownBy(() -> diffusion(1, 1).fit(rows(new double[][] {{1, 2}, {1, 2}, {1, 2}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("cannot tell the points apart");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diffusion(alpha=1.5)",
        "diffusion(alpha=-0.1)",
        "diffusion(time=0)",
        "diffusion(time=-1)",
        "diffusion(alfa=1)",
        "laplacian(alpha=1)",
        "ncut(clusters=1)",
        "ncut(clusters=2.5)",
        "diffusoin",
        ""
      })
  void wrongMapsAreRefused(String text) {
    assertThatThrownBy(() -> ManifoldMap.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void mapsReadBackAsTheyAreWritten() {
    for (String text :
        new String[] {"diffusion(alpha=1,time=1)", "laplacian", "ncut(clusters=2)"}) {
      assertThat(ManifoldMap.parse(text).spec()).isEqualTo(text);
    }
    assertThat(ManifoldMap.parse("diffusion").spec()).isEqualTo("diffusion(alpha=1,time=1)");
    assertThatThrownBy(() -> ManifoldMap.parse("diffusoin"))
        .hasMessageContaining("diffusion")
        .hasMessageContaining("laplacian");
  }

  @Test
  void negativeEigenvaluesNeedAWholeTime() {
    assertThatThrownBy(() -> new DiffusionMap(0, 0.5).scale(-0.2, 1))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("whole time");
    assertThat(new DiffusionMap(0, 2).scale(-0.2, 1)).isCloseTo(0.04, within(1e-15));
  }
}
