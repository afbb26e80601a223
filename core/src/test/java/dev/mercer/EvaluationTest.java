package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Linear;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors and distances of models against their definitions (theory.md, "How good a model is"). */
class EvaluationTest {

  private final Workers workers = Workers.of(2);

  @AfterEach
  void close() {
    workers.close();
  }

  /** On its own rows an exact model leaves the variance it did not keep. */
  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1.5),true,false",
    "gaussian(sigma=1.5),false,true",
    "polynomial(degree=2),true,true",
    "linear,true,true",
    "linear,false,false"
  })
  void trainingErrorIsTheVarianceLeft(String spec, boolean center, boolean weighted) {
    int n = 80;
    double[][] x = Definition.points(n, 4, 51);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i % 3);
    double[] given = weighted ? weights : null;
    KernelPcaModel model =
        KernelPca.with(Definition.kernel(spec))
            .rank(3)
            .center(center)
            .fit(Definition.rows(x), given);
    double sum = weighted ? Arrays.stream(weights).sum() : n;
    double left = (model.report().totalVariance() - Arrays.stream(model.eigenvalues()).sum()) / sum;
    double tolerance = 64 * n * Math.ulp(1.0) * model.report().totalVariance();
    Evaluation evaluation = new Evaluation(model, workers);
    Rows rows = Definition.rows(x);
    assertThat(model.report().empiricalError()).isCloseTo(left, within(tolerance));
    assertThat(evaluation.error(rows, given)).isCloseTo(left, within(tolerance));
    assertThat(evaluation.error(rows, given, rows, given)).isCloseTo(left, within(tolerance));
  }

  /** Any coefficients, any rows, either centre: sum of squared distances written out. */
  @ParameterizedTest
  @CsvSource({"gaussian(sigma=1.5)", "polynomial(degree=2)", "linear+cosine"})
  void errorsOfAnyAxesAreTheDefinition(String spec) {
    Kernel kernel = Definition.kernel(spec);
    double[][] p = Definition.points(30, 4, 52);
    double[][] x = Definition.points(25, 4, 53);
    double[][] train = Definition.points(40, 4, 54);
    double[] w = new double[25];
    double[] trainWeights = new double[40];
    Arrays.setAll(w, i -> 1 + i % 4);
    Arrays.setAll(trainWeights, i -> i % 3);
    double[] share = new double[40];
    Arrays.setAll(share, i -> trainWeights[i] / Arrays.stream(trainWeights).sum());
    KernelPcaModel fitted = KernelPca.with(kernel).rank(3).fit(Definition.rows(p));
    // Axes that are not orthonormal: every coefficient disturbed, with the offset that follows.
    double[] a = fitted.coefficients().toArray();
    for (int k = 0; k < a.length; k++) {
      a[k] *= 1 + 0.3 * Math.sin(k);
    }
    double[] mean = fitted.mean();
    double[] offset = new double[3];
    double[][] own = Definition.gram(kernel, p);
    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        for (int c = 0; c < 3; c++) {
          offset[c] += a[i * 3 + c] * own[i][j] * mean[j];
        }
      }
    }
    KernelPcaModel model =
        new KernelPcaModel(
            kernel,
            Definition.rows(p),
            Matrix.wrap(30, 3, a),
            offset,
            fitted.eigenvalues(),
            mean,
            fitted.meanSquaredNorm(),
            null,
            null,
            fitted.report());
    Evaluation evaluation = new Evaluation(model, workers);
    double byModel = error(kernel, p, a, p, mean, x, w);
    double byTrain = error(kernel, p, a, train, share, x, w);
    double size = Definition.largest(Definition.gram(kernel, x));
    double tolerance = 1e-10 * Math.max(1, size);
    assertThat(evaluation.error(Definition.rows(x), w)).isCloseTo(byModel, within(tolerance));
    assertThat(evaluation.error(Definition.rows(x), w, Definition.rows(train), trainWeights))
        .isCloseTo(byTrain, within(tolerance));
    assertThat(byModel).isNotCloseTo(byTrain, within(1e-3));
  }

  /**
   * The mean of |f - U U* f|^2, f = phi(x) - Phi_C gamma, with f held as coefficients over the
   * points x, C and P together.
   */
  private static double error(
      Kernel kernel,
      double[][] p,
      double[] a,
      double[][] center,
      double[] gamma,
      double[][] x,
      double[] weights) {
    int rank = a.length / p.length;
    double sum = 0;
    double total = 0;
    for (int i = 0; i < x.length; i++) {
      double[][] all = new double[1 + center.length + p.length][];
      double[] f = new double[all.length];
      all[0] = x[i];
      f[0] = 1;
      for (int j = 0; j < center.length; j++) {
        all[1 + j] = center[j];
        f[1 + j] = -gamma[j];
      }
      System.arraycopy(p, 0, all, 1 + center.length, p.length);
      double[][] gram = Definition.gram(kernel, all);
      double[] residual = f.clone();
      for (int c = 0; c < rank; c++) {
        double score = 0;
        for (int j = 0; j < p.length; j++) {
          for (int l = 0; l < all.length; l++) {
            score += a[j * rank + c] * gram[1 + center.length + j][l] * f[l];
          }
        }
        for (int j = 0; j < p.length; j++) {
          residual[1 + center.length + j] -= a[j * rank + c] * score;
        }
      }
      for (int j = 0; j < all.length; j++) {
        for (int l = 0; l < all.length; l++) {
          sum += weights[i] * residual[j] * gram[j][l] * residual[l];
        }
      }
      total += weights[i];
    }
    return sum / total;
  }

  /** For the linear kernel the operators are matrices: |U U' - V V'|_F. */
  @Test
  void operatorDistanceIsTheFrobeniusNormOfTheDifference() {
    double[][] x = Definition.points(40, 5, 55);
    double[][] y = Definition.points(60, 5, 56);
    for (int rank = 1; rank <= 3; rank++) {
      KernelPcaModel a = KernelPca.with(new Linear()).rank(rank).fit(Definition.rows(x));
      KernelPcaModel b = KernelPca.with(new Linear()).rank(2).fit(Definition.rows(y));
      double[][] u = projector(a, x);
      double[][] v = projector(b, y);
      double square = 0;
      for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
          square += (u[i][j] - v[i][j]) * (u[i][j] - v[i][j]);
        }
      }
      assertThat(new Evaluation(a, workers).operatorDistance(new Evaluation(b, workers)))
          .isCloseTo(Math.sqrt(square), within(1e-12));
      assertThat(new Evaluation(b, workers).operatorDistance(new Evaluation(a, workers)))
          .isCloseTo(Math.sqrt(square), within(1e-12));
      // A difference of squares: its root keeps half of the digits.
      assertThat(new Evaluation(a, workers).operatorDistance(new Evaluation(a, workers)))
          .isLessThan(1e-6);
    }
  }

  private static double[][] projector(KernelPcaModel model, double[][] points) {
    int d = points[0].length;
    double[][] result = new double[d][d];
    for (int c = 0; c < model.rank(); c++) {
      double[] axis = new double[d];
      for (int i = 0; i < points.length; i++) {
        for (int j = 0; j < d; j++) {
          axis[j] += model.coefficients().get(i, c) * points[i][j];
        }
      }
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          result[i][j] += axis[i] * axis[j];
        }
      }
    }
    return result;
  }

  /** Axes of one sample judged by another's: orthogonal spans of rank r are sqrt(2r) apart. */
  @Test
  void orthogonalSpansAreFarthestApart() {
    double[][] x = new double[20][4];
    double[][] y = new double[20][4];
    for (int i = 0; i < 20; i++) {
      x[i][0] = Math.sin(i);
      x[i][1] = 3 * Math.cos(i);
      y[i][2] = Math.sin(i);
      y[i][3] = 3 * Math.cos(i);
    }
    KernelPcaModel a = KernelPca.with(new Linear()).rank(2).fit(Definition.rows(x));
    KernelPcaModel b = KernelPca.with(new Linear()).rank(2).fit(Definition.rows(y));
    assertThat(new Evaluation(a, workers).operatorDistance(new Evaluation(b, workers)))
        .isCloseTo(2, within(1e-12));
  }

  /** The span of a model's scores is what it is, however small or alike they are. */
  @Test
  void embeddingDifferenceIsTheLeastOverAllLinearMaps() {
    int n = 60;
    double[][] base = Definition.points(n, 3, 12);
    double[][] wanted = Definition.points(n, 2, 13);
    double[][] alike = new double[n][];
    for (int i = 0; i < n; i++) {
      double[] b = base[i];
      alike[i] = new double[] {b[0], b[0] + 1e-9 * b[1], 1e-12 * b[2] + 1e-20 * b[1]};
      wanted[i] = new double[] {b[1] + 0.05 * wanted[i][0], b[2] - b[0] + 0.05 * wanted[i][1]};
    }
    double least = Comparison.embeddingDifference(Matrix.of(wanted), Matrix.of(base));
    assertThat(least).isBetween(0.01, 0.1);
    // Rounding of the columns turns their span by eps / 1e-9.
    assertThat(Comparison.embeddingDifference(Matrix.of(wanted), Matrix.of(alike)))
        .isCloseTo(least, within(16 * Math.ulp(1.0) / 1e-9));
    assertThat(Comparison.embeddingDifference(Matrix.of(wanted), Matrix.of(wanted)))
        .isLessThan(n * Math.ulp(1.0));
  }
}
