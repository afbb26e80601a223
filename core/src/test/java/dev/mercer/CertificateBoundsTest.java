package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.KMeans;
import dev.mercer.landmark.KMeansNearest;
import dev.mercer.landmark.KernelKMeans;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.PivotedCholesky;
import dev.mercer.landmark.Shadow;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Tries to break every bound of a certificate with hostile data: duplicated rows, clusters far
 * apart, rows that are almost the same, data far from the origin, kernels of any scale, weights
 * with zeros, all rows as landmarks.
 *
 * <p>What is true is computed from the whole Gram matrix, as computed by tiles, with Jacobi
 * rotations, which know it to a few n eps of the trace; that much a bound may be missed by, and no
 * more.
 */
class CertificateBoundsTest {

  private static final List<String> KERNELS =
      Definition.KERNELS.stream()
          .filter(spec -> Definition.kernel(spec).positiveSemidefinite())
          .toList();

  private static final List<String> RADIAL =
      List.of(
          "gaussian(sigma=1.5)",
          "laplacian(sigma=2)",
          "matern(nu=0.5,length=2)",
          "matern(nu=1.5,length=2)",
          "matern(nu=2.5,length=2)",
          "rational-quadratic(alpha=1.5,length=2)",
          "cauchy(sigma=2)");

  /** How the points lie. */
  enum Shape {
    NORMAL,
    DUPLICATED,
    FAR_CLUSTERS,
    ALMOST_EQUAL,
    ON_A_LINE,
    FAR_FROM_THE_ORIGIN
  }

  /** How the rows are weighted. */
  enum Weighting {
    NONE,
    COUNTS_WITH_ZEROS,
    FRACTIONS,
    ONE_HEAVY
  }

  /** One fit. */
  record Case(
      String kernel,
      double scale,
      Shape shape,
      Weighting weighting,
      boolean center,
      int rows,
      int landmarks,
      int rank,
      String selector,
      double ell,
      long seed) {

    Kernel theKernel() {
      Kernel named = Definition.kernel(kernel);
      return scale == 1 ? named : named.times(scale);
    }

    double[][] points() {
      double[][] x = Definition.points(rows, 3, seed);
      SplittableRandom random = new SplittableRandom(seed + 1);
      double[][] other = new double[rows][3];
      for (int i = 0; i < rows; i++) {
        int j = random.nextInt(rows);
        for (int c = 0; c < 3; c++) {
          other[i][c] =
              switch (shape) {
                case NORMAL -> x[i][c];
                case DUPLICATED -> x[i / 3][c];
                case FAR_CLUSTERS -> x[i][c] * 0.3 + (j % 3) * 40;
                case ALMOST_EQUAL -> x[0][c] + 1e-6 * x[i][c];
                case ON_A_LINE -> x[i][0] * (c + 1);
                case FAR_FROM_THE_ORIGIN -> 1e3 + x[i][c];
              };
        }
      }
      return other;
    }

    double[] weights() {
      SplittableRandom random = new SplittableRandom(seed + 2);
      double[] weights = new double[rows];
      for (int i = 0; i < rows; i++) {
        weights[i] =
            switch (weighting) {
              case NONE -> 1;
              case COUNTS_WITH_ZEROS -> random.nextInt(4);
              case FRACTIONS -> 0.01 + random.nextDouble();
              case ONE_HEAVY -> i == 1 ? 1e6 : 1;
            };
      }
      weights[0] = Math.max(1, weights[0]);
      weights[rows - 1] = Math.max(1, weights[rows - 1]);
      return weighting == Weighting.NONE ? null : weights;
    }

    int used() {
      double[] weights = weights();
      return weights == null
          ? rows
          : (int) Arrays.stream(weights).filter(weight -> weight > 0).count();
    }

    Landmarking landmarking() {
      int count = Math.min(landmarks, used());
      LandmarkSelector chosen =
          switch (selector) {
            case "uniform" -> new Uniform();
            case "kmeans" -> new KMeans(20);
            case "kmeans-nearest" -> new KMeansNearest(20);
            case "kernel-kmeans" -> new KernelKMeans(20);
            case "pivoted-cholesky" -> new PivotedCholesky();
            default -> null;
          };
      return chosen == null
          ? Landmarking.by(new Shadow(ell))
          : Landmarking.count(count).with(chosen);
    }
  }

  /** A fit and what is true of it. */
  private static final class Fitted {

    final Case given;
    final KernelPcaModel model;
    final Certificate certificate;
    final double[] values;
    final double trace;
    final double largest;

    /** What the reference can be off by. */
    final double slack;

    Fitted(Case given, boolean verify) {
      this.given = given;
      Rows rows = Definition.rows(given.points());
      this.model =
          KernelPca.with(given.theKernel())
              .rank(Math.min(given.rank(), Math.min(given.landmarks(), given.used())))
              .center(given.center())
              .threads(2)
              .seed(given.seed())
              .verify(verify)
              .method(Subset.of(given.landmarking()))
              .fit(rows, given.weights());
      this.certificate = model.report().certificate();
      double[][] gram = computed(given.theKernel(), given.points());
      double[] w = Definition.weights(given.weights(), gram.length);
      double sum = 0;
      double most = 0;
      for (int i = 0; i < gram.length; i++) {
        sum += w[i] * gram[i][i];
        most = Math.max(most, gram[i][i]);
      }
      this.largest = most;
      double[][] centered = Definition.centered(gram, given.weights(), given.center());
      this.values = Definition.eigen(centered).values();
      double trueTrace = 0;
      for (int i = 0; i < gram.length; i++) {
        trueTrace += centered[i][i];
      }
      this.trace = trueTrace;
      this.slack = 8 * gram.length * Math.ulp(1.0) * sum;
    }

    /**
     * The Gram matrix as a fit computes it: for clusters far apart its entries differ from their
     * definition by more than n eps, and bounds are about the matrix there is.
     */
    static double[][] computed(Kernel kernel, double[][] points) {
      int n = points.length;
      try (Workers workers = Workers.of(1)) {
        Rows rows = Definition.rows(points);
        double[] values = new GramColumns(rows, kernel, (long) n * n, workers).of(rows).among();
        double[][] result = new double[n][];
        for (int i = 0; i < n; i++) {
          result[i] = Arrays.copyOfRange(values, i * n, (i + 1) * n);
        }
        return result;
      }
    }

    double leading(int count) {
      double result = 0;
      for (int i = 0; i < count; i++) {
        result += Math.max(0, values[i]);
      }
      return result;
    }

    double bound(String name) {
      assertThat(certificate.has(name)).as(name).isTrue();
      return certificate.value(name);
    }

    void requireAtMost(String what, double truth, double bound, double allowed) {
      assertThat(truth).as("%s of %s", what, given).isLessThanOrEqualTo(bound + allowed);
    }
  }

  /** Null where the data have no variance, which is an answer too. */
  private static Fitted fit(Case given, boolean verify) {
    try {
      return new Fitted(given, verify);
    } catch (NumericalException noVariance) {
      return null;
    } catch (IllegalArgumentException tooFew) {
      assertThat(given.selector()).isEqualTo("shadow");
      return null; // fewer shadows than the rank
    }
  }

  @Provide
  static Arbitrary<Case> cases() {
    return cases(
        KERNELS,
        "uniform",
        "uniform",
        "kmeans",
        "kmeans-nearest",
        "kernel-kmeans",
        "pivoted-cholesky");
  }

  @Provide
  static Arbitrary<Case> radialCases() {
    return cases(RADIAL, "shadow", "shadow", "shadow", "kmeans", "kmeans-nearest", "kernel-kmeans");
  }

  private static Arbitrary<Case> cases(List<String> kernels, String... selectors) {
    return Combinators.combine(
            Combinators.combine(
                    Arbitraries.of(kernels),
                    Arbitraries.of(1.0, 1.0, 1e-100, 1e100),
                    Arbitraries.of(Shape.class),
                    Arbitraries.of(Weighting.class),
                    Arbitraries.of(true, false))
                .as(
                    (kernel, scale, shape, weighting, center) ->
                        new Case(kernel, scale, shape, weighting, center, 0, 0, 0, "", 0, 0)),
            Arbitraries.integers().between(2, 24),
            Arbitraries.integers().between(1, 24),
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(selectors),
            Arbitraries.of(0.3, 1.0, 2.0, 4.0, 30.0, 1e6),
            Arbitraries.longs().between(0, 100_000))
        .as(
            (half, rows, landmarks, rank, selector, ell, seed) ->
                new Case(
                    half.kernel(),
                    half.scale(),
                    half.shape(),
                    half.weighting(),
                    half.center(),
                    rows,
                    landmarks,
                    rank,
                    selector,
                    ell,
                    seed));
  }

  @Property(tries = 400, shrinking = ShrinkingMode.BOUNDED)
  void residualBoundsHold(@ForAll("cases") Case given) {
    Fitted fit = fit(given, false);
    if (fit == null) {
      return;
    }
    int rank = fit.model.rank();
    double[] lower = fit.certificate.values("eigenvalueLower");
    double[] upper = fit.certificate.values("eigenvalueUpper");
    double[] byAverage = fit.certificate.values("eigenvalueUpperByAverage");
    for (int i = 0; i < rank; i++) {
      fit.requireAtMost("eigenvalueLower", lower[i], fit.values[i], fit.slack);
      fit.requireAtMost("eigenvalueUpper", fit.values[i], upper[i], fit.slack);
      fit.requireAtMost("eigenvalueUpperByAverage", fit.values[i], byAverage[i], fit.slack);
    }
    double best = fit.leading(rank);
    double captured = fit.bound("capturedVariance");
    fit.requireAtMost("capturedVariance", captured, best, fit.slack + roundingOf(fit));
    double missed = best - captured;
    fit.requireAtMost("optimalityGap", missed, fit.bound("optimalityGap") * best, fit.slack);
    fit.requireAtMost("totalVarianceLow", fit.bound("totalVarianceLow"), fit.trace, fit.slack);
    fit.requireAtMost("totalVarianceHigh", fit.trace, fit.bound("totalVarianceHigh"), fit.slack);
    double low = fit.bound("explainedVarianceLow") * fit.trace;
    double high = fit.bound("explainedVarianceHigh") * fit.trace;
    fit.requireAtMost("explainedVarianceLow", low, captured, fit.slack + roundingOf(fit));
    fit.requireAtMost("explainedVarianceHigh", captured, high, fit.slack + roundingOf(fit));
    Rows rows = Definition.rows(given.points());
    double sum = Arrays.stream(Definition.weights(given.weights(), given.rows())).sum();
    try (Workers workers = Workers.of(1)) {
      double error =
          sum
              * new Evaluation(fit.model, workers)
                  .error(rows, given.weights(), rows, given.weights());
      double allowed = fit.slack + roundingOf(fit);
      fit.requireAtMost("empiricalErrorLow", sum * fit.bound("empiricalErrorLow"), error, allowed);
      fit.requireAtMost(
          "empiricalErrorHigh", error, sum * fit.bound("empiricalErrorHigh"), allowed);
    }
  }

  /** What features of nearly dependent landmarks can be off by: eps over the cut-off. */
  private static double roundingOf(Fitted fit) {
    return fit.slack / (8 * fit.given.rows()) / LandmarkFactor.CUT_OFF;
  }

  /** Bounds with confidence fail now and then by right; with this seed they do not. */
  @Property(tries = 200, seed = "4281017618874372628", shrinking = ShrinkingMode.BOUNDED)
  void verifiedBoundsHold(@ForAll("cases") Case given) {
    Fitted fit = fit(given, true);
    if (fit == null) {
      return;
    }
    int rank = fit.model.rank();
    double best = fit.leading(rank);
    double missed = best - fit.bound("capturedVariance");
    fit.requireAtMost(
        "verifiedOptimalityGap", missed, fit.bound("verifiedOptimalityGap") * best, fit.slack);
    fit.requireAtMost(
        "refinedOptimalityGap", missed, fit.bound("refinedOptimalityGap") * best, fit.slack);
    fit.requireAtMost(
        "optimalityGapLow", fit.bound("optimalityGapLow") * best, Math.max(0, missed), fit.slack);
    double[] residuals = fit.certificate.values("eigenpairResiduals");
    for (int i = 0; i < rank; i++) {
      double nearest = Double.POSITIVE_INFINITY;
      for (double value : fit.values) {
        nearest = Math.min(nearest, Math.abs(value - fit.model.eigenvalues()[i]));
      }
      fit.requireAtMost("eigenpairResiduals", nearest, residuals[i], fit.slack);
    }
    double[][] residual = residual(fit);
    fit.requireAtMost(
        "residualFrobeniusBound",
        frobenius(residual),
        fit.bound("residualFrobeniusBound"),
        fit.slack + roundingOf(fit));
    fit.requireAtMost(
        "residualSpectralBound",
        Definition.eigen(residual).values()[0],
        fit.bound("residualSpectralBound"),
        fit.slack + roundingOf(fit));
  }

  /** W^1/2 (K - K_xy K_y^+ K_yx) W^1/2 by elimination. */
  private static double[][] residual(Fitted fit) {
    Case given = fit.given;
    double[][] points = given.points();
    double[][] landmarks = ModelDefinition.points(fit.model.points());
    int n = points.length;
    int m = landmarks.length;
    double[][] all = new double[n + m][];
    System.arraycopy(points, 0, all, 0, n);
    System.arraycopy(landmarks, 0, all, n, m);
    double[][] k = Fitted.computed(given.theKernel(), all);
    // Symmetric elimination of the landmarks that the fit has not dropped, in its order.
    double[] among = new double[m * m];
    for (int i = 0; i < m; i++) {
      System.arraycopy(k[n + i], n, among, i * m, m);
    }
    for (int j : LandmarkFactor.of(m, among, true, Backend.instance().blas()).order()) {
      double[] row = k[n + j].clone();
      for (int i = 0; i < n + m; i++) {
        for (int c = 0; c < n + m; c++) {
          k[i][c] -= row[i] / row[n + j] * row[c];
        }
      }
    }
    double[] w = Definition.weights(given.weights(), n);
    double[][] result = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        result[i][j] = Math.sqrt(w[i]) * Math.sqrt(w[j]) * k[i][j];
      }
    }
    return result;
  }

  private static double frobenius(double[][] matrix) {
    double most = Definition.largest(matrix);
    double squared = 0;
    for (double[] row : matrix) {
      for (double value : row) {
        squared += most > 0 ? value / most * (value / most) : 0;
      }
    }
    return most * Math.sqrt(squared);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
  void boundsOfTheChoiceHold(@ForAll("radialCases") Case given) {
    Fitted fit = fit(given, false);
    if (fit == null) {
      return;
    }
    double allowed = fit.slack + roundingOf(fit);
    double norm = frobenius(residual(fit));
    fit.requireAtMost(
        "clusterTraceBound", fit.bound("residualTrace"), fit.bound("clusterTraceBound"), allowed);
    if (fit.certificate.has("clusterBound")) {
      fit.requireAtMost("clusterBound", norm, fit.bound("clusterBound"), allowed);
    }
    assertThat(fit.certificate.has("mmdBound")).isEqualTo(given.selector().equals("shadow"));
    if (!fit.certificate.has("mmdBound")) {
      return;
    }
    fit.requireAtMost("mmdBound", fit.bound("mmd"), fit.bound("mmdBound"), 0);
    fit.requireAtMost(
        "eigenvalueSquaredDifferenceBound",
        fit.bound("eigenvalueSquaredDifference"),
        fit.bound("eigenvalueSquaredDifferenceBound"),
        Math.pow(given.rows() * Math.ulp(1.0) * fit.largest, 2));
    fit.requireAtMost(
        "operatorBound", fit.bound("operatorDifference"), fit.bound("operatorBound"), 0);
    if (fit.certificate.has("projectionBound")) {
      fit.requireAtMost(
          "projectionBound",
          fit.bound("projectionDifference"),
          fit.bound("projectionBound"),
          1e-12);
    }
    if (fit.certificate.has("projectionBoundByDifference")) {
      // Eigenvectors are off by rounding over the gap.
      double rounding = given.rows() * Math.ulp(fit.largest) / fit.bound("projectionGap");
      fit.requireAtMost(
          "projectionBoundByDifference",
          fit.bound("projectionDifference"),
          fit.bound("projectionBoundByDifference"),
          8 * rounding);
    }
  }

  @Property(tries = 150, shrinking = ShrinkingMode.BOUNDED)
  void samplingBoundsHold(@ForAll("cases") Case given) {
    if (!given.selector().equals("uniform")) {
      return;
    }
    Fitted fit = fit(given, false);
    if (fit == null) {
      return;
    }
    boolean equal =
        given.weights() == null
            || Arrays.stream(given.weights()).filter(weight -> weight > 0).distinct().count() == 1;
    assertThat(fit.certificate.has("samplingSpectralBound")).isEqualTo(equal);
    if (equal) {
      double[][] residual = residual(fit);
      double allowed = fit.slack + roundingOf(fit);
      fit.requireAtMost(
          "samplingFrobeniusBound",
          frobenius(residual),
          fit.bound("samplingFrobeniusBound"),
          allowed);
      fit.requireAtMost(
          "samplingSpectralBound",
          Definition.eigen(residual).values()[0],
          fit.bound("samplingSpectralBound"),
          allowed);
    }
  }
}
