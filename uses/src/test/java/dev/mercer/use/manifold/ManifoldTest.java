package dev.mercer.use.manifold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Epanechnikov;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.GivenRows;
import dev.mercer.landmark.KMeans;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.Shadow;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Landmarking;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifoldTest {
  /** Eigenvectors have residuals of 1e-10 at most; coordinates divide them by gaps of 0.01. */
  private static final double TOLERANCE = 1e-8;

  static final Kernel KERNEL = Gaussian.sigma(0.8);

  static double[][] cloud(int n, int d, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[n][d];
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextGaussian();
      }
    }
    return rows;
  }

  /** Two parts far apart, rows in turn. */
  private static double[][] twoParts(int n, long seed) {
    double[][] rows = cloud(n, 2, seed);
    for (int i = 0; i < n; i++) {
      rows[i][0] = 0.3 * rows[i][0] + (i % 2 == 0 ? 0 : 6);
      rows[i][1] *= 0.3;
    }
    return rows;
  }

  static DenseRows rows(double[][] values) {
    Matrix matrix = Matrix.of(values);
    return DenseRows.wrap(matrix.rows(), matrix.columns(), matrix.toArray());
  }

  static Manifold diffusion(double alpha, double time) {
    return Manifold.with(KERNEL).map(new DiffusionMap(alpha, time));
  }

  private static void assertClose(Matrix actual, Matrix expected, double tolerance) {
    assertThat(actual.rows()).isEqualTo(expected.rows());
    assertThat(actual.columns()).isEqualTo(expected.columns());
    assertThat(actual.values()).containsExactly(expected.values(), within(tolerance));
  }

  @Property(tries = 30)
  void diffusionIsItsDefinition(
      @ForAll @IntRange(min = 4, max = 40) int n,
      @ForAll @DoubleRange(min = 0, max = 1) double alpha,
      @ForAll @DoubleRange(min = 0.5, max = 4) double time,
      @ForAll long seed) {
    double[][] values = cloud(n, 3, seed);
    WalkDefinition walk = WalkDefinition.of(values, KERNEL, alpha);
    ManifoldFit fit = diffusion(alpha, time).rank(3).fit(rows(values));
    double[] expected = walk.eigenvalues();
    for (int c = 0; c < 3; c++) {
      double lambda = fit.model().eigenvalues()[c];
      assertThat(lambda).isCloseTo(expected[c + 1], within(1e-10));
      double[] psi = fit.coordinates().column(c);
      double norm = 0;
      double mean = 0;
      double largest = 0;
      for (int i = 0; i < n; i++) {
        psi[i] /= Math.pow(lambda, time);
        norm += walk.stationary()[i] * psi[i] * psi[i];
        mean += walk.stationary()[i] * psi[i];
        largest = Math.abs(psi[i]) > Math.abs(largest) + 1e-9 ? psi[i] : largest;
      }
      // lambda^time is divided out again: what is lost there is lost in psi.
      double lost = TOLERANCE * Math.max(1, Math.pow(lambda, -time));
      assertThat(norm).isCloseTo(1, within(lost));
      assertThat(mean).isCloseTo(0, within(lost));
      assertThat(walk.residual(psi, lambda)).isLessThan(lost);
      assertThat(largest).isPositive();
    }
  }

  @Test
  void laplacianIsItsDefinition() {
    double[][] values = cloud(60, 2, 5);
    WalkDefinition walk = WalkDefinition.of(values, KERNEL, 0);
    ManifoldFit fit = Manifold.with(KERNEL).map(new LaplacianMap()).rank(4).fit(rows(values));
    double[] all = walk.eigenvalues();
    double before = 0;
    for (int c = 0; c < 4; c++) {
      double lambda = fit.model().eigenvalues()[c];
      assertThat(lambda).isGreaterThanOrEqualTo(before);
      before = lambda;
      assertThat(lambda).isCloseTo(1 - all[c + 1], within(1e-12));
      double[] f = fit.coordinates().column(c);
      double length = 0;
      for (int i = 0; i < 60; i++) {
        // (L f)_i = d_i f_i - sum_j k_ij f_j = lambda d_i f_i, k_ij = d_i p_ij
        double image = walk.degrees()[i] * f[i];
        for (int j = 0; j < 60; j++) {
          image -= walk.degrees()[i] * walk.walk()[i][j] * f[j];
        }
        assertThat(image).isCloseTo(lambda * walk.degrees()[i] * f[i], within(TOLERANCE));
        length += walk.degrees()[i] * f[i] * f[i];
      }
      assertThat(length).isCloseTo(1, within(TOLERANCE));
    }
  }

  @Test
  void normalizedCutFindsThePartsAndItsRowsHaveLengthOne() {
    double[][] values = twoParts(80, 3);
    ManifoldFit fit = Manifold.with(Gaussian.sigma(1)).map(new NormalizedCut(2)).fit(rows(values));
    for (int i = 0; i < 80; i++) {
      assertThat(fit.clusters()[i]).isEqualTo(i % 2); // the first row's is 0
      double[] row = fit.coordinates().row(i);
      assertThat(row[0] * row[0] + row[1] * row[1]).isCloseTo(1, within(1e-12));
    }
    double[] all = WalkDefinition.of(values, Gaussian.sigma(1), 0).eigenvalues();
    assertThat(fit.model().eigenvalues()).containsExactly(new double[] {1, all[1]}, within(1e-12));
    // The entries of D^-1/2 K D^-1/2's second eigenvector and of its first have one sign in a part.
    assertThat(fit.coordinates().get(0, 1) * fit.coordinates().get(1, 1)).isNegative();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diffusion(alpha=1,time=2)",
        "diffusion(alpha=0.5)",
        "laplacian",
        "ncut(clusters=3)"
      })
  void throughLandmarksIsTheFullMapOfReplacedRows(String map) {
    double[][] values = cloud(120, 2, 11);
    for (LandmarkSelector selector :
        new LandmarkSelector[] {
          new Shadow(2), new KMeans(20), new Uniform(), new GivenRows(3, 50, 7, 9, 80, 33)
        }) {
      Landmarking landmarking =
          selector.choosesCount() ? Landmarking.by(selector) : new Landmarking(selector, 25, 0, 0);
      Manifold settings =
          Manifold.with(KERNEL).map(ManifoldMap.parse(map)).landmarks(landmarking).seed(4);
      ManifoldFit reduced = settings.fit(rows(values));
      int[] owner = owners(values, reduced);
      double[][] points = new double[reduced.model().points().count()][2];
      for (int j = 0; j < points.length; j++) {
        reduced.model().points().copy(j, 1, points[j], 0);
      }
      double[][] replaced = new double[values.length][];
      double[] counted = new double[points.length];
      for (int i = 0; i < values.length; i++) {
        replaced[i] = points[owner[i]];
        counted[owner[i]]++;
      }
      assertThat(reduced.landmarkWeights()).containsExactly(counted);
      ManifoldFit full = settings.landmarks(null).fit(rows(replaced));
      assertThat(reduced.model().eigenvalues())
          .containsExactly(full.model().eigenvalues(), within(1e-10));
      Matrix own = reduced.model().pointCoordinates();
      for (int i = 0; i < values.length; i++) {
        assertThat(full.coordinates().row(i))
            .as(selector.spec())
            .containsExactly(own.row(owner[i]), within(TOLERANCE));
      }
    }
  }

  /** Which landmark stands for each row: by the order of shadows, else the nearest. */
  private static int[] owners(double[][] values, ManifoldFit fit) {
    int m = fit.model().points().count();
    double[] point = new double[2];
    int[] owner = new int[values.length];
    double epsilon = fit.selector().startsWith("shadow") ? 0.8 / 2 : 0;
    for (int i = 0; i < values.length; i++) {
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < m; j++) {
        fit.model().points().copy(j, 1, point, 0);
        double distance = Math.hypot(values[i][0] - point[0], values[i][1] - point[1]);
        if (epsilon > 0 && distance < epsilon) {
          owner[i] = j;
          break;
        }
        if (distance < least) {
          least = distance;
          owner[i] = j;
        }
      }
    }
    return owner;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diffusion(alpha=1,time=3)",
        "diffusion(alpha=0)",
        "laplacian",
        "ncut(clusters=3)"
      })
  void weightTwoIsTheRowTwice(String map) {
    double[][] values = cloud(40, 2, 21);
    double[] weights = new double[40];
    double[][] repeated = new double[60][];
    int at = 0;
    for (int i = 0; i < 40; i++) {
      weights[i] = i < 20 ? 2 : 1;
      repeated[at++] = values[i];
      if (i < 20) {
        repeated[at++] = values[i];
      }
    }
    Manifold settings = Manifold.with(KERNEL).map(ManifoldMap.parse(map));
    ManifoldFit weighted = settings.fit(rows(values), weights);
    ManifoldFit twice = settings.fit(rows(repeated));
    assertThat(weighted.model().eigenvalues())
        .containsExactly(twice.model().eigenvalues(), within(1e-10));
    for (int i = 0; i < 40; i++) {
      int place = i < 20 ? 2 * i : 20 + i;
      assertThat(twice.coordinates().row(place))
          .containsExactly(weighted.coordinates().row(i), within(TOLERANCE));
    }
  }

  @Test
  void rowsOfWeightZeroArePlacedAndShapeNothing() {
    double[][] values = cloud(30, 2, 8);
    double[] weights = new double[30];
    Arrays.fill(weights, 0, 25, 1);
    ManifoldFit all = diffusion(1, 1).fit(rows(values), weights);
    ManifoldFit some = diffusion(1, 1).fit(rows(Arrays.copyOf(values, 25)));
    assertThat(all.model().eigenvalues())
        .containsExactly(some.model().eigenvalues(), within(1e-12));
    try (Workers workers = Workers.of(1)) {
      Matrix extended = some.model().extend(rows(values), workers);
      assertClose(all.coordinates(), extended, TOLERANCE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "diffusion(alpha=1,time=1)",
        "diffusion(alpha=0.3,time=2.5)",
        "laplacian",
        "ncut(clusters=4)"
      })
  void extensionGivesPointsTheirOwnCoordinates(String map) {
    double[][] values = cloud(700, 2, 2); // more than two blocks of rows
    Manifold settings = Manifold.with(KERNEL).map(ManifoldMap.parse(map));
    ManifoldFit full = settings.fit(rows(values));
    try (Workers workers = Workers.of(2)) {
      assertClose(full.model().extend(rows(values), workers), full.coordinates(), TOLERANCE);
      ManifoldFit reduced = settings.landmarks(Landmarking.count(60)).seed(3).fit(rows(values));
      Matrix own = reduced.model().pointCoordinates();
      assertClose(reduced.model().extend(reduced.model().points(), workers), own, TOLERANCE);
      for (int j = 0; j < 60; j++) {
        assertThat(reduced.coordinates().row(reduced.landmarkRows()[j]))
            .containsExactly(own.row(j), within(TOLERANCE));
      }
      if (map.startsWith("ncut")) {
        assertThat(reduced.model().clusters(reduced.coordinates())).isEqualTo(reduced.clusters());
      }
    }
  }

  @Test
  void extensionOfANewRowIsTheFormula() {
    double[][] values = cloud(30, 2, 4);
    double alpha = 0.7;
    ManifoldFit fit = diffusion(alpha, 1).fit(rows(values));
    double[] x = {0.3, -0.4};
    // The walk on the rows and x, x not counted: degrees of rows without it.
    double[] q = new double[30];
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        q[i] += KERNEL.value(values[i], values[j]);
      }
    }
    double own = 0;
    for (int j = 0; j < 30; j++) {
      own += KERNEL.value(x, values[j]);
    }
    double degree = 0;
    double[] sum = new double[2];
    for (int j = 0; j < 30; j++) {
      double step = KERNEL.value(x, values[j]) / Math.pow(own * q[j], alpha);
      degree += step;
      for (int c = 0; c < 2; c++) {
        sum[c] += step * fit.coordinates().get(j, c) / fit.model().eigenvalues()[c];
      }
    }
    try (Workers workers = Workers.of(1)) {
      double[] placed = fit.model().extend(rows(new double[][] {x}), workers).row(0);
      assertThat(placed)
          .containsExactly(new double[] {sum[0] / degree, sum[1] / degree}, within(1e-9));
    }
  }

  @Test
  void iterationFindsWhatDenseDoes() {
    double[][] values = cloud(700, 2, 6);
    DenseRows data = rows(values);
    Manifold settings = diffusion(1, 1).rank(4).threads(1);
    ManifoldFit dense = settings.fit(data);
    ManifoldFit tiled = settings.memory(4_300_000).fit(data);
    assertThat(dense.solver()).isEqualTo("dense");
    assertThat(tiled.solver()).isEqualTo("block-krylov");
    assertThat(tiled.operator()).isEqualTo("tiled");
    double[] all = WalkDefinition.of(values, KERNEL, 1).eigenvalues();
    for (ManifoldFit fit : new ManifoldFit[] {dense, tiled}) {
      assertThat(fit.model().eigenvalues())
          .containsExactly(Arrays.copyOfRange(all, 1, 5), within(1e-10));
    }
    assertClose(tiled.coordinates(), dense.coordinates(), TOLERANCE);
    assertThatThrownBy(() -> settings.memory(1L << 20).fit(data))
        .isInstanceOf(MemoryExceededException.class)
        .hasMessageContaining("landmarks");
  }

  @Test
  void moreRowsThanDenseIsForAreStored() {
    DenseRows data = rows(cloud(GraphPlan.MOST_DENSE + 60, 2, 6));
    ManifoldFit fit = diffusion(1, 1).fit(data);
    assertThat(fit.operator()).isEqualTo("stored");
    assertThat(fit.solver()).isEqualTo("block-krylov");
    try (Workers workers = Workers.of(2)) {
      // P psi = lambda psi is what the extension to the rows themselves says.
      assertClose(fit.model().extend(data, workers), fit.coordinates(), TOLERANCE);
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBits() {
    DenseRows data = rows(cloud(900, 3, 1));
    for (String map : new String[] {"diffusion", "ncut(clusters=3)"}) {
      Manifold settings =
          Manifold.with(KERNEL)
              .map(ManifoldMap.parse(map))
              .landmarks(new Landmarking(new KMeans(20), 80, 0, 0));
      ManifoldFit one = settings.threads(1).fit(data);
      ManifoldFit three = settings.threads(3).fit(data);
      assertThat(three.coordinates().values()).containsExactly(one.coordinates().values());
      assertThat(three.clusters()).isEqualTo(one.clusters());
    }
  }

  @Test
  void aGraphInPartsRepeatsTheEigenvalueOne() {
    double[][] values = twoParts(60, 7);
    ManifoldFit fit = Manifold.with(new Epanechnikov(3)).rank(3).fit(rows(values));
    assertThat(fit.model().eigenvalues()[0]).isCloseTo(1, within(1e-12));
    assertThat(fit.notes()).anyMatch(note -> note.contains("comes 2 times"));
    // The coordinate of the parts is constant in each: that is all it says.
    for (int i = 0; i < 60; i++) {
      assertThat(fit.coordinates().get(i, 0))
          .isCloseTo(fit.coordinates().get(i % 2, 0), within(1e-9));
    }
    assertThat(fit.coordinates().get(0, 0) * fit.coordinates().get(1, 0)).isNegative();
    ManifoldFit laplacian =
        Manifold.with(new Epanechnikov(3)).map(new LaplacianMap()).fit(rows(values));
    assertThat(laplacian.model().eigenvalues()[0]).isBetween(0.0, 1e-12);
  }

  @Test
  void everySelectorServes() {
    DenseRows data = rows(cloud(90, 2, 13));
    for (String name : SelectorCatalog.names()) {
      LandmarkSelector selector = SelectorCatalog.parse(name);
      Landmarking landmarking =
          selector.choosesCount() ? Landmarking.by(selector) : new Landmarking(selector, 20, 0, 0);
      ManifoldFit fit = diffusion(1, 1).landmarks(landmarking).fit(data);
      assertThat(fit.coordinates().rows()).isEqualTo(90);
      assertThat(Arrays.stream(fit.landmarkWeights()).sum()).as(name).isCloseTo(90, within(1e-9));
    }
    ManifoldFit open = diffusion(1, 1).landmarks(Landmarking.tolerance(0.1)).fit(data);
    assertThat(open.landmarkWeights().length).isBetween(3, 90);
  }
}
