package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Exact;
import dev.mercer.method.Method;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds for every component that is returned, however small: the squares of its training
 * scores sum to its eigenvalue, and the coefficients of a centered model sum to zero (theory.md,
 * "Small components of a centered model"). The data have eigenvalues over ten and more orders of
 * magnitude.
 */
class ScoreInvariantsTest {

  private static final int N = 200;

  /** Every solver and operator. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto auto",
        "dense stored",
        "dense tiled",
        "lanczos stored",
        "lanczos tiled",
        "block-krylov stored",
        "block-krylov tiled",
        "davidson stored",
        "subspace stored",
        "power stored",
        "auto expansion",
        "block-krylov expansion(error=1e-13)"
      })
  void smallComponentsOfExactFitsAreNoNoise(String words) {
    String[] word = words.split(" ");
    Method method = new Exact(word[0], word[1]);
    for (boolean center : new boolean[] {true, false}) {
      for (double[] weights : new double[][] {null, weights()}) {
        check(KernelPca.with(KernelSpec.parse("gaussian(sigma=0.3)")), method, center, weights);
      }
    }
  }

  /** Solved in the space of features, whose axes span ten orders of magnitude of variance. */
  @ParameterizedTest
  @ValueSource(strings = {"linear", "polynomial(degree=2)", "3*linear"})
  void smallComponentsOfFeaturesAreNoNoise(String kernel) {
    double[][] points = new double[N][4];
    SplittableRandom random = new SplittableRandom(8);
    for (double[] point : points) {
      double[] own = new double[4];
      for (int j = 0; j < 4; j++) {
        own[j] = Math.pow(10, -5.0 / 3 * j) * random.nextGaussian();
      }
      // Turned, so that no axis is a column.
      for (int j = 0; j < 4; j++) {
        point[j] = own[0] + (j == 0 ? -3 : 1) * own[1] + (j < 2 ? -own[2] : own[2]);
        point[j] += (j % 2 == 0 ? -1 : 1) * own[3] + 2;
      }
    }
    for (double[] weights : new double[][] {null, weights()}) {
      KernelPca pca = KernelPca.with(KernelSpec.parse(kernel));
      check(pca.rank(14), Exact.auto(), true, weights, rows(points));
    }
  }

  /**
   * Kernel values in single precision: each is off by 2^-23 of its size at most, so an eigenvalue
   * is off by N times that, and nothing below is returned.
   */
  @ParameterizedTest
  @ValueSource(strings = {"auto", "dense", "lanczos", "block-krylov", "davidson", "subspace"})
  void componentsInSinglePrecisionAreNoNoise(String solver) {
    double[][] line = new double[N][1];
    for (int i = 0; i < N; i++) {
      line[i][0] = i / (N - 1.0);
    }
    for (String kernel : List.of("gaussian(sigma=0.3)", "cosine", "polynomial(degree=3)")) {
      KernelPcaModel model =
          KernelPca.with(KernelSpec.parse(kernel))
              .rank(12)
              .precision(Precision.FLOAT)
              .method(new Exact(solver, "stored"))
              .fit(rows(line));
      double largest = largest(model, rows(line), null);
      double level = Math.ulp(1f) * largest;
      Matrix scores = model.transform(rows(line));
      for (int c = 0; c < model.rank(); c++) {
        double eigenvalue = model.eigenvalues()[c];
        double sum = 0;
        for (int i = 0; i < N; i++) {
          sum += scores.get(i, c) * scores.get(i, c);
        }
        double share = level / eigenvalue;
        assertThat(Math.abs(sum / eigenvalue - 1)).isLessThan(4 * share + share * share);
        assertThat(share).as("component %d of %s", c + 1, kernel).isLessThan(1);
      }
    }
  }

  /** Landmarks whose scores are those of orthonormal axes. */
  @ParameterizedTest
  @ValueSource(ints = {14, 40, 188})
  void smallComponentsOfSubsetsAreNoNoise(int landmarks) {
    Method subset =
        MethodCatalog.parse(
            "subset",
            new MethodCatalog.Wishes(landmarks, null, null, "farthest", null, "auto", "auto"));
    for (double[] weights : new double[][] {null, weights()}) {
      check(KernelPca.with(KernelSpec.parse("gaussian(sigma=0.3)")), subset, true, weights);
    }
  }

  /** SK (27) leaves no component whose direction is outside of what it projects on. */
  @ParameterizedTest
  @ValueSource(ints = {14, 40})
  void everyComponentOfAGeneralSubsetHasScores(int landmarks) {
    Method subset =
        MethodCatalog.parse(
            "subset(general=true)",
            new MethodCatalog.Wishes(landmarks, null, null, "rpcholesky", null, "auto", "auto"));
    for (int seed = 0; seed < 20; seed++) {
      double[][] points = Definition.points(40, 2, seed);
      for (double[] point : points) {
        point[0] *= 0.1;
        point[1] *= 0.1;
      }
      Rows rows = rows(points);
      KernelPcaModel model =
          KernelPca.with(KernelSpec.parse("gaussian(sigma=1)"))
              .rank(landmarks)
              .method(subset)
              .seed(seed)
              .fit(rows);
      Matrix scores = model.transform(rows);
      for (int c = 0; c < model.rank(); c++) {
        double sum = 0;
        for (int i = 0; i < rows.count(); i++) {
          sum += scores.get(i, c) * scores.get(i, c);
        }
        assertThat(sum / model.eigenvalues()[c])
            .as("component %d of %d, seed %d", c + 1, model.rank(), seed)
            .isCloseTo(1, within(0.1)); // P Z is long, and rounding in it, too
      }
    }
  }

  private static void check(KernelPca pca, Method method, boolean center, double[] weights) {
    double[][] line = new double[N][1];
    for (int i = 0; i < N; i++) {
      line[i][0] = i / (N - 1.0);
    }
    check(pca.rank(12), method, center, weights, rows(line));
  }

  private static void check(
      KernelPca pca, Method method, boolean center, double[] weights, Rows rows) {
    KernelPcaModel model = pca.method(method).center(center).fit(rows, weights);
    assertThat(model.rank()).isGreaterThan(3);
    double[] eigenvalues = model.eigenvalues();
    FitReport report = model.report();
    double[] residuals = report.residuals();
    boolean exact = residuals.length > 0;
    Matrix scores = model.transform(rows);
    double level = 4 * Math.sqrt(N) * Math.ulp(1.0) * largest(model, rows, weights);
    double products = 0; // how far fast products may move an eigenvalue
    if (report.operator().errorBound().isPresent()) {
      products = report.operator().errorBound().getAsDouble() * weightSum(weights);
    }
    for (int c = 0; c < model.rank(); c++) {
      double sum = 0;
      for (int i = 0; i < N; i++) {
        sum += (weights == null ? 1 : weights[i]) * scores.get(i, c) * scores.get(i, c);
      }
      double residual = exact ? residuals[c] : 0;
      double share = (residual + products) / eigenvalues[c];
      // |K v|^2 / lambda = lambda + residual^2 / lambda, and rounding.
      assertThat(Math.abs(sum / eigenvalues[c] - 1))
          .as("component %d of %d, eigenvalue %s, %s", c + 1, model.rank(), eigenvalues[c], method)
          .isLessThan(share * share + 2 * (products + level) / eigenvalues[c]);
      assertThat(residual).isLessThan(0.1 * eigenvalues[c]);
      if (residual > 1e-3 * eigenvalues[c]) {
        assertThat(report.notes().toString()).contains("rounding shows");
      }
      if (products > 1e-3 * eigenvalues[c]) {
        assertThat(report.notes().toString()).contains("errors of the fast products");
      }
      if (center && exact) {
        double magnitude = 0;
        BigDecimal total = BigDecimal.ZERO;
        for (double value : model.coefficients().column(c)) {
          total = total.add(new BigDecimal(value));
          magnitude += Math.abs(value);
        }
        assertThat(Math.abs(total.doubleValue())).isLessThan(Math.ulp(1.0) * magnitude);
      }
    }
  }

  /** Rounding is relative to the uncentered matrix, whose largest eigenvalue is at most this. */
  private static double largest(KernelPcaModel model, Rows rows, double[] weights) {
    double[] x = new double[rows.columns()];
    double trace = 0;
    for (int i = 0; i < N; i++) {
      rows.copy(i, 1, x, 0);
      trace += (weights == null ? 1 : weights[i]) * model.kernel().diagonal(x);
    }
    return trace;
  }

  private static double weightSum(double[] weights) {
    return weights == null ? N : java.util.Arrays.stream(weights).sum();
  }

  private static double[] weights() {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[N];
    for (int i = 0; i < N; i++) {
      weights[i] = i % 17 == 0 ? 0 : Math.exp(2 * random.nextGaussian());
    }
    return weights;
  }

  private static Rows rows(double[][] points) {
    return DenseRows.of(points);
  }
}
