package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.Shadow;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShadowSelectorTest {

  private record Expected(List<Integer> centers, List<Double> weights) {}

  /** RS Algorithm 2, as printed. */
  private static Expected definition(double[][] x, double[] weights, double epsilon) {
    int n = x.length;
    boolean[] gone = new boolean[n];
    List<Integer> centers = new ArrayList<>();
    List<Double> sums = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (gone[i] || (weights != null && weights[i] == 0)) {
        continue;
      }
      double sum = 0;
      for (int j = i; j < n; j++) {
        if (!gone[j] && Math.sqrt(Pairing.SQUARED_DISTANCE.of(x[i], x[j])) < epsilon) {
          gone[j] = true;
          sum += weights == null ? 1 : weights[j];
        }
      }
      centers.add(i);
      sums.add(sum);
    }
    return new Expected(centers, sums);
  }

  private static void check(double[][] points, double[] weights, double sigma, double ell) {
    Expected expected = definition(points, weights, sigma / ell);
    for (int threads = 1; threads <= 2; threads++) {
      Landmarks found =
          Selections.select(
              new Shadow(ell), points, "gaussian(sigma=" + sigma + ")", weights, 1, 0, threads);
      assertThat(found.rows())
          .containsExactly(expected.centers.stream().mapToInt(i -> i).toArray());
      assertThat(found.weights())
          .containsExactly(expected.weights.stream().mapToDouble(w -> w).toArray());
    }
  }

  @Property(tries = 60)
  void equalsTheDoubleLoopOnClusters(
      @ForAll @IntRange(min = 1, max = 700) int n,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 1, max = 40) int tenthsOfSigma,
      @ForAll long seed) {
    double[][] points = Selections.clusters(n, d, 1 + n / 50, 1, 0, seed);
    check(points, null, tenthsOfSigma, 4);
    check(points, Selections.weights(n, seed), tenthsOfSigma, 4);
  }

  /** Most distances of a grid equal epsilon for some pair: strictness is all that decides. */
  @Property(tries = 60)
  void tiesAtEpsilonAreOutsideTheShadow(
      @ForAll @IntRange(min = 1, max = 400) int n,
      @ForAll @IntRange(min = 1, max = 4) int d,
      @ForAll @IntRange(min = 1, max = 5) int steps,
      @ForAll long seed) {
    for (double step : new double[] {1, 0.1, 1.0 / 3, 1e-3}) {
      for (double offset : new double[] {0, 1e4, -7.3}) {
        double[][] points = Selections.grid(n, d, 6, step, offset, seed);
        check(points, null, 4 * steps * step, 4);
        check(points, null, 4 * Math.sqrt(steps) * step, 4);
      }
    }
  }

  /** Far from the origin the differences are all that is left; the mean must not blur them. */
  @Property(tries = 20)
  void dataFarFromTheOrigin(@ForAll long seed) {
    check(Selections.clusters(300, 3, 4, 1e-3, 1e6, seed), null, 8e-3, 4);
    check(Selections.clusters(300, 3, 2, 1e-9, 1e3, seed), null, 8e-9, 4);
  }

  /** Two groups so far apart that norms are large even about the mean: every pair is in doubt. */
  @Test
  void closePairsInFarGroups() {
    double[][] points = Selections.grid(300, 2, 5, 1e-6, 0, 3);
    for (int i = 0; i < points.length; i += 2) {
      points[i][0] += 1e9;
    }
    check(points, null, 4e-6, 4);
    check(points, null, 8e-6, 4);
  }

  @Test
  void numbersAtTheEndsOfTheRange() {
    double[][] points = Selections.clusters(60, 3, 3, 1, 0, 5);
    for (double scale : new double[] {1e-160, 1e-150, 1e140, 1e150}) {
      double[][] scaled = new double[points.length][3];
      for (int i = 0; i < points.length; i++) {
        for (int c = 0; c < 3; c++) {
          scaled[i][c] = scale * points[i][c];
        }
      }
      check(scaled, null, Math.max(1e-150, Math.min(1e150, scale * 8)), 4);
    }
  }

  @Test
  void duplicatesAreOneCenter() {
    double[][] points = new double[500][];
    for (int i = 0; i < points.length; i++) {
      points[i] = new double[] {i % 2, 0.1};
    }
    check(points, null, 1e-9, 4);
    Landmarks found = Selections.select(new Shadow(4), points, "gaussian(sigma=1)", null, 1, 0, 1);
    assertThat(found.rows()).containsExactly(0, 1);
    assertThat(found.weights()).containsExactly(250, 250);
  }

  /** Weight w equals the row w times in a row: same centers, same weights. */
  @Property(tries = 20)
  void weightsAreRepetitions(@ForAll long seed) {
    double[][] points = Selections.clusters(200, 2, 5, 1, 0, seed);
    double[] weights = Selections.weights(points.length, seed);
    Shadow shadow = new Shadow(3);
    Landmarks weighted = Selections.select(shadow, points, "laplacian(sigma=3)", weights, 1, 0, 2);
    double[][] repeated = Selections.repeated(points, weights);
    Landmarks plain = Selections.select(shadow, repeated, "laplacian(sigma=3)", null, 1, 0, 2);
    assertThat(plain.weights()).containsExactly(weighted.weights());
    for (int j = 0; j < plain.count(); j++) {
      assertThat(repeated[plain.rows()[j]]).isSameAs(points[weighted.rows()[j]]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(sigma=6)",
        "laplacian(sigma=6)",
        "cauchy(sigma=6)",
        "matern(nu=1.5,length=6)",
        "rational-quadratic(alpha=2,length=6)",
        "0.5*gaussian(sigma=6)"
      })
  void epsilonIsTheWidthOverEll(String kernel) {
    assertThat(new ShadowSelector(new Shadow()).radius(KernelSpec.kernel(kernel))).isEqualTo(1.5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "linear",
        "polynomial(degree=2)",
        "cosine",
        "laplacian-l1(sigma=1)",
        "gaussian(sigma=1)+gaussian(sigma=2)",
        "gaussian(sigma=1)*linear"
      })
  void refusesKernelsWithoutAWidth(String kernel) {
    double[][] points = {{0.0}, {1.0}};
    assertThatThrownBy(() -> Selections.select(new Shadow(4), points, kernel, null, 1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("radial")
        .hasMessageContaining(kernel)
        .hasMessageContaining("kmeans-nearest");
  }

  @Test
  void refusesWhatCannotBe() {
    try (Workers workers = Workers.of(1)) {
      GramColumns gram =
          new GramColumns(
              DenseRows.of(new double[][] {{1, 0}, {0, 1}}), new Precomputed(true), 4, workers);
      SelectionRequest request = new SelectionRequest(gram, null, true, 1, 1, 0, 0, 1 << 20);
      assertThatThrownBy(() -> SelectorCatalog.algorithm(new Shadow(4)).select(request))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("pivoted-cholesky");
    }
    assertThatThrownBy(() -> new Shadow(0)).hasMessageContaining("ell = 0");
    assertThatThrownBy(
            () ->
                new ShadowSelector(new Shadow(1e300))
                    .radius(KernelSpec.kernel("cauchy(sigma=1e-150)")))
        .hasMessageContaining("radius");
    double[][] points = {{0.0}, {1.0}};
    assertThatThrownBy(
            () ->
                Selections.select(
                    new Shadow(4), points, "gaussian(sigma=1)", new double[] {0, 0}, 1, 0, 1))
        .hasMessageContaining("positive weight");
  }

  @Test
  void specs() {
    assertThat(ShadowSelector.read(Spec.parse("shadow")).spec()).isEqualTo("shadow(ell=4)");
    assertThat(ShadowSelector.read(Spec.parse("shadow(ell=2.5)"))).isEqualTo(new Shadow(2.5));
    assertThat(new Shadow(4).choosesCount()).isTrue();
    assertThatThrownBy(() -> ShadowSelector.read(Spec.parse("shadow(l=3)")))
        .hasMessageContaining("ell");
    assertThatThrownBy(() -> ShadowSelector.read(Spec.parse("shadow(ell=-1)")))
        .hasMessageContaining("above 0");
  }
}
