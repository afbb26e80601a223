package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.Certificate;
import dev.mercer.Evaluation;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Subset kernel PCA against exact kernel PCA and against its own definition. */
class SubsetTest {

  private static final int N = 60;
  private static final int FEATURES = 3;

  static Stream<String> kernels() {
    return Definition.KERNELS.stream()
        .filter(spec -> Definition.kernel(spec).positiveSemidefinite());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void allRowsAreExact(String spec) {
    Kernel kernel = Definition.kernel(spec);
    Rows rows = Definition.rows(Definition.points(N, FEATURES, 5));
    for (boolean center : new boolean[] {true, false}) {
      for (double[] weights : new double[][] {null, positive(N)}) {
        KernelPca exact = KernelPca.with(kernel).rank(3).center(center).threads(2);
        KernelPcaModel expected = exact.fit(rows, weights);
        KernelPcaModel model = exact.method(Subset.of(Landmarking.count(N))).fit(rows, weights);
        double[] values = expected.eigenvalues();
        for (int i = 0; i < model.rank(); i++) {
          assertThat(model.eigenvalues()[i]).isCloseTo(values[i], within(1e-9 * values[0]));
        }
        double[] scores = expected.transform(rows).values();
        double[] found = model.transform(rows).values();
        for (int k = 0; k < found.length; k++) {
          // Signs are fixed by coefficients, which differ where K is singular.
          assertThat(Math.abs(found[k]))
              .isCloseTo(Math.abs(scores[k]), within(2e-6 * Math.sqrt(values[0])));
        }
        assertThat(model.meanSquaredNorm())
            .isCloseTo(expected.meanSquaredNorm(), within(1e-8 * (1 + values[0])));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theCertificateHolds(String spec) {
    Kernel kernel = Definition.kernel(spec);
    Rows rows = Definition.rows(Definition.points(N, FEATURES, 8));
    for (int m : new int[] {4, 15, 40}) {
      for (boolean center : new boolean[] {true, false}) {
        KernelPca exact = KernelPca.with(kernel).rank(4).center(center).threads(2).seed(m);
        KernelPcaModel best = exact.fit(rows, weights(N));
        KernelPcaModel model = exact.method(Subset.of(Landmarking.count(m))).fit(rows, weights(N));
        Certificate certificate = model.report().certificate();
        double bestSum = 0;
        double sum = 0;
        for (int i = 0; i < model.rank(); i++) {
          bestSum += best.eigenvalues()[i];
          sum += model.eigenvalues()[i];
          assertThat(best.eigenvalues()[i])
              .isBetween(
                  certificate.values("eigenvalueLower")[i],
                  certificate.values("eigenvalueUpperByAverage")[i]);
        }
        assertThat(1 - sum / bestSum).isLessThanOrEqualTo(certificate.value("optimalityGap"));
        assertThat(best.report().totalVariance())
            .isBetween(
                certificate.value("totalVarianceLow"), certificate.value("totalVarianceHigh"));
        double error = new Evaluation(model, 1).error(rows, weights(N), rows, weights(N));
        double slack = 1e-9 * best.report().totalVariance();
        assertThat(error)
            .isBetween(
                certificate.value("empiricalErrorLow") - slack,
                certificate.value("empiricalErrorHigh") + slack);
        if (!center) {
          assertThat(model.report().empiricalError()).isCloseTo(error, within(slack));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void verifiedBoundsHold(String spec) {
    Kernel kernel = Definition.kernel(spec);
    Rows rows = Definition.rows(Definition.points(N, FEATURES, 12));
    for (boolean center : new boolean[] {true, false}) {
      KernelPca exact = KernelPca.with(kernel).rank(2).center(center).threads(2);
      KernelPcaModel best = exact.fit(rows, weights(N));
      double[] all = exact.variance(1).fit(rows, weights(N)).eigenvalues();
      KernelPcaModel model =
          exact.method(Subset.of(Landmarking.count(5))).verify(true).fit(rows, weights(N));
      Certificate certificate = model.report().certificate();
      double bestSum = best.eigenvalues()[0] + best.eigenvalues()[1];
      double sum = model.eigenvalues()[0] + model.eigenvalues()[1];
      assertThat(1 - sum / bestSum)
          .isLessThanOrEqualTo(certificate.value("verifiedOptimalityGap") + 1e-12);
      assertThat(certificate.value("verifiedOptimalityGap"))
          .isLessThanOrEqualTo(certificate.value("optimalityGap") + 1e-12);
      double total = best.report().totalVariance();
      assertThat(model.report().totalVariance()).isCloseTo(total, within(1e-12 * (total + N)));
      assertThat(model.report().empiricalError())
          .isCloseTo(errorOf(model, rows), within(1e-10 * (total + N)));
      double[] residuals = certificate.values("eigenpairResiduals");
      for (int i = 0; i < 2; i++) {
        double nearest = Double.POSITIVE_INFINITY;
        for (double value : all) {
          nearest = Math.min(nearest, Math.abs(value - model.eigenvalues()[i]));
        }
        assertThat(nearest).isLessThanOrEqualTo(residuals[i] + 1e-12 * (total + N));
      }
    }
  }

  /**
   * The sampled columns are drawn among all rows here, so the estimate is unbiased: its mean over
   * many seeds is what the fitted score vectors capture of K beyond what they capture of K^.
   */
  @org.junit.jupiter.api.Test
  void theFirstOrderEstimateIsRightOnAverage() {
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    double[][] points = Definition.points(N, FEATURES, 21);
    Rows rows = Definition.rows(points);
    int[] landmarks = {3, 11, 19, 27, 40, 55};
    for (boolean center : new boolean[] {true, false}) {
      for (double[] weights : new double[][] {null, weights(N)}) {
        KernelPca pca =
            KernelPca.with(kernel)
                .rank(2)
                .center(center)
                .method(Subset.of(Landmarking.by(new dev.mercer.landmark.GivenRows(landmarks))));
        KernelPcaModel model = pca.fit(rows, weights);
        double[] w = Definition.weights(weights, N);
        double[][] gram = Definition.centered(Definition.gram(kernel, points), w, center);
        double[] scores = model.transform(rows).values();
        double captured = 0;
        for (int c = 0; c < 2; c++) {
          double quadratic = 0;
          double squared = 0;
          for (int i = 0; i < N; i++) {
            double x = Math.sqrt(w[i]) * scores[2 * i + c];
            squared += x * x;
            for (int j = 0; j < N; j++) {
              quadratic += x * gram[i][j] * Math.sqrt(w[j]) * scores[2 * j + c];
            }
          }
          captured += quadratic / squared;
        }
        double sum = model.eigenvalues()[0] + model.eigenvalues()[1];
        double expected = 1 - sum / captured;
        double mean = 0;
        int seeds = 400;
        for (int seed = 0; seed < seeds; seed++) {
          Certificate certificate = pca.seed(seed).fit(rows, weights).report().certificate();
          mean += certificate.value("optimalityGapFirstOrder") / seeds;
        }
        // A mean of 400 draws of 100 columns each; the spread of one is a tenth of the value.
        assertThat(mean).isCloseTo(expected, within(0.03 * expected));
      }
    }
  }

  private static double errorOf(KernelPcaModel model, Rows rows) {
    return new Evaluation(model, 1).error(rows, weights(N), rows, weights(N));
  }

  private static double[] positive(int n) {
    double[] weights = weights(n);
    for (int i = 0; i < n; i++) {
      weights[i] += 0.5;
    }
    return weights;
  }

  private static double[] weights(int n) {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      weights[i] = i % 7 == 0 ? 0 : random.nextInt(1, 4);
    }
    weights[0] = 1.5;
    return weights;
  }
}
