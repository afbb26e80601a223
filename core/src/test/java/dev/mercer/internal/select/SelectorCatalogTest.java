package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.Adaptive;
import dev.mercer.landmark.Backward;
import dev.mercer.landmark.FeatureAnalysis;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.landmark.GivenRows;
import dev.mercer.landmark.Greedy;
import dev.mercer.landmark.KMeans;
import dev.mercer.landmark.KMeansNearest;
import dev.mercer.landmark.KernelKMeans;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import dev.mercer.landmark.Ransac;
import dev.mercer.landmark.Shadow;
import dev.mercer.landmark.Tipping;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names, records and algorithms belong together; what an algorithm says of itself. */
class SelectorCatalogTest {

  /** With parameters that are not the usual ones, so that each must be read back. */
  private static final List<LandmarkSelector> UNUSUAL =
      List.of(
          new Adaptive(3, true),
          new Backward(Backward.Start.GREEDY, 40),
          new FeatureAnalysis(7),
          new Greedy(5),
          new KMeans(7),
          new KMeansNearest(8),
          new KernelKMeans(9),
          RandomlyPivotedCholesky.plain(),
          new RandomlyPivotedCholesky(true, 64),
          new Ransac(3),
          new Shadow(2.5),
          Tipping.ofNoise(0.25),
          new Tipping(0, 500));

  @Test
  void everyNameIsThatOfARecordWithAnAlgorithm() {
    assertThat(SelectorCatalog.names()).hasSize(19);
    for (String name : SelectorCatalog.names()) {
      LandmarkSelector selector = SelectorCatalog.parse(name);
      assertThat(selector.spec()).startsWith(name);
      assertThat(SelectorCatalog.parse(selector.spec())).isEqualTo(selector);
      assertThat(SelectorCatalog.algorithm(selector).getClass().getSimpleName())
          .isEqualTo(selector.getClass().getSimpleName() + "Selector");
      assertThatThrownBy(() -> SelectorCatalog.parse(name + "(q=1)"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("'q'");
    }
  }

  @Test
  void parametersAreReadBack() {
    for (LandmarkSelector selector : UNUSUAL) {
      assertThat(SelectorCatalog.parse(selector.spec())).isEqualTo(selector);
    }
  }

  @Test
  void landmarksGivenHaveAnAlgorithmAndNoName() {
    LandmarkSelector rows = new GivenRows(1, 2);
    LandmarkSelector points = new GivenPoints(DenseRows.of(new double[][] {{1}}));
    assertThat(SelectorCatalog.algorithm(rows)).isInstanceOf(GivenRowsSelector.class);
    assertThat(SelectorCatalog.algorithm(points)).isInstanceOf(GivenPointsSelector.class);
    assertThat(SelectorCatalog.names()).doesNotContain(rows.spec(), points.spec());
  }

  @Test
  void aSelectorOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> SelectorCatalog.algorithm(() -> "mine"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("selector mine")
        .hasMessageContaining("GivenRows");
  }

  @Test
  void whatCertificatesAskOfAnAlgorithm() {
    for (String name : SelectorCatalog.names()) {
      Guarantee expected =
          switch (name) {
            case "uniform" -> Guarantee.DRAWN_UNIFORMLY;
            case "kmeans", "kmeans-nearest", "kernel-kmeans" -> Guarantee.CLUSTERS;
            case "shadow" -> Guarantee.SHADOWS;
            default -> Guarantee.NONE;
          };
      Selector algorithm = SelectorCatalog.algorithm(SelectorCatalog.parse(name));
      assertThat(algorithm.guarantee()).as(name).isEqualTo(expected);
      boolean bounded = Double.isFinite(algorithm.radius(Gaussian.sigma(2)));
      assertThat(bounded).as(name).isEqualTo(expected == Guarantee.SHADOWS);
    }
  }

  @Test
  void whatAClusterAsksOfAnAlgorithm() {
    assertThat(remoteChoice("uniform")).isEqualTo(RemoteChoice.DRAW);
    assertThat(remoteChoice("kmeans")).isEqualTo(RemoteChoice.CLUSTER);
    assertThat(remoteChoice("shadow")).isEqualTo(RemoteChoice.SHADOWS);
    assertThat(remoteChoice("rpcholesky")).isEqualTo(RemoteChoice.PIVOTS);
    assertThat(remoteChoice("rpcholesky(accelerated=false)")).isEqualTo(RemoteChoice.ONE_BY_ONE);
    assertThat(remoteChoice("greedy")).isEqualTo(RemoteChoice.NONE);
  }

  private static RemoteChoice remoteChoice(String spec) {
    return SelectorCatalog.algorithm(SelectorCatalog.parse(spec)).remoteChoice();
  }
}
