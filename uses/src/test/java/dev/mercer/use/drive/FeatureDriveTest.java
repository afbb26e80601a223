package dev.mercer.use.drive;

import static dev.mercer.use.drive.ScoreGradientsTest.EPS;
import static dev.mercer.use.drive.ScoreGradientsTest.RANK;
import static dev.mercer.use.drive.ScoreGradientsTest.points;
import static dev.mercer.use.drive.ScoreGradientsTest.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.LaplacianL1;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Averages of gradients over rows, and the shares of the features in them. */
class FeatureDriveTest {

  @Test
  void averagesAreThoseOfTheGradients() {
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(1.5))
            .rank(RANK)
            .scaling("standard")
            .fit(rows(points(40, 3, 1, 6)));
    double[][] x = points(330, 3, 1, 16);
    double[] weights = new Random(3).doubles(x.length, 0, 2).toArray();
    weights[0] = 0;
    try (Workers workers = Workers.of(2)) {
      ScoreGradients gradients = ScoreGradients.of(model, workers.threads());
      Matrix each = gradients.at(rows(x));
      FeatureDrive drive = gradients.drive(rows(x), weights);
      assertThat(drive.rows()).isEqualTo(330);
      double total = Arrays.stream(weights).sum();
      for (int c = 0; c < RANK; c++) {
        double[] squares = new double[3];
        for (int f = 0; f < 3; f++) {
          double mean = 0;
          double absolute = 0;
          double square = 0;
          double center = 0;
          double spread = 0;
          for (int i = 0; i < x.length; i++) {
            double gradient = each.get(i * RANK + c, f);
            mean += weights[i] * gradient / total;
            absolute += weights[i] * Math.abs(gradient) / total;
            square += weights[i] * gradient * gradient / total;
            center += weights[i] * x[i][f] / total;
          }
          for (int i = 0; i < x.length; i++) {
            spread += weights[i] * (x[i][f] - center) * (x[i][f] - center) / total;
          }
          double tolerance = 1000 * EPS * (absolute + Math.sqrt(square));
          assertThat(drive.meanGradient().get(c, f)).isEqualTo(mean, within(tolerance));
          assertThat(drive.meanAbsolute().get(c, f)).isEqualTo(absolute, within(tolerance));
          assertThat(drive.rootMeanSquare().get(c, f))
              .isEqualTo(Math.sqrt(square), within(tolerance));
          assertThat(drive.deviations()[f])
              .isEqualTo(Math.sqrt(spread), within(1000 * EPS * Math.sqrt(spread)));
          assertThat(drive.direction(c, f)).isEqualTo(mean / absolute, within(1000 * EPS));
          squares[f] = square * spread;
        }
        double sum = Arrays.stream(squares).sum();
        for (int f = 0; f < 3; f++) {
          assertThat(drive.shares(c)[f]).isEqualTo(squares[f] / sum, within(1e4 * EPS));
        }
        assertThat(Arrays.stream(drive.shares(c)).sum()).isEqualTo(1, within(4 * EPS));
        double[] shares = drive.shares(c);
        int[] ranking = drive.ranking(c);
        assertThat(shares[ranking[0]]).isGreaterThanOrEqualTo(shares[ranking[1]]);
        assertThat(shares[ranking[1]]).isGreaterThanOrEqualTo(shares[ranking[2]]);
      }
    }
  }

  /** Only ratios of weights matter, also where sums of them, or of squares, leave double. */
  @Test
  void theSizeOfWeightsDoesNotMatter() {
    double[][] x = points(20, 2, 0, 17);
    for (double[] row : x) {
      Arrays.setAll(row, f -> 1e50 * row[f]);
    }
    KernelPcaModel model = KernelPca.with(Gaussian.sigma(1e50)).rank(2).fit(rows(x));
    double[] equal = new double[x.length];
    ScoreGradients gradients = ScoreGradients.of(model, 1);
    double[] expected = gradients.drive(rows(x), null).shares(0);
    for (double weight : new double[] {1e-300, 1e300}) {
      Arrays.fill(equal, weight);
      assertThat(gradients.drive(rows(x), equal).shares(0)).containsExactly(expected, within(1e-9));
    }
  }

  @Test
  void aWeightOfTwoIsTheRowTwice() {
    KernelPcaModel model =
        KernelPca.with(new LaplacianL1(2)).rank(2).fit(rows(points(30, 2, 0, 7)));
    double[][] x = points(20, 2, 0, 17);
    double[][] twice = Arrays.copyOf(x, 21);
    twice[20] = x[4];
    double[] weights = new double[20];
    Arrays.fill(weights, 1);
    weights[4] = 2;
    try (Workers workers = Workers.of(1)) {
      ScoreGradients gradients = ScoreGradients.of(model, workers.threads());
      FeatureDrive weighted = gradients.drive(rows(x), weights);
      FeatureDrive repeated = gradients.drive(rows(twice), null);
      for (int c = 0; c < 2; c++) {
        for (int f = 0; f < 2; f++) {
          assertThat(weighted.shares(c)[f]).isEqualTo(repeated.shares(c)[f], within(1000 * EPS));
        }
      }
    }
  }

  @Test
  void sharesDoNotDependOnUnits() {
    double[][] x = points(80, 3, 0, 8);
    double[][] inMillimeters = Arrays.stream(x).map(double[]::clone).toArray(double[][]::new);
    for (double[] row : inMillimeters) {
      row[1] *= 1000;
    }
    KernelPca pca = KernelPca.with(Gaussian.sigma(2)).rank(2).scaling("standard");
    try (Workers workers = Workers.of(1)) {
      FeatureDrive meters =
          ScoreGradients.of(pca.fit(rows(x)), workers.threads()).drive(rows(x), null);
      FeatureDrive millimeters =
          ScoreGradients.of(pca.fit(rows(inMillimeters)), workers.threads())
              .drive(rows(inMillimeters), null);
      for (int c = 0; c < 2; c++) {
        assertThat(millimeters.shares(c))
            .usingComparatorWithPrecision(1e-9)
            .contains(meters.shares(c));
        assertThat(millimeters.rootMeanSquare().get(c, 1))
            .isEqualTo(meters.rootMeanSquare().get(c, 1) / 1000, within(1e-9));
      }
    }
  }

  @Test
  void aFeatureThatDoesNothingHasNoShare() {
    double[][] x = points(60, 3, 0, 9);
    for (double[] row : x) {
      row[2] = 7;
    }
    KernelPcaModel model = KernelPca.with(Gaussian.sigma(2)).rank(2).fit(rows(x));
    try (Workers workers = Workers.of(1)) {
      ScoreGradients gradients = ScoreGradients.of(model, workers.threads());
      FeatureDrive drive = gradients.drive(rows(x), null);
      assertThat(drive.shares(0)[2]).isZero();
      assertThat(drive.ranking(0)[2]).isEqualTo(2);
      // One row has no spread, so nothing drives anything.
      FeatureDrive single = gradients.drive(rows(new double[][] {x[0]}), null);
      assertThat(single.shares(0)).containsOnly(0);
      assertThat(single.ranking(0)).containsExactly(0, 1, 2);
    }
  }
}
