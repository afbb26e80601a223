package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import dev.mercer.method.Exact;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which components are kept, their signs, and what cannot be fitted (theory.md, "Which components
 * are returned", "Sign").
 */
class ExactRulesTest {

  private static final Exact GRAM = new Exact("dense", "stored");

  @ParameterizedTest
  @ValueSource(strings = {"gaussian(sigma=1.5)", "linear", "polynomial(degree=2)"})
  void theCoefficientOfLargestMagnitudeIsPositive(String spec) {
    Rows rows = Definition.rows(Definition.points(60, 7, 3));
    for (int rank = 1; rank <= 7; rank += 3) {
      KernelPcaModel model = KernelPca.with(Definition.kernel(spec)).rank(rank).fit(rows);
      for (int c = 0; c < model.rank(); c++) {
        double[] column = model.coefficients().column(c);
        double largest = Arrays.stream(column).map(Math::abs).max().orElseThrow();
        int first = 0;
        while (Math.abs(column[first]) < largest) {
          first++;
        }
        assertThat(column[first]).isPositive();
      }
    }
  }

  /** Two points: coefficients of equal magnitude and opposite sign; the lower row is positive. */
  @Test
  void amongEqualMagnitudesTheLowestRowDecides() {
    for (double[][] points : new double[][][] {{{-1}, {1}}, {{1}, {-1}}}) {
      KernelPcaModel model =
          KernelPca.with(new Linear()).rank(1).method(GRAM).fit(Definition.rows(points));
      double[] column = model.coefficients().column(0);
      assertThat(Math.abs(column[0])).isEqualTo(Math.abs(column[1]));
      assertThat(column[0]).isPositive();
      KernelPcaModel byFeatures = KernelPca.with(new Linear()).rank(1).fit(Definition.rows(points));
      assertThat(byFeatures.coefficients().get(0, 0)).isPositive();
    }
  }

  /** Linear kernel, 3 features: 3 components however many are asked for, by either route. */
  @ParameterizedTest
  @CsvSource({"dense,stored", "block-krylov,stored", "auto,auto"})
  void componentsThatAreRoundingAreNotReturned(String solver, String operator) {
    Rows rows = Definition.rows(Definition.points(40, 3, 5));
    KernelPcaModel model =
        KernelPca.with(new Linear()).rank(9).method(new Exact(solver, operator)).fit(rows);
    assertThat(model.rank()).isEqualTo(3);
    assertThat(model.report().rankRequested()).isEqualTo(9);
    assertThat(model.report().rankReason()).contains("only 3 eigenvalues");
  }

  /** The level is n eps of the uncentred matrix, which far from the origin is the larger one. */
  @ParameterizedTest
  @CsvSource({"dense,stored", "block-krylov,stored", "auto,auto"})
  void theCutOffKnowsTheUncentredMatrix(String solver, String operator) {
    int n = 50;
    double far = 1e6;
    // Variances 1 and 4e-8: with the mean at 1e6 the second is below n eps N mean^2 = 5.5e-1 ...
    double[][] points = Definition.points(n, 2, 6);
    for (double[] point : points) {
      point[0] += far;
      point[1] *= 2e-4;
    }
    double[][] gram = Definition.gram(new Linear(), points);
    double uncentered = Definition.eigen(gram).values()[0];
    double level = n * Math.ulp(1.0) * uncentered;
    double[] centered = Definition.eigen(scatter(points)).values();
    assertThat(centered[0]).isGreaterThan(2 * level);
    assertThat(centered[1]).isLessThan(level / 2);
    KernelPca pca = KernelPca.with(new Linear()).rank(2).method(new Exact(solver, operator));
    KernelPcaModel model = pca.fit(Definition.rows(points));
    assertThat(model.rank()).isEqualTo(1);
    assertThat(model.report().rankReason()).contains("rounding level");
    // Moved to the origin both are there.
    for (double[] point : points) {
      point[0] -= far;
    }
    assertThat(pca.fit(Definition.rows(points)).rank()).isEqualTo(2);
  }

  private static double[][] scatter(double[][] points) {
    int d = points[0].length;
    double[] mean = new double[d];
    for (double[] point : points) {
      for (int c = 0; c < d; c++) {
        mean[c] += point[c] / points.length;
      }
    }
    double[][] result = new double[d][d];
    for (double[] point : points) {
      for (int a = 0; a < d; a++) {
        for (int b = 0; b < d; b++) {
          result[a][b] += (point[a] - mean[a]) * (point[b] - mean[b]);
        }
      }
    }
    return result;
  }

  /** Small weights do not make rounding look like components. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1e-3, 1, 1e3})
  void theScaleOfTheWeightsDoesNotMatter(double weight) {
    double[] weights = new double[40];
    Arrays.fill(weights, weight);
    KernelPca pca = KernelPca.with(new Linear()).rank(9);
    Rows rows = Definition.rows(Definition.points(40, 3, 5));
    assertThat(pca.fit(rows, weights).rank()).isEqualTo(3);
    assertThat(pca.method(GRAM).fit(rows, weights).rank()).isEqualTo(3);
  }

  @Test
  void rankAboveTheRowsIsRefused() {
    Rows rows = Definition.rows(Definition.points(12, 3, 5));
    for (String spec : new String[] {"gaussian(sigma=1)", "linear"}) {
      assertThatThrownBy(() -> KernelPca.with(Definition.kernel(spec)).rank(13).fit(rows))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("13")
          .hasMessageContaining("at most 12");
    }
    assertThat(KernelPca.with(Gaussian.sigma(1)).rank(12).fit(rows).rank()).isEqualTo(11);
    assertThat(KernelPca.with(Gaussian.sigma(1)).center(false).rank(12).fit(rows).rank())
        .isEqualTo(12);
    assertThatThrownBy(() -> KernelPca.with(new Linear()).rank(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaussian(sigma=1)", "linear", "polynomial(degree=2)", "cosine"})
  void dataWithoutVarianceAreRefused(String spec) {
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(1);
    assertThatThrownBy(() -> pca.fit(DenseRows.of(new double[][] {{1, 2}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no variance");
    double[][] equal = new double[600][]; // so many are solved iteratively
    Arrays.fill(equal, new double[] {0.1, 0.7, 1.3});
    for (int n : new int[] {2, 30, 600}) {
      assertThatThrownBy(() -> pca.fit(DenseRows.of(Arrays.copyOf(equal, n))))
          .as("%d equal rows", n)
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("no variance");
    }
    // Weight zero leaves out what differs.
    double[] weights = {1, 1, 0};
    Rows rows = DenseRows.of(new double[][] {{1, 2}, {1, 2}, {3, 4}});
    assertThatThrownBy(() -> pca.fit(rows, weights)).isInstanceOf(NumericalException.class);
  }

  /** Uncentred, one row has one component: its own feature. */
  @Test
  void oneRowUncentered() {
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(1))
            .center(false)
            .rank(1)
            .fit(DenseRows.of(new double[][] {{1, 2}}));
    assertThat(model.eigenvalues()).containsExactly(new double[] {1}, within(1e-15));
    assertThat(model.transform(DenseRows.of(new double[][] {{1, 2}})).get(0, 0))
        .isCloseTo(1, within(1e-15));
  }

  /** The smallest number of components that reaches the share, also where it takes many tries. */
  @ParameterizedTest
  @CsvSource({
    "dense,0.5",
    "dense,0.9",
    "dense,0.999",
    "block-krylov,0.5",
    "block-krylov,0.9",
    "block-krylov,0.999",
    "lanczos,0.9"
  })
  void aShareOfTheVarianceKeepsTheFewestThatReachIt(String solver, double share) {
    int n = 200;
    Rows rows = Definition.rows(Definition.points(n, 3, 8));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1.5));
    double[] all = pca.rank(n - 1).method(GRAM).fit(rows).eigenvalues();
    KernelPcaModel model = pca.variance(share).method(new Exact(solver, "stored")).fit(rows);
    double total = model.report().totalVariance();
    double sum = 0;
    int fewest = 0;
    while (sum < share * total) {
      sum += all[fewest++];
    }
    assertThat(model.rank()).isEqualTo(fewest);
    assertThat(model.report().rankRequested()).isEqualTo(fewest);
    assertThat(model.report().rankReason()).isNull();
    assertThat(fewest).isGreaterThan(1);
    for (int c = 0; c < fewest; c++) {
      assertThat(model.eigenvalues()[c]).isCloseTo(all[c], within(1e-10 * all[0]));
    }
  }

  /** Everything there is, up to rounding. */
  @ParameterizedTest
  @CsvSource({"linear,60,3", "gaussian(sigma=1.5),60,59", "linear,4,3"})
  void allOfTheVariance(String spec, int n, int most) {
    Rows rows = Definition.rows(Definition.points(n, 3, 8));
    for (Exact method : new Exact[] {Exact.auto(), GRAM, new Exact("block-krylov", "stored")}) {
      KernelPcaModel model =
          KernelPca.with(Definition.kernel(spec)).variance(1).method(method).fit(rows);
      assertThat(model.rank()).isBetween(1, most);
      double sum = Arrays.stream(model.eigenvalues()).sum();
      double total = model.report().totalVariance();
      assertThat(sum).isCloseTo(total, within(n * n * Math.ulp(total)));
    }
  }

  @Test
  void aShareOutsideItsRangeIsRefused() {
    for (double share : new double[] {0, -0.1, 1.001, Double.NaN}) {
      assertThatThrownBy(() -> KernelPca.with(new Linear()).variance(share))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("above 0 and at most 1");
    }
  }

  /** Negative eigenvalues are counted: exactly by a dense solve, at least some by others. */
  @ParameterizedTest
  @ValueSource(strings = {"tanh(scale=0.5,offset=-0.3)", "epanechnikov(radius=2)"})
  void indefiniteKernelsCountTheirNegativeEigenvalues(String spec) {
    int n = 90;
    double[][] points = Definition.points(n, 3, 9);
    double[][] centered =
        Definition.centered(Definition.gram(Definition.kernel(spec), points), null, true);
    double[] values = Definition.eigen(centered).values();
    long negative =
        Arrays.stream(values).filter(value -> value < -n * Math.ulp(1.0) * values[0]).count();
    assertThat(negative).isPositive();
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(4);
    FitReport dense = pca.fit(Definition.rows(points)).report();
    Map<?, ?> counted = dense.negativeEigenvalues();
    assertThat(counted.get("exact")).isEqualTo(true);
    assertThat(((Number) counted.get("count")).longValue()).isEqualTo(negative);
    assertThat(((Number) counted.get("smallest")).doubleValue())
        .isCloseTo(values[n - 1], within(1e-12 * values[0]));
    assertThat(dense.notes())
        .anyMatch(note -> note.contains("not known to be positive semidefinite"));
    for (String solver : new String[] {"lanczos", "block-krylov"}) {
      FitReport iterative =
          pca.method(new Exact(solver, "stored")).fit(Definition.rows(points)).report();
      Map<?, ?> seen = iterative.negativeEigenvalues();
      assertThat(((Number) seen.get("count")).longValue()).isBetween(1L, negative);
      assertThat(((Number) seen.get("smallest")).doubleValue())
          .isGreaterThanOrEqualTo(values[n - 1] - 1e-12 * values[0]);
      assertThat(iterative.notes())
          .anyMatch(
              note -> note.contains(Boolean.TRUE.equals(seen.get("exact")) ? "eig" : "at least"));
    }
    FitReport definite =
        KernelPca.with(Gaussian.sigma(1)).rank(2).fit(Definition.rows(points)).report();
    assertThat(definite.negativeEigenvalues()).isEmpty();
  }

  /** A width that makes every kernel value vanish but the diagonal: eigenvalues all agree. */
  @Test
  void kernelValuesThatAreNotFiniteAreReported() {
    double[][] points = {{1e200, 1}, {1e200, 2}, {1, 3}};
    assertThatThrownBy(
            () ->
                KernelPca.with(Definition.kernel("polynomial(degree=3)"))
                    .rank(1)
                    .fit(Definition.rows(points)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("finite");
  }

  @Test
  void floatPrecisionIsReportedWhereItIsUsed() {
    Rows rows = Definition.rows(Definition.points(30, 3, 9));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(2).precision(Precision.FLOAT);
    FitReport.Operator operator = pca.fit(rows).report().operator();
    assertThat(operator.precision()).isEqualTo("float");
    assertThat(operator.errorBound()).as("none is proven").isEmpty();
  }
}
