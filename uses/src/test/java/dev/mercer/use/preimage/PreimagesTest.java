package dev.mercer.use.preimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Linear;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pre-images against their definitions, for every kernel and method of fitting. */
class PreimagesTest {

  private static final double[][] TRAIN = ring(60, 1);
  private static final double[][] UNSEEN = ring(23, 2);

  /** A noisy ring in the first two of three columns: something to project on. */
  private static double[][] ring(int n, long seed) {
    double[][] x = Definition.points(n, 3, seed);
    for (double[] row : x) {
      double length = Math.hypot(row[0], row[1]);
      row[0] = 2 * row[0] / length + 0.1 * row[2];
      row[1] = 2 * row[1] / length - 0.05 * row[2];
      row[2] = 0.2 * row[2];
    }
    return x;
  }

  private static KernelPca settings(String kernel, int rank) {
    return KernelPca.with(KernelSpec.kernel(kernel)).rank(rank).threads(1).seed(4);
  }

  private static KernelPcaModel fit(String kernel, int rank) {
    return settings(kernel, rank).fit(DenseRows.of(TRAIN));
  }

  private static Preimages.Result find(KernelPcaModel model, String method, double[][] rows) {
    try (Workers workers = Workers.of(2)) {
      return Preimages.of(model, method, workers.threads()).of(DenseRows.of(rows));
    }
  }

  /**
   * The reported distance is that of the definition, or no number where the kernel may be
   * indefinite and there are no distances; returns the largest.
   */
  private static double assertDistances(
      KernelPcaModel model, double[][] rows, Preimages.Result result) {
    if (!model.kernel().positiveSemidefinite()) {
      assertThat(result.featureDistances()).hasSize(rows.length).containsOnly(Double.NaN);
      return Double.NaN;
    }
    PreimageDefinition definition = new PreimageDefinition(model);
    double largest = 0;
    for (int i = 0; i < rows.length; i++) {
      double[] g = definition.coefficients(rows[i]);
      double[] z = result.points().row(i);
      if (model.scaling() != null) {
        model.scaling().apply(z, 0, 1);
      }
      double squared = Math.max(0, definition.squaredDistance(g, z));
      double found = result.featureDistances()[i];
      // A sum of some hundred terms, each rounded twice.
      assertThat(found * found)
          .as("row " + i)
          .isCloseTo(squared, within(1e-13 * definition.terms(g)));
      largest = Math.max(largest, found);
    }
    return largest;
  }

  @Test
  void coefficientsOfAnExactModelAreThoseOfMika() {
    KernelPcaModel model = fit("gaussian(sigma=1)", 5);
    int n = TRAIN.length;
    Matrix scores = model.transform(DenseRows.of(UNSEEN));
    try (Workers workers = Workers.of(1)) {
      FeatureProjection projection = new FeatureProjection(model, workers);
      double[] found = new double[UNSEEN.length * n];
      projection.coefficients(FeatureProjection.withOne(scores), 0, UNSEEN.length, found);
      for (int row = 0; row < UNSEEN.length; row++) {
        double[] gamma = new double[n];
        for (int i = 0; i < n; i++) {
          for (int c = 0; c < 5; c++) {
            gamma[i] += scores.get(row, c) * model.coefficients().get(i, c);
          }
        }
        double rest = (1 - Arrays.stream(gamma).sum()) / n;
        for (int i = 0; i < n; i++) {
          assertThat(found[row * n + i]).isCloseTo(gamma[i] + rest, within(1e-13));
        }
      }
    }
  }

  @Test
  void mikaIsTheIterationWrittenOutRowByRow() {
    KernelPcaModel model = fit("gaussian(sigma=1.5)", 4);
    Preimages.Result result = find(model, "mika(tolerance=1e-12)", UNSEEN);
    assertThat(result.failures()).isZero();
    PreimageDefinition definition = new PreimageDefinition(model);
    for (int i = 0; i < UNSEEN.length; i++) {
      double[] g = definition.coefficients(UNSEEN[i]);
      double[] z = definition.mika(g, UNSEEN[i], 2000);
      for (int c = 0; c < 3; c++) {
        // The step at the end is 1e-12 of the spread; flat directions multiply it by a hundred.
        assertThat(result.points().get(i, c)).isCloseTo(z[c], within(1e-9));
      }
    }
    assertDistances(model, UNSEEN, result);
  }

  static Stream<String> kernelsWithSteps() {
    return Definition.KERNELS.stream()
        .filter(spec -> FeatureMisfit.hasSteps(KernelSpec.kernel(spec)));
  }

  @ParameterizedTest
  @MethodSource("kernelsWithSteps")
  void theGradientVanishesWhereTheFixedPointEnds(String kernel) {
    KernelPcaModel model = fit(kernel, 4);
    Preimages.Result result = find(model, "mika(tolerance=1e-10,iterations=5000)", UNSEEN);
    PreimageDefinition definition = new PreimageDefinition(model);
    int smooth = 0;
    for (int i = 0; i < UNSEEN.length; i++) {
      double[] g = definition.coefficients(UNSEEN[i]);
      double[] z = result.points().row(i);
      double nearest =
          Arrays.stream(definition.points).mapToDouble(x -> distance(x, z)).min().orElseThrow();
      double edge =
          Arrays.stream(definition.points)
              .mapToDouble(x -> Math.abs(distance(x, z) - 3))
              .min()
              .orElseThrow();
      // At a peak of the kernel, or at the edge of its support, there is no gradient.
      boolean differentiable = nearest > 1e-3 && (!kernel.startsWith("epan") || edge > 1e-3);
      if (!result.failed()[i] && differentiable) {
        for (double slope : definition.gradient(g, z, 1e-5)) {
          assertThat(slope).as(kernel + " row " + i).isCloseTo(0, within(2e-5));
        }
        smooth++;
      }
      double start = definition.misfit(g, UNSEEN[i]);
      double slack = 1e-13 * definition.terms(g);
      assertThat(definition.misfit(g, z)).isLessThanOrEqualTo(start + slack);
      for (double[] x : definition.points) {
        assertThat(definition.misfit(g, z)).isLessThanOrEqualTo(definition.misfit(g, x) + slack);
      }
    }
    // The features of a kernel with a peak are best met at its peaks, the points themselves.
    boolean peaked = kernel.startsWith("laplacian") || kernel.startsWith("matern(nu=0.5");
    assertThat(smooth).as(kernel).isGreaterThan(peaked ? -1 : UNSEEN.length / 4);
    assertThat(result.failures()).as(kernel).isZero();
    assertDistances(model, UNSEEN, result);
  }

  private static double distance(double[] x, double[] y) {
    double sum = 0;
    for (int c = 0; c < x.length; c++) {
      sum += (x[c] - y[c]) * (x[c] - y[c]);
    }
    return Math.sqrt(sum);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "mika", "kwok-tsang"})
  void aModelOfFullRankReturnsItsTrainingRows(String method) {
    KernelPcaModel model = fit("gaussian(sigma=0.7)", TRAIN.length - 1);
    assertThat(model.rank()).isEqualTo(TRAIN.length - 1);
    Preimages.Result result = find(model, method, TRAIN);
    assertThat(result.failures()).isZero();
    for (int i = 0; i < TRAIN.length; i++) {
      // Coefficients of up to 1 / sqrt(smallest eigenvalue) turn rounding into 1e-7.
      assertThat(distance(result.points().row(i), TRAIN[i])).isLessThan(1e-6);
      assertThat(result.featureDistances()[i]).isLessThan(1e-6);
    }
  }

  @Test
  void theLinearKernelGivesTheReconstructionOfPca() {
    KernelPcaModel model = fit("linear", 2);
    double[] mean = new double[3];
    for (double[] row : TRAIN) {
      for (int c = 0; c < 3; c++) {
        mean[c] += row[c] / TRAIN.length;
      }
    }
    double[][] covariance = new double[3][3];
    for (double[] row : TRAIN) {
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          covariance[a][b] += (row[a] - mean[a]) * (row[b] - mean[b]);
        }
      }
    }
    double[][] axes = Definition.eigen(covariance).vectors();
    for (String method : List.of("auto", "linear", "mika")) {
      Preimages.Result result = find(model, method, UNSEEN);
      assertThat(result.failures()).isZero();
      for (int i = 0; i < UNSEEN.length; i++) {
        double[] expected = mean.clone();
        for (int e = 0; e < 2; e++) {
          double score = 0;
          for (int c = 0; c < 3; c++) {
            score += axes[e][c] * (UNSEEN[i][c] - mean[c]);
          }
          for (int c = 0; c < 3; c++) {
            expected[c] += score * axes[e][c];
          }
        }
        assertThat(result.points().row(i)).as(method).containsExactly(expected, within(1e-12));
        assertThat(result.featureDistances()[i]).isLessThan(1e-6);
      }
    }
    assertThat(find(model, "auto", UNSEEN).featureDistances()).containsOnly(0);
  }

  static Stream<String> methods() {
    return Stream.of(
        "exact",
        "subset",
        "reduced",
        "reduced-set",
        "nystrom",
        "weighted-nystrom",
        "improved",
        "icd",
        "sparse(kind=tipping)",
        "sparse(kind=l1)",
        "hebbian(smd=true)",
        "auto");
  }

  private static KernelPcaModel fitBy(String method, boolean center, double[] weights) {
    boolean counted = !method.startsWith("exact") && !method.startsWith("hebbian");
    var wishes =
        new MethodCatalog.Wishes(
            counted ? 25 : null,
            null,
            null,
            method.equals("reduced-set") ? "kmeans" : null,
            null,
            "auto",
            "auto");
    return settings("gaussian(sigma=1.2)", 4)
        .center(center)
        .method(MethodCatalog.parse(method, wishes))
        .fit(DenseRows.of(TRAIN), weights);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyMethodOfFittingHasPreimages(String method) {
    for (boolean center : List.of(true, false)) {
      KernelPcaModel model = fitBy(method, center, null);
      Preimages.Result located = find(model, "kwok-tsang", UNSEEN);
      Preimages.Result best = find(model, "auto", UNSEEN);
      assertDistances(model, UNSEEN, located);
      assertDistances(model, UNSEEN, best);
      assertDistances(model, UNSEEN, find(model, "mika", UNSEEN));
      assertDistances(model, UNSEEN, find(model, "ridge", UNSEEN));
      for (int i = 0; i < UNSEEN.length; i++) {
        assertThat(best.featureDistances()[i])
            .as(method + " row " + i)
            .isLessThanOrEqualTo(located.featureDistances()[i] + 1e-7);
      }
    }
  }

  @Test
  void weightsAreThoseOfTheModelsCentre() {
    double[] weights = new double[TRAIN.length];
    double[][] repeated = new double[TRAIN.length + 20][];
    for (int i = 0; i < TRAIN.length; i++) {
      weights[i] = i < 20 ? 2 : 1;
      repeated[i] = TRAIN[i];
    }
    System.arraycopy(TRAIN, 0, repeated, TRAIN.length, 20);
    KernelPcaModel weighted = fitBy("exact", true, weights);
    KernelPcaModel twice = settings("gaussian(sigma=1.2)", 4).fit(DenseRows.of(repeated));
    Preimages.Result one = find(weighted, "mika(tolerance=1e-12)", UNSEEN);
    Preimages.Result other = find(twice, "mika(tolerance=1e-12)", UNSEEN);
    assertDistances(weighted, UNSEEN, one);
    for (int i = 0; i < UNSEEN.length; i++) {
      assertThat(one.points().row(i)).containsExactly(other.points().row(i), within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "mika", "kwok-tsang", "ridge"})
  void noBitDependsOnThreads(String method) {
    double[][] many = ring(700, 9);
    KernelPcaModel model = fitBy("subset", true, null);
    Preimages.Result reference = null;
    for (int threads : List.of(1, 2, 7)) {
      try (Workers workers = Workers.of(threads)) {
        Preimages.Result result =
            Preimages.of(model, method, workers.threads()).of(DenseRows.of(many));
        reference = reference == null ? result : reference;
        assertThat(result.points().values()).isEqualTo(reference.points().values());
        assertThat(result.featureDistances()).isEqualTo(reference.featureDistances());
        assertThat(result.failures()).isEqualTo(reference.failures());
        assertThat(result.looks()).isEqualTo(reference.looks());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"standard", "minmax", "max=10"})
  void resultsAreInTheUnitsOfTheData(String scaling) {
    double[][] wide = widened(TRAIN);
    double[][] unseen = widened(UNSEEN);
    KernelPcaModel model =
        settings("gaussian(sigma=1.2)", 6).scaling(scaling).fit(DenseRows.of(wide));
    double[][] scaledTrain = PreimageDefinition.rows(model.scaling().of(DenseRows.of(wide)));
    double[][] scaledUnseen = PreimageDefinition.rows(model.scaling().of(DenseRows.of(unseen)));
    KernelPcaModel plain = settings("gaussian(sigma=1.2)", 6).fit(DenseRows.of(scaledTrain));
    for (String method : List.of("auto", "ridge", "mika")) {
      Preimages.Result result = find(model, method, unseen);
      Preimages.Result expected = find(plain, method, scaledUnseen);
      for (int i = 0; i < unseen.length; i++) {
        double[] z = expected.points().row(i);
        model.scaling().invert(z, 0, 1);
        for (int c = 0; c < 4; c++) {
          double size = Math.max(1, Math.abs(z[c]));
          assertThat(result.points().get(i, c)).isCloseTo(z[c], within(1e-7 * size));
        }
        // A column that never changes comes back as it was.
        assertThat(result.points().get(i, 3)).isCloseTo(7, within(1e-12));
      }
    }
  }

  private static double[][] widened(double[][] rows) {
    return Arrays.stream(rows)
        .map(row -> new double[] {100 * row[0] + 1000, row[1], 0.01 * row[2], 7})
        .toArray(double[][]::new);
  }

  @Test
  void scoresAreEnough() {
    KernelPcaModel model = fit("gaussian(sigma=1.5)", 4);
    Matrix scores = model.transform(DenseRows.of(UNSEEN));
    try (Workers workers = Workers.of(2)) {
      for (String method : List.of("auto", "kwok-tsang", "ridge")) {
        Preimages preimages = Preimages.of(model, method, workers.threads());
        Preimages.Result byRows = preimages.of(DenseRows.of(UNSEEN));
        Preimages.Result byScores = preimages.ofScores(scores);
        assertThat(byScores.points().values()).isEqualTo(byRows.points().values());
      }
      Preimages mika = Preimages.of(model, "mika(tolerance=1e-12)", workers.threads());
      Preimages.Result fromNearest = mika.ofScores(scores);
      Preimages.Result fromRow = mika.of(DenseRows.of(UNSEEN));
      for (int i = 0; i < UNSEEN.length; i++) {
        assertThat(fromNearest.points().row(i))
            .containsExactly(fromRow.points().row(i), within(1e-9));
      }
      assertThatThrownBy(() -> mika.ofScores(Matrix.of(new double[][] {{1, 2}})))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the scores have 2 columns, the model has rank 4");
    }
  }

  @Test
  void rowsFarFromEverythingEndAtANumber() {
    KernelPcaModel model = fit("gaussian(sigma=0.5)", 6);
    double[][] far = {{1e6, -1e6, 3}, {40, 0, 0}, {1e150, 0, 0}};
    for (String method : List.of("auto", "mika", "kwok-tsang", "ridge")) {
      Preimages.Result result = find(model, method, far);
      for (double value : result.points().values()) {
        assertThat(value).as(method).isBetween(-10.0, 10.0);
      }
    }
  }

  @Test
  void rowsThatAreNoNumbersFail() {
    KernelPcaModel model = fit("gaussian(sigma=1)", 4);
    double[][] rows = {UNSEEN[0], {Double.NaN, 0, 0}, UNSEEN[1]};
    for (String method : List.of("auto", "mika", "kwok-tsang")) {
      Preimages.Result result = find(model, method, rows);
      assertThat(result.failed()).as(method).containsExactly(false, true, false);
      assertThat(result.featureDistances()[1]).isNaN();
      assertThat(result.featureDistances()[0]).isNotNaN();
    }
  }

  @Test
  void noLooksLeftIsAFailure() {
    KernelPcaModel model = fit("gaussian(sigma=1)", 4);
    Preimages.Result result = find(model, "mika(iterations=2)", UNSEEN);
    assertThat(result.failures()).isGreaterThan(UNSEEN.length / 2);
    assertThat(result.looks()).isLessThanOrEqualTo(2L * UNSEEN.length);
    assertDistances(model, UNSEEN, result);
    // One look may show that the start is worse than the nearest point: that one is the answer.
    Preimages.Result one = find(model, "mika(iterations=1)", UNSEEN);
    assertThat(one.failures()).isEqualTo(UNSEEN.length);
    assertDistances(model, UNSEEN, one);
  }

  @Test
  void noRowsAreNoTrouble() {
    KernelPcaModel model = fit("gaussian(sigma=1)", 4);
    try (Workers workers = Workers.of(2)) {
      Preimages.Result result =
          Preimages.of(model, "auto", workers.threads()).ofScores(Matrix.wrap(0, 4, new double[0]));
      assertThat(result.points().rows()).isZero();
      assertThat(result.failures()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cosine", "laplacian-l1(sigma=3)", "tanh(scale=0.2,offset=0.1)"})
  void kernelsWithoutStepsHaveTheLearnedMap(String kernel) {
    KernelPcaModel model = fit(kernel, 3);
    try (Workers workers = Workers.of(1)) {
      Preimages preimages = Preimages.of(model, "auto", workers.threads());
      assertThat(preimages.spec()).isEqualTo("auto");
      assertThat(preimages.steps()).startsWith("ridge(sigma=");
      assertDistances(model, UNSEEN, preimages.of(DenseRows.of(UNSEEN)));
      for (String method : List.of("mika", "kwok-tsang")) {
        assertThatThrownBy(() -> Preimages.of(model, method, workers.threads()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(kernel + " is not; possible are ridge, auto");
      }
    }
  }

  @Test
  void whatDoesNotSuitIsRefusedWithWhatDoes() {
    try (Workers workers = Workers.of(1)) {
      KernelPcaModel polynomial = fit("polynomial(degree=2)", 3);
      assertThat(Preimages.of(polynomial, "auto", workers.threads()).steps()).isEqualTo("mika");
      assertThatThrownBy(() -> Preimages.of(polynomial, "kwok-tsang", workers.threads()))
          .hasMessageContaining("falls with the Euclidean distance")
          .hasMessageContaining("possible are mika, ridge, auto");
      KernelPcaModel gaussian = fit("gaussian(sigma=1)", 3);
      assertThat(Preimages.of(gaussian, "auto", workers.threads()).steps())
          .isEqualTo("kwok-tsang+mika");
      assertThatThrownBy(() -> Preimages.of(gaussian, "linear", workers.threads()))
          .hasMessageContaining("needs the linear kernel");
      assertThatThrownBy(() -> Preimages.of(gaussian, "mikka", workers.threads()))
          .hasMessageContaining("auto, mika, kwok-tsang, ridge, linear")
          .hasMessageContaining("did you mean 'mika'");
      assertThatThrownBy(() -> Preimages.of(gaussian, "kwok-tsang(k=3)", workers.threads()))
          .hasMessageContaining("neighbors");
      assertThatThrownBy(() -> Preimages.of(gaussian, "kwok-tsang(neighbors=0)", workers.threads()))
          .hasMessageContaining("neighbors");
      assertThatThrownBy(() -> Preimages.check("ridge(ridge=-1)")).hasMessageContaining("ridge");
      KernelPcaModel gram =
          KernelPca.with(KernelSpec.kernel("precomputed"))
              .rank(2)
              .fit(DenseRows.of(Definition.gram(Gaussian.sigma(1), TRAIN)));
      assertThatThrownBy(() -> Preimages.of(gram, "auto", workers.threads()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("precomputed");
      KernelPcaModel features =
          settings("gaussian(sigma=1)", 2)
              .method(
                  MethodCatalog.parse(
                      "random-features",
                      new MethodCatalog.Wishes(50, null, null, null, null, "auto", "auto")))
              .fit(DenseRows.of(TRAIN));
      assertThatThrownBy(() -> Preimages.of(features, "ridge", workers.threads()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("random features")
          .hasMessageContaining("subset");
      KernelPcaModel custom =
          KernelPca.with(Kernel.of("dot", true, (x, y) -> new Linear().value(x, y)))
              .rank(2)
              .fit(DenseRows.of(TRAIN));
      assertThatThrownBy(() -> Preimages.of(custom, "mika", workers.threads()))
          .hasMessageContaining("custom:dot is not; possible are ridge, auto");
      assertThat(Preimages.of(custom, "auto", workers.threads()).steps()).startsWith("ridge(");
      assertThatThrownBy(
              () ->
                  Preimages.of(gaussian, "auto", workers.threads())
                      .of(DenseRows.of(new double[2][5])))
          .hasMessageContaining("5 columns");
    }
  }
}
