package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** What is true of any fitted model, by definition, for tests of methods to compare with. */
public final class ModelDefinition {

  private ModelDefinition() {}

  /** The kernels for which certificates hold. */
  public static Stream<String> definiteKernels() {
    return Definition.KERNELS.stream()
        .filter(spec -> Definition.kernel(spec).positiveSemidefinite());
  }

  /** Weights of 1 to 3, some of them zero. */
  public static double[] weights(int n) {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      weights[i] = i % 7 == 0 ? 0 : random.nextInt(1, 4);
    }
    weights[0] = 1.5;
    return weights;
  }

  public static double[][] points(Rows rows) {
    double[][] result = new double[rows.count()][rows.columns()];
    for (int i = 0; i < rows.count(); i++) {
      rows.copy(i, 1, result[i], 0);
    }
    return result;
  }

  /** Scores without an offset, by the kernel's own definition: one row a row of x. */
  public static double[][] products(KernelPcaModel model, double[][] x) {
    double[][] cross = Definition.cross(model.kernel(), x, points(model.points()));
    return multiply(cross, rows(model.coefficients().values(), model.rank()));
  }

  public static double[][] rows(double[] values, int columns) {
    double[][] result = new double[values.length / columns][];
    for (int i = 0; i < result.length; i++) {
      result[i] = Arrays.copyOfRange(values, i * columns, (i + 1) * columns);
    }
    return result;
  }

  public static double[][] multiply(double[][] a, double[][] b) {
    double[][] result = new double[a.length][b[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < b.length; k++) {
        for (int j = 0; j < b[0].length; j++) {
          result[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return result;
  }

  public static double[][] transpose(double[][] a) {
    double[][] result = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        result[j][i] = a[i][j];
      }
    }
    return result;
  }

  /** sum_i f(lambda_i) v_i v_i' over the eigenvalues above 1e-10 of the largest. */
  public static double[][] function(
      double[][] symmetric, java.util.function.DoubleUnaryOperator f, int most) {
    Definition.Eigen eigen = Definition.eigen(symmetric);
    int n = symmetric.length;
    double[][] result = new double[n][n];
    for (int e = 0; e < Math.min(most, n); e++) {
      if (eigen.values()[e] > 1e-10 * eigen.values()[0]) {
        double value = f.applyAsDouble(eigen.values()[e]);
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < n; j++) {
            result[i][j] += value * eigen.vectors()[e][i] * eigen.vectors()[e][j];
          }
        }
      }
    }
    return result;
  }

  /** Less the weighted mean of each column, times the root of the weight. */
  public static double[][] centered(double[][] values, double[] weights, boolean center) {
    double[] w = Definition.weights(weights, values.length);
    double sum = Arrays.stream(w).sum();
    double[] mean = new double[values[0].length];
    for (int i = 0; i < values.length; i++) {
      for (int c = 0; c < mean.length; c++) {
        mean[c] += center ? w[i] * values[i][c] / sum : 0;
      }
    }
    double[][] result = new double[values.length][mean.length];
    for (int i = 0; i < values.length; i++) {
      for (int c = 0; c < mean.length; c++) {
        result[i][c] = Math.sqrt(w[i]) * (values[i][c] - mean[c]);
      }
    }
    return result;
  }

  /** tr(G^+ Y'Y), axes brought to length one first so that the cut-off of G means something. */
  public static double captured(KernelPcaModel model, double[][] x, double[] weights) {
    double[][] coefficients = rows(model.coefficients().values(), model.rank());
    double[][] gram =
        multiply(
            transpose(coefficients),
            multiply(Definition.gram(model.kernel(), points(model.points())), coefficients));
    double[][] y = centered(products(model, x), weights, model.centered());
    double[][] scatter = multiply(transpose(y), y);
    int r = model.rank();
    double[][] scaled = new double[r][r];
    double[][] scaledScatter = new double[r][r];
    for (int i = 0; i < r; i++) {
      for (int j = 0; j < r; j++) {
        double scale = 1 / Math.sqrt(gram[i][i] * gram[j][j]);
        scaled[i][j] = scale * gram[i][j];
        scaledScatter[i][j] = scale * scatter[i][j];
      }
    }
    double[][] inverse = function(scaled, value -> 1 / value, r);
    double trace = 0;
    for (int i = 0; i < r; i++) {
      for (int j = 0; j < r; j++) {
        trace += inverse[i][j] * scaledScatter[j][i];
      }
    }
    return trace;
  }

  /** E_emp, centred by the mean feature of these rows. */
  public static double error(KernelPcaModel model, Rows rows, double[] weights) {
    try (Workers workers = Workers.of(1)) {
      return new Evaluation(model, workers).error(rows, weights, rows, weights);
    }
  }

  /**
   * Every bound of a certificate against the exact fit, and every exact entry against its
   * definition.
   *
   * @param best the exact fit of the same rows, rank and centring
   */
  public static void assertCertified(
      KernelPcaModel model, KernelPcaModel best, Rows rows, double[] weights, String what) {
    Certificate certificate = model.report().certificate();
    double total = best.report().totalVariance();
    double trace = trace(model.kernel(), rows, weights);
    // Features are good to eps over the root of the cut-off, 1e-11, and sums over rows add to it.
    double slack = 1e-9 * trace;
    double captured = captured(model, points(rows), weights);
    assertThat(certificate.value("capturedVariance")).as(what).isCloseTo(captured, within(slack));
    double bestSum = 0;
    for (int i = 0; i < Math.min(best.rank(), model.rank()); i++) {
      bestSum += best.eigenvalues()[i];
      assertThat(best.eigenvalues()[i])
          .as(what)
          .isBetween(
              certificate.values("eigenvalueLower")[i],
              certificate.values("eigenvalueUpperByAverage")[i]);
      assertThat(best.eigenvalues()[i])
          .as(what)
          .isLessThanOrEqualTo(certificate.values("eigenvalueUpper")[i]);
    }
    assertThat(captured).as(what).isLessThanOrEqualTo(bestSum + slack);
    assertThat(1 - captured / bestSum)
        .as(what)
        .isLessThanOrEqualTo(certificate.value("optimalityGap") + 1e-9);
    assertThat(total)
        .as(what)
        .isBetween(certificate.value("totalVarianceLow"), certificate.value("totalVarianceHigh"));
    assertThat(captured / total)
        .as(what)
        .isBetween(
            certificate.value("explainedVarianceLow") - 1e-9,
            certificate.value("explainedVarianceHigh") + 1e-9);
    double error = error(model, rows, weights);
    double sum = Arrays.stream(Definition.weights(weights, rows.count())).sum();
    // Nystrom's axes can be of any length, and so can its error.
    double errorSlack = slack / sum + 1e-9 * error;
    if (certificate.has("empiricalErrorLow")) {
      assertThat(error)
          .as(what)
          .isBetween(
              certificate.value("empiricalErrorLow") - errorSlack,
              certificate.value("empiricalErrorHigh") + errorSlack);
    }
    double reported = model.report().empiricalError();
    if (!Double.isNaN(reported)) {
      assertThat(reported).as(what).isCloseTo(error, within(errorSlack));
    }
    if (!Double.isNaN(model.report().totalVariance())) {
      assertThat(model.report().totalVariance()).as(what).isCloseTo(total, within(slack));
    }
  }

  public static double trace(Kernel kernel, Rows rows, double[] weights) {
    double[][] x = points(rows);
    double[] w = Definition.weights(weights, x.length);
    double trace = 0;
    for (int i = 0; i < x.length; i++) {
      trace += w[i] * kernel.value(x[i], x[i]);
    }
    return trace;
  }

  /** The same scores up to the sign of a component. */
  public static void assertSameScores(
      double[][] actual, double[][] expected, double tolerance, String what) {
    int rank = expected[0].length;
    assertThat(actual[0]).as(what).hasSize(rank);
    for (int c = 0; c < rank; c++) {
      double product = 0;
      for (int i = 0; i < expected.length; i++) {
        product += actual[i][c] * expected[i][c];
      }
      double sign = Math.signum(product);
      for (int i = 0; i < expected.length; i++) {
        Definition.requireClose(
            sign * actual[i][c], expected[i][c], tolerance, what + ", row %d, component %d", i, c);
      }
    }
  }

  public static double[][] scores(KernelPcaModel model, double[][] x) {
    return rows(model.transform(Definition.rows(x)).values(), model.rank());
  }
}
