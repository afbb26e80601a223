package dev.mercer.use.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.kernel.KernelSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients of scores by kernels of rows that are not negative, whose pair value is their own. */
class HistogramGradientsTest {

  static final List<String> KERNELS =
      List.of(
          "chi2(gamma=0.2)",
          "additive-chi2",
          "chi2(gamma=0.1)*gaussian(sigma=4)+0.1*additive-chi2+0.01*laplacian-l1(sigma=9)");

  static Stream<String> kernels() {
    return KERNELS.stream();
  }

  private static double[][] histograms(int n, double least, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[n][3];
    for (double[] row : rows) {
      Arrays.setAll(row, c -> least + 3 * random.nextDouble());
    }
    return rows;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void gradientsAreTheDifferencesOfScores(String spec) {
    for (double least : new double[] {0, 20}) { // far from the origin, points are moved
      double[][] points = histograms(40, least, 1);
      points[3][1] = 0; // a coordinate at the edge
      KernelPcaModel model =
          KernelPca.with(KernelSpec.kernel(spec)).rank(2).fit(DenseRows.of(points));
      double[][] x = histograms(6, least + 0.5, 2);
      Matrix found = ScoreGradients.of(model, 2).at(DenseRows.of(x));
      double size = Arrays.stream(found.values()).map(Math::abs).max().orElseThrow();
      double step = 1e-4;
      for (int i = 0; i < x.length; i++) {
        for (int f = 0; f < 3; f++) {
          double[][] moved = {x[i].clone(), x[i].clone()};
          moved[0][f] += step;
          moved[1][f] -= step;
          Matrix scores = model.transform(DenseRows.of(moved));
          for (int c = 0; c < 2; c++) {
            double difference = (scores.get(0, c) - scores.get(1, c)) / (2 * step);
            // A central difference is off by the square of its step, and by rounding over it.
            assertThat(found.get(i * 2 + c, f))
                .as("%s, row %d, feature %d", spec, i, f)
                .isEqualTo(difference, within(1e-6 * (size + 1)));
          }
        }
      }
    }
  }
}
