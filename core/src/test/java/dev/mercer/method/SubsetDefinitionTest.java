package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.GivenLandmarks;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.ModelDefinition;
import dev.mercer.NumericalException;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Subset, its options and its relatives against SK's formulas written out. */
class SubsetDefinitionTest {

  private static final int N = 36;
  private static final int[] LANDMARKS = {11, 3, 28, 0, 19, 33, 7, 24};

  static Stream<String> kernels() {
    return ModelDefinition.definiteKernels();
  }

  private static double[][] chosen(double[][] x) {
    return Arrays.stream(LANDMARKS).mapToObj(i -> x[i]).toArray(double[][]::new);
  }

  /** SK (26), (30): eigenpairs of (K_y^1/2)^+ K_xy'K_xy (K_y^1/2)^+, rows less a centre. */
  private record Dense(double[] kappa, double[][] coefficients) {

    static Dense of(double[][] gram, double[][] scatterOfKernelValues, int rank) {
      double[][] root = ModelDefinition.function(gram, v -> 1 / Math.sqrt(v), gram.length);
      Definition.Eigen eigen =
          Definition.eigen(
              ModelDefinition.multiply(
                  root, ModelDefinition.multiply(scatterOfKernelValues, root)));
      double[][] first = Arrays.copyOf(eigen.vectors(), rank);
      return new Dense(
          Arrays.copyOf(eigen.values(), rank),
          ModelDefinition.multiply(root, ModelDefinition.transpose(first)));
    }
  }

  private static double[][] scatter(double[][] values) {
    return ModelDefinition.multiply(ModelDefinition.transpose(values), values);
  }

  /** Scores Z'(h_x - h_c) of x. */
  private static double[][] scores(
      Kernel kernel, double[][] x, double[][] y, double[][] coefficients, double[] center) {
    double[][] h = Definition.cross(kernel, x, y);
    for (double[] row : h) {
      for (int j = 0; j < row.length; j++) {
        row[j] -= center == null ? 0 : center[j];
      }
    }
    return ModelDefinition.multiply(h, coefficients);
  }

  private static double[] mean(double[][] values, double[] weights) {
    double[] w = Definition.weights(weights, values.length);
    double sum = Arrays.stream(w).sum();
    double[] mean = new double[values[0].length];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += w[i] * values[i][j] / sum;
      }
    }
    return mean;
  }

  private static void assertDense(
      KernelPcaModel model, Dense dense, double scale, double[][] expected, double[][] x) {
    String what = model.report().method() + " " + model.kernel().spec();
    for (int c = 0; c < dense.kappa().length; c++) {
      Definition.requireClose(
          model.eigenvalues()[c], scale * dense.kappa()[c], 1e-9 * dense.kappa()[0], what);
    }
    ModelDefinition.assertSameScores(
        ModelDefinition.scores(model, x),
        expected,
        1e-7 * (1 + Definition.largest(expected)),
        what);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void rowsAreCenteredByTheMeanOverAllRows(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    double[][] unseen = Definition.points(10, 3, 6);
    double[] weights = ModelDefinition.weights(N);
    // Landmarks that are rows, and some that are not.
    for (double[][] y : new double[][][] {chosen(x), Definition.points(8, 3, 7)}) {
      double[][] cross = Definition.cross(kernel, x, y);
      for (boolean center : new boolean[] {true, false}) {
        double[][] centered = ModelDefinition.centered(cross, weights, center);
        Dense dense = Dense.of(Definition.gram(kernel, y), scatter(centered), 2);
        double[] mean = center ? mean(cross, weights) : null;
        KernelPca settings = KernelPca.with(kernel).rank(2).center(center).threads(1);
        for (Subset method :
            new Subset[] {
              Subset.of(GivenLandmarks.points(y)),
              new Subset(GivenLandmarks.points(y), 1, false, false, 0),
              new Subset(GivenLandmarks.points(y), 3, true, false, 0),
              new Subset(GivenLandmarks.points(y), 3, false, false, 1e-15)
            }) {
          KernelPcaModel model = settings.method(method).fit(Definition.rows(x), weights);
          assertDense(
              model, dense, 1, scores(kernel, unseen, y, dense.coefficients(), mean), unseen);
          assertSquaresAreEigenvalues(model, x, weights);
        }
      }
    }
  }

  private static void assertSquaresAreEigenvalues(
      KernelPcaModel model, double[][] x, double[] weights) {
    double[][] scores = ModelDefinition.scores(model, x);
    for (int c = 0; c < model.rank(); c++) {
      double squares = 0;
      for (int i = 0; i < x.length; i++) {
        squares += weights[i] * scores[i][c] * scores[i][c];
      }
      assertThat(squares).isCloseTo(model.eigenvalues()[c], within(1e-8 * model.eigenvalues()[0]));
    }
  }

  /** SK's first and third centroid: the same scores, each with its own centre. */
  @Test
  void theFirstCentroidIsTheMeanOfTheRows() {
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    double[][] x = Definition.points(N, 3, 5);
    double[] weights = ModelDefinition.weights(N);
    double sum = Arrays.stream(weights).sum();
    KernelPca settings = KernelPca.with(kernel).rank(2).threads(1);
    KernelPcaModel exact = settings.fit(Definition.rows(x), weights);
    for (Landmarking landmarks :
        new Landmarking[] {
          GivenLandmarks.rows(LANDMARKS), GivenLandmarks.points(Definition.points(8, 3, 7))
        }) {
      KernelPcaModel first =
          settings
              .method(new Subset(landmarks, 1, false, false, 0))
              .fit(Definition.rows(x), weights);
      assertThat(first.meanSquaredNorm()).isCloseTo(exact.meanSquaredNorm(), within(1e-12));
      double[] mean = first.mean();
      for (int i = 0; i < N; i++) {
        assertThat(mean[mean.length - N + i]).isCloseTo(weights[i] / sum, within(1e-15));
      }
      double[][] chosen =
          landmarks.selector() instanceof GivenLandmarks given && given.rows() != null
              ? chosen(x)
              : Definition.points(8, 3, 7);
      assertThat(ModelDefinition.points(first.landmarks())).isDeepEqualTo(chosen);
      assertThat(first.report().totalVariance())
          .isCloseTo(exact.report().totalVariance(), within(1e-10));
      assertThat(first.report().empiricalError())
          .isCloseTo(ModelDefinition.error(first, Definition.rows(x), weights), within(1e-10));
      KernelPcaModel third = settings.method(Subset.of(landmarks)).fit(Definition.rows(x), weights);
      assertThat(third.meanSquaredNorm()).isLessThan(first.meanSquaredNorm());
    }
  }

  /** SK's second centroid: K_xy less the mean of K_y's rows. */
  @ParameterizedTest
  @MethodSource("kernels")
  void theSecondCentroidIsTheMeanOfTheLandmarks(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    double[][] y = chosen(x);
    double[] weights = ModelDefinition.weights(N);
    double[][] gram = Definition.gram(kernel, y);
    double[] center = mean(gram, null);
    double[][] moved = Definition.cross(kernel, x, y);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < y.length; j++) {
        moved[i][j] = Math.sqrt(weights[i]) * (moved[i][j] - center[j]);
      }
    }
    Dense dense = Dense.of(gram, scatter(moved), 2);
    KernelPcaModel model =
        KernelPca.with(kernel)
            .rank(2)
            .threads(1)
            .method(new Subset(GivenLandmarks.rows(LANDMARKS), 2, false, false, 0))
            .fit(Definition.rows(x), weights);
    assertDense(model, dense, 1, scores(kernel, x, y, dense.coefficients(), center), x);
    assertSquaresAreEigenvalues(model, x, weights);
    assertThat(model.mean()).containsOnly(1.0 / y.length);
  }

  /** SK 4.1.4: the same as subset of the rows and the landmarks together. */
  @ParameterizedTest
  @MethodSource("kernels")
  void landmarksCanJoinTheCriterion(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    double[][] y = Definition.points(8, 3, 7);
    double[][] both = Arrays.copyOf(x, N + 8);
    System.arraycopy(y, 0, both, N, 8);
    for (boolean center : new boolean[] {true, false}) {
      for (int centroid = 1; centroid <= 3; centroid++) {
        KernelPca settings = KernelPca.with(kernel).rank(2).center(center).threads(1);
        Landmarking landmarks = GivenLandmarks.points(y);
        KernelPcaModel model =
            settings
                .method(new Subset(landmarks, centroid, false, true, 0))
                .fit(Definition.rows(x));
        KernelPcaModel expected =
            settings
                .method(new Subset(landmarks, centroid, false, false, 0))
                .fit(Definition.rows(both));
        for (int c = 0; c < 2; c++) {
          assertThat(model.eigenvalues()[c] * (N + 8) / N)
              .isCloseTo(expected.eigenvalues()[c], within(1e-10 * expected.eigenvalues()[0]));
        }
        double[][] scores = ModelDefinition.scores(expected, x);
        ModelDefinition.assertSameScores(
            ModelDefinition.scores(model, x),
            scores,
            1e-7 * (1 + Definition.largest(scores)),
            spec);
        assertThat(model.meanSquaredNorm())
            .isCloseTo(expected.meanSquaredNorm(), within(1e-9 * (1 + expected.meanSquaredNorm())));
      }
    }
  }

  /** SK (27) where it differs: rows in a plane, landmarks beyond it. */
  @Test
  void theGeneralMinimizerSeesTheRangeOfTheRowsOnly() {
    Kernel kernel = Definition.kernel("linear");
    double[][] x = Definition.points(N, 3, 5);
    for (double[] row : x) {
      row[2] = 0;
    }
    double[][] y = Definition.points(8, 3, 7);
    double[][] unseen = Definition.points(10, 3, 6);
    double[][] cross = Definition.cross(kernel, x, y);
    for (boolean center : new boolean[] {true, false}) {
      double[][] scatter = scatter(ModelDefinition.centered(cross, null, center));
      Dense dense = Dense.of(Definition.gram(kernel, y), scatter, 2);
      double[][] projection = ModelDefinition.function(scatter, v -> 1, 8);
      double[][] coefficients = ModelDefinition.multiply(projection, dense.coefficients());
      double[] mean = center ? mean(cross, null) : null;
      KernelPcaModel model =
          KernelPca.with(kernel)
              .rank(2)
              .center(center)
              .threads(1)
              .method(new Subset(GivenLandmarks.points(y), 3, true, false, 0))
              .fit(Definition.rows(x));
      assertDense(model, dense, 1, scores(kernel, unseen, y, coefficients, mean), unseen);
      // On the rows themselves the two are the same.
      ModelDefinition.assertSameScores(
          ModelDefinition.scores(model, x),
          scores(kernel, x, y, dense.coefficients(), mean),
          1e-9,
          "rows");
      double[][] other = scores(kernel, unseen, y, dense.coefficients(), mean);
      double[][] found = ModelDefinition.scores(model, unseen);
      assertThat(Math.abs(Math.abs(found[0][0]) - Math.abs(other[0][0]))).isGreaterThan(1e-3);
    }
  }

  /** SK (45) corrected: kappa and z of G G' z = kappa K_y z, and nearer to subset's as G grows. */
  @ParameterizedTest
  @MethodSource("kernels")
  void incompleteCholeskyOfTheCriterion(String spec) {
    Kernel kernel = Definition.kernel(spec);
    Rows rows = Definition.rows(Definition.points(N, 3, 5));
    KernelPca settings = KernelPca.with(kernel).rank(2).threads(1);
    Landmarking landmarks = GivenLandmarks.rows(LANDMARKS);
    KernelPcaModel subset = settings.method(Subset.of(landmarks)).fit(rows);
    double before = Double.POSITIVE_INFINITY;
    for (double tolerance : new double[] {0.3, 1e-2, 1e-12}) {
      KernelPcaModel model =
          settings.method(new Subset(landmarks, 3, false, false, tolerance)).fit(rows);
      double sum = Arrays.stream(subset.eigenvalues()).limit(model.rank()).sum();
      double missing = sum - Arrays.stream(model.eigenvalues()).sum();
      assertThat(missing).isGreaterThan(-1e-9 * sum);
      if (model.rank() == 2) {
        assertThat(missing).isLessThanOrEqualTo(before + 1e-9 * sum);
        before = missing;
      }
      // The axes capture at least what the smaller matrix says, and never more than subset's.
      double captured = model.report().certificate().value("capturedVariance");
      assertThat(captured).isBetween(sum - missing - 1e-9 * sum, sum + 1e-9 * sum);
    }
    assertThat(before).isLessThan(1e-6 * subset.eigenvalues()[0]);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void relativesShareTheOperator(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    KernelPca settings = KernelPca.with(kernel).rank(2).threads(1);
    Landmarking landmarks = GivenLandmarks.rows(LANDMARKS);
    KernelPcaModel subset = settings.method(Subset.of(landmarks)).fit(Definition.rows(x));
    KernelPcaModel pivots =
        settings.method(new IncompleteCholesky(landmarks)).fit(Definition.rows(x));
    assertThat(pivots.coefficients().values()).isEqualTo(subset.coefficients().values());
    KernelPcaModel improved = settings.method(new Improved(landmarks)).fit(Definition.rows(x));
    assertThat(improved.eigenvalues()).isEqualTo(subset.eigenvalues());
    double[][] scores = ModelDefinition.scores(subset, x);
    double[][] whitened = ModelDefinition.scores(improved, x);
    for (int c = 0; c < 2; c++) {
      double root = Math.sqrt(subset.eigenvalues()[c]);
      for (int i = 0; i < N; i++) {
        Definition.requireClose(whitened[i][c], scores[i][c] / root, 1e-8, spec);
      }
    }
  }

  /** Kernels that are indefinite have their negative part in K_y too. */
  @ParameterizedTest
  @ValueSource(strings = {"tanh(scale=1,offset=-0.5)", "epanechnikov(radius=2)"})
  void indefiniteKernelsOnAllRowsAreExact(String spec) {
    double[][] x = Definition.points(N, 3, 5);
    double[] weights = ModelDefinition.weights(N);
    for (double[] given : new double[][] {null, weights}) {
      for (boolean center : new boolean[] {true, false}) {
        KernelPca settings =
            KernelPca.with(Definition.kernel(spec)).rank(4).center(center).threads(1);
        KernelPcaModel exact = settings.fit(Definition.rows(x), given);
        for (Subset method :
            new Subset[] {
              Subset.of(GivenLandmarks.all(N)),
              new Subset(GivenLandmarks.all(N), 1, false, false, 0),
              new Subset(GivenLandmarks.all(N), 3, false, false, 1e-15)
            }) {
          KernelPcaModel subset = settings.method(method).fit(Definition.rows(x), given);
          String what = method.spec() + " " + spec + " " + center;
          for (int c = 0; c < 4; c++) {
            assertThat(subset.eigenvalues()[c])
                .as(what)
                .isCloseTo(exact.eigenvalues()[c], within(1e-7 * exact.eigenvalues()[0]));
          }
          double[][] unseen = Definition.points(10, 3, 6);
          double[][] expected = ModelDefinition.scores(exact, unseen);
          ModelDefinition.assertSameScores(
              ModelDefinition.scores(subset, unseen),
              expected,
              1e-5 * (1 + Definition.largest(expected)),
              what);
          assertThat(subset.report().notes().toString()).contains("are negative, the smallest is");
        }
      }
    }
  }

  /** The positive eigenvalues of H K_xy K_y^+ K_yx H, and axes of length one. */
  @ParameterizedTest
  @ValueSource(strings = {"tanh(scale=1,offset=-0.5)", "epanechnikov(radius=2)"})
  void indefiniteKernelsThroughLandmarks(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, 3, 5);
    double[] weights = ModelDefinition.weights(N);
    for (double[][] y : new double[][][] {chosen(x), Definition.points(8, 3, 7)}) {
      double[][] gram = Definition.gram(kernel, y);
      double[][] inverse = inverse(gram);
      double[][] centered = ModelDefinition.centered(Definition.cross(kernel, x, y), weights, true);
      double[][] seen =
          ModelDefinition.multiply(
              ModelDefinition.multiply(centered, inverse), ModelDefinition.transpose(centered));
      double[] expected = Definition.eigen(seen).values();
      KernelPcaModel model =
          KernelPca.with(kernel)
              .rank(3)
              .threads(1)
              .method(Subset.of(GivenLandmarks.points(y)))
              .fit(Definition.rows(x), weights);
      for (int c = 0; c < model.rank(); c++) {
        assertThat(model.eigenvalues()[c])
            .as(spec)
            .isCloseTo(expected[c], within(1e-9 * expected[0]));
      }
      double[][] a = ModelDefinition.rows(model.coefficients().values(), model.rank());
      double[][] lengths =
          ModelDefinition.multiply(ModelDefinition.transpose(a), ModelDefinition.multiply(gram, a));
      for (int c = 0; c < model.rank(); c++) {
        assertThat(lengths[c][c]).isCloseTo(1, within(1e-9));
      }
      assertSquaresAreEigenvalues(model, x, weights);
    }
  }

  /** By eigenpairs, of a matrix that is far from singular. */
  private static double[][] inverse(double[][] symmetric) {
    Definition.Eigen eigen = Definition.eigen(symmetric);
    int m = symmetric.length;
    double[][] result = new double[m][m];
    for (int e = 0; e < m; e++) {
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          result[i][j] += eigen.vectors()[e][i] * eigen.vectors()[e][j] / eigen.values()[e];
        }
      }
    }
    return result;
  }

  /** k(x,x) + k(y,y) < 2 k(x,y): no direction has a positive length, for no method. */
  @Test
  void whereNothingIsPositiveEveryMethodSaysSo() {
    double[][] x = {{2, 0}, {0.5, 0}};
    KernelPca settings = KernelPca.with(Definition.kernel("tanh")).rank(1).threads(1);
    for (Method method :
        List.of(
            Exact.auto(),
            Subset.of(GivenLandmarks.all(2)),
            new Subset(GivenLandmarks.all(2), 1, false, false, 0),
            new Subset(GivenLandmarks.all(2), 3, false, false, 1e-15),
            new Improved(GivenLandmarks.all(2)),
            new IncompleteCholesky(GivenLandmarks.all(2)),
            new Reduced(GivenLandmarks.all(2)),
            Nystrom.of(GivenLandmarks.all(2)))) {
      assertThatThrownBy(() -> settings.method(method).fit(Definition.rows(x)))
          .as(method.spec())
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("no variance");
    }
  }

  @Property(tries = 60)
  void subsetIsNeverWorseThanReduced(
      @ForAll @IntRange(min = 4, max = 40) int n,
      @ForAll @IntRange(min = 1, max = 40) int m,
      @ForAll @IntRange(min = 1, max = 6) int rank,
      @ForAll @IntRange(max = 15) int kernelNumber,
      @ForAll boolean center,
      @ForAll boolean weighted,
      @ForAll long seed) {
    Kernel kernel = Definition.kernel(Definition.KERNELS.get(kernelNumber));
    int landmarks = Math.min(m, n);
    Assume.that(kernel.positiveSemidefinite() && rank < landmarks);
    Rows rows = Definition.rows(Definition.points(n, 2, seed));
    double[] weights = null;
    if (weighted) {
      SplittableRandom random = new SplittableRandom(seed);
      weights = random.doubles(n, 0.1, 3).toArray();
    }
    KernelPca settings = KernelPca.with(kernel).rank(rank).center(center).threads(1).seed(seed);
    KernelPcaModel subset =
        settings.method(Subset.of(Landmarking.count(landmarks))).fit(rows, weights);
    KernelPcaModel reduced =
        settings.method(new Reduced(Landmarking.count(landmarks))).fit(rows, weights);
    double trace = ModelDefinition.trace(kernel, rows, weights);
    double sum = Arrays.stream(Definition.weights(weights, n)).sum();
    // Axes leave the span by what the cut-off of K_y drops, 1e-10 of the trace.
    assertThat(ModelDefinition.error(subset, rows, weights))
        .isLessThanOrEqualTo(ModelDefinition.error(reduced, rows, weights) + 1e-8 * trace / sum);
  }
}
