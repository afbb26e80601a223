package dev.mercer.use.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.PairSlopes;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Precomputed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScoreGradientsTest {
  static final double EPS = 0x1p-52;
  static final int RANK = 3;

  static final List<String> KERNELS =
      List.of(
          "gaussian(sigma=2)",
          "laplacian(sigma=2)",
          "laplacian-l1(sigma=3)",
          "polynomial(degree=3,offset=1,scale=0.2)",
          "linear",
          "tanh(scale=0.1,offset=0.1)",
          "epanechnikov(radius=3.5)",
          "matern(nu=0.5,length=2)",
          "matern(nu=1.5,length=2)",
          "matern(nu=2.5,length=2)",
          "rational-quadratic(alpha=0.7,length=2)",
          "cauchy(sigma=2)",
          "cosine",
          "0.5*gaussian(sigma=2)+linear",
          "gaussian(sigma=2)*cosine+0.1*laplacian-l1(sigma=2)",
          "(cosine+2*cauchy(sigma=3))*polynomial(degree=2)");

  static final List<String> METHODS =
      List.of(
          "auto",
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
          "hebbian",
          "random-features(orthogonal=true)");

  static Stream<String> kernels() {
    return KERNELS.stream();
  }

  static Stream<String> methods() {
    return METHODS.stream();
  }

  @Test
  void everyKernelAndMethodThereIsIsTried() {
    Set<String> tried = new TreeSet<>();
    Stream.concat(KERNELS.stream(), HistogramGradientsTest.KERNELS.stream())
        .forEach(text -> tried.add(text.replaceAll("\\(.*", "")));
    for (String name : KernelSpec.names()) {
      assertThat(tried.contains(name) || name.equals("precomputed")).as(name).isTrue();
    }
    assertThat(METHODS.stream().map(text -> Spec.parse("method", text).name()))
        .containsAll(MethodCatalog.names());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void gradientsOfEveryKernelAreTheDifferencesOfScores(String spec) {
    KernelPca pca = KernelPca.with(KernelSpec.kernel(spec)).rank(RANK);
    double[][] unseen = points(5, 4, 0, 11);
    check(pca.fit(rows(points(40, 4, 0, 1))), unseen);
    check(pca.center(false).scaling("standard").fit(rows(points(40, 4, 0, 1))), unseen);
  }

  /** Points off the origin are moved before distances are taken; inner products are not. */
  @ParameterizedTest
  @MethodSource("kernels")
  void gradientsFarFromTheOrigin(String spec) {
    if (spec.startsWith("polynomial") || spec.startsWith("tanh")) {
      return; // cubes of 10^4 leave no digits for differences; the tangent is flat there
    }
    KernelPcaModel model =
        KernelPca.with(KernelSpec.kernel(spec)).rank(RANK).fit(rows(points(40, 4, 30, 1)));
    check(model, points(5, 4, 30, 11));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void gradientsOfEveryMethodAreTheDifferencesOfScores(String method) {
    MethodCatalog.Wishes wishes =
        new MethodCatalog.Wishes(
            Set.of("auto", "exact", "reduced-set", "hebbian").contains(method) ? null : 15,
            null,
            null,
            null,
            null,
            "auto",
            "auto");
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(2))
            .rank(RANK)
            .method(MethodCatalog.parse(method, wishes))
            .scaling("minmax")
            .fit(rows(points(60, 3, 0, 2)));
    check(model, points(4, 3, 0, 12));
  }

  @Test
  void gradientsAtThePointsThemselves() {
    double[][] x = points(30, 3, 0, 3);
    for (String spec : List.of("gaussian(sigma=1)", "matern(nu=1.5,length=1)", "cauchy(sigma=1)")) {
      check(KernelPca.with(KernelSpec.kernel(spec)).rank(RANK).fit(rows(x)), x);
    }
    // A peak at the point itself: the differences of both sides cancel, its own slope is 0.
    for (String spec : List.of("laplacian(sigma=1)", "laplacian-l1(sigma=1)")) {
      check(KernelPca.with(KernelSpec.kernel(spec)).rank(RANK).fit(rows(x)), x);
    }
  }

  /** Against sums over points pair by pair: so many points leave no step without a kink. */
  @Test
  void moreRowsPointsAndComponentsThanABlock() {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)*cosine+laplacian-l1(sigma=2)+linear");
    double[][] p = points(1100, 2, 0, 4);
    double[][] x = points(90, 2, 0, 14);
    x[1] = new double[2]; // where the cosine has no gradient
    x[2] = p[8];
    KernelPcaModel model = KernelPca.with(kernel).rank(7).fit(rows(p));
    Matrix found;
    try (Workers workers = Workers.of(2)) {
      found = ScoreGradients.of(model, workers.threads()).at(rows(x));
    }
    double[] pairs = new double[PairSlopes.SHARED];
    double[] slopes = new double[PairSlopes.SHARED];
    for (int i = 0; i < x.length; i++) {
      double[][] gradients = new double[7][2];
      double[][] terms = new double[7][2];
      for (int j = 0; j < p.length; j++) {
        for (int k = 0; k < pairs.length; k++) {
          pairs[k] = Pairing.values()[k].of(p[j], x[i]);
        }
        PairSlopes.of(kernel).at(pairs, slopes);
        double nx = Math.hypot(x[i][0], x[i][1]);
        double np = Math.hypot(p[j][0], p[j][1]);
        for (int f = 0; f < 2; f++) {
          double c = nx == 0 ? 0 : p[j][f] / nx / np - pairs[3] * x[i][f] / nx / nx;
          double of =
              slopes[0] * p[j][f]
                  + 2 * slopes[1] * (x[i][f] - p[j][f])
                  + slopes[2] * Math.signum(x[i][f] - p[j][f])
                  + slopes[3] * c;
          for (int r = 0; r < 7; r++) {
            gradients[r][f] += model.coefficients().get(j, r) * of;
            terms[r][f] += Math.abs(model.coefficients().get(j, r)) * (Math.abs(of) + 1);
          }
        }
      }
      for (int r = 0; r < 7; r++) {
        for (int f = 0; f < 2; f++) {
          assertThat(found.get(i * 7 + r, f))
              .as("row %d, component %d, feature %d", i, r, f)
              .isEqualTo(gradients[r][f], within(1000 * EPS * terms[r][f]));
        }
      }
    }
  }

  /** Central differences of the scores; the tolerance is explained at {@link #difference}. */
  private static void check(KernelPcaModel model, double[][] x) {
    int d = x[0].length;
    int rank = model.rank();
    Matrix found;
    try (Workers workers = Workers.of(2)) {
      found = ScoreGradients.of(model, workers.threads()).at(rows(x));
    }
    assertThat(found.rows()).isEqualTo(x.length * rank);
    assertThat(found.columns()).isEqualTo(d);
    double step = 1e-3;
    List<double[]> moved = new ArrayList<>();
    for (double[] row : x) {
      for (int f = 0; f < d; f++) {
        for (double by : new double[] {step, -step, 2 * step, -2 * step}) {
          double[] copy = row.clone();
          copy[f] += by;
          moved.add(copy);
        }
      }
    }
    Matrix scores = model.transform(rows(moved.toArray(double[][]::new)));
    for (int i = 0; i < x.length; i++) {
      for (int c = 0; c < rank; c++) {
        double terms = sizeOfTerms(model, x[i], c);
        for (int f = 0; f < d; f++) {
          int at = 4 * (i * d + f);
          double near = (scores.get(at, c) - scores.get(at + 1, c)) / (2 * step);
          double far = (scores.get(at + 2, c) - scores.get(at + 3, c)) / (4 * step);
          assertThat(found.get(i * rank + c, f))
              .as("row %d, component %d, feature %d", i, c, f)
              .isEqualTo(near, within(difference(near, far, terms, step)));
        }
      }
    }
  }

  /**
   * The error of a central difference falls with the square of its step, so that of twice the step
   * is four times as far off: the two differ by three times the error. A score is a sum of terms
   * with a few hundred roundings between the rows and their kernel values, which the step divides.
   */
  private static double difference(double near, double far, double terms, double step) {
    return Math.abs(far - near) + 1000 * EPS * terms / step;
  }

  /** Sum of |A_jr k(p_j, x)|. */
  private static double sizeOfTerms(KernelPcaModel model, double[] row, int component) {
    double[] a = model.coefficients().column(component);
    if (model.frequencies() != null) {
      return FourierFeatures.of(model).amplitude() * Arrays.stream(a).map(Math::abs).sum();
    }
    double[] x = row.clone();
    if (model.scaling() != null) {
      model.scaling().apply(x, 0, 1);
    }
    double sum = 0;
    double[] point = new double[x.length];
    for (int j = 0; j < a.length; j++) {
      model.points().copy(j, 1, point, 0);
      sum += Math.abs(a[j] * model.kernel().value(point, x));
    }
    return sum;
  }

  @Test
  void forTheLinearKernelTheGradientIsTheLoading() {
    double[][] x = points(50, 4, 2, 5);
    KernelPcaModel model = KernelPca.with(new Linear()).rank(RANK).fit(rows(x));
    try (Workers workers = Workers.of(1)) {
      Matrix found = ScoreGradients.of(model, workers.threads()).at(rows(points(6, 4, 0, 15)));
      for (int c = 0; c < RANK; c++) {
        double norm = 0;
        for (int f = 0; f < 4; f++) {
          double loading = 0; // P' A
          for (int j = 0; j < x.length; j++) {
            loading += x[j][f] * model.coefficients().get(j, c);
          }
          norm += loading * loading;
          for (int i = 0; i < 6; i++) {
            assertThat(found.get(i * RANK + c, f)).isEqualTo(loading, within(1000 * EPS));
          }
        }
        // Axes of PCA have length one.
        assertThat(norm).isEqualTo(1, within(1e4 * EPS));
      }
    }
  }

  @Test
  void theNumberOfThreadsChangesNoBit() {
    KernelPcaModel model =
        KernelPca.with(KernelSpec.kernel("gaussian(sigma=2)+0.1*laplacian-l1(sigma=1)"))
            .rank(4)
            .fit(rows(points(700, 5, 3, 10)));
    Rows x = rows(points(400, 5, 3, 20));
    double[][] results = new double[2][];
    double[][] each = new double[2][];
    for (int threads = 1; threads <= 2; threads++) {
      try (Workers workers = Workers.of(threads)) {
        ScoreGradients gradients = ScoreGradients.of(model, workers.threads());
        results[threads - 1] = gradients.drive(x, null).rootMeanSquare().values();
        each[threads - 1] = gradients.at(x).values();
      }
    }
    assertThat(results[1]).containsExactly(results[0]);
    assertThat(each[1]).containsExactly(each[0]);
  }

  @Test
  void pointsOfAReducedSetStandForTheirRows(@TempDir Path folder) throws IOException {
    Rows x = rows(points(60, 2, 0, 21));
    KernelPca pca = KernelPca.with(Gaussian.sigma(2)).rank(2);
    MethodCatalog.Wishes wishes =
        new MethodCatalog.Wishes(9, null, null, "kmeans", null, "auto", "auto");
    try (Workers workers = Workers.of(1)) {
      KernelPcaModel set = pca.method(MethodCatalog.parse("reduced-set", wishes)).fit(x);
      double[] weights = ScoreGradients.of(set, workers.threads()).pointWeights();
      assertThat(weights).hasSize(9);
      assertThat(Arrays.stream(weights).sum()).isEqualTo(60);
      set.save(folder.resolve("m.safetensors"));
      KernelPcaModel read = KernelPcaModel.load(folder.resolve("m.safetensors"));
      assertThat(ScoreGradients.of(read, workers.threads()).pointWeights())
          .containsExactly(weights);
      KernelPcaModel all = pca.method(MethodCatalog.parse("weighted-nystrom", wishes)).fit(x);
      assertThat(ScoreGradients.of(all, workers.threads()).pointWeights()).isNull();
      assertThat(ScoreGradients.of(pca.fit(x), workers.threads()).pointWeights()).isNull();
    }
  }

  @Test
  void whatHasNoGradientIsRefused() {
    Kernel custom = Kernel.of("mine", true, (a, b) -> Math.exp(-Math.abs(a[0] - b[0])));
    double[][] x = points(20, 2, 0, 1);
    double[][] gram = new double[20][20];
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 20; j++) {
        gram[i][j] = custom.value(x[i], x[j]);
      }
    }
    KernelPcaModel byFunction = KernelPca.with(custom).rank(2).fit(rows(x));
    KernelPcaModel byMatrix = KernelPca.with(new Precomputed(true)).rank(2).fit(rows(gram));
    KernelPcaModel usual = KernelPca.with(Gaussian.sigma(1)).rank(2).fit(rows(x));
    try (Workers workers = Workers.of(1)) {
      refused(
          () -> ScoreGradients.of(byFunction, workers.threads()),
          "custom:mine has no known derivative");
      refused(
          () -> ScoreGradients.of(byMatrix, workers.threads()), "precomputed kernel has no points");
      ScoreGradients gradients = ScoreGradients.of(usual, workers.threads());
      refused(() -> gradients.at(rows(gram)), "20 columns, the model expects 2");
      refused(() -> gradients.drive(rows(gram), null), "20 columns, the model expects 2");
      refused(() -> gradients.drive(rows(x), new double[3]), "3 weights for 20 rows");
      refused(() -> gradients.drive(rows(x), new double[20]), "all weights are 0");
      double[] negative = new double[20];
      negative[7] = -1;
      refused(() -> gradients.drive(rows(x), negative), "row 7 is -1");
      refused(
          () -> gradients.drive(DenseRows.wrap(0, 2, new double[0]), null), "no rows to average");
    }
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  static double[][] points(int count, int columns, double center, long seed) {
    Random random = new Random(seed);
    double[][] result = new double[count][columns];
    for (double[] row : result) {
      for (int f = 0; f < columns; f++) {
        row[f] = center + (1 + 0.3 * f) * random.nextGaussian();
      }
    }
    return result;
  }

  static Rows rows(double[][] values) {
    return DenseRows.of(values);
  }
}
