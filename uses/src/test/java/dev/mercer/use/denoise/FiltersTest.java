package dev.mercer.use.denoise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Median and linear filters, and how good a restored image is, against their definitions. */
class FiltersTest {

  /** Rows in 0..1 with two hidden causes, so that columns are correlated. */
  private static Matrix correlated(int n, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[n * d];
    for (int i = 0; i < n; i++) {
      double a = random.nextDouble();
      double b = random.nextDouble();
      for (int j = 0; j < d; j++) {
        values[i * d + j] = (a * j + b * (d - j) + 0.2 * d * random.nextDouble()) / (1.2 * d);
      }
    }
    return Matrix.wrap(n, d, values);
  }

  @Test
  void momentsAreThoseOfTheDefinition() {
    int n = 1300; // three blocks, the last not full
    int d = 4;
    Matrix rows = correlated(n, d, 3);
    RowMoments moments = RowMoments.of(DenseRows.of(rows));
    for (int i = 0; i < d; i++) {
      double mean = Arrays.stream(rows.column(i)).average().orElseThrow();
      assertThat(moments.mean(i)).isCloseTo(mean, within(n * Math.ulp(1.0)));
      for (int j = 0; j < d; j++) {
        double other = Arrays.stream(rows.column(j)).average().orElseThrow();
        double sum = 0;
        for (int k = 0; k < n; k++) {
          sum += (rows.get(k, i) - mean) * (rows.get(k, j) - other);
        }
        assertThat(moments.covariance()[i * d + j]).isCloseTo(sum / n, within(n * Math.ulp(1.0)));
      }
    }
  }

  @Test
  void wienerOfOneColumnIsTheFraction() {
    RowMoments moments = RowMoments.of(DenseRows.of(new double[][] {{1}, {3}}));
    // Mean 2, variance 1: x^ = 2 + (x' - 2) / (1 + 3).
    Matrix restored = LinearFilter.wiener(moments, 3).apply(Matrix.of(new double[][] {{6}, {2}}));
    assertThat(restored.values()).containsExactly(new double[] {3, 2}, within(1e-15));
  }

  @Test
  void awareOfGaussianNoiseIsWiener() {
    Matrix rows = correlated(300, 6, 5);
    RowMoments moments = RowMoments.of(DenseRows.of(rows));
    double[] wiener = LinearFilter.wiener(moments, 0.04).apply(rows).values();
    double[] aware = LinearFilter.aware(moments, new GaussianNoise(0.2)).apply(rows).values();
    assertThat(aware).containsExactly(wiener, within(1e-13));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(sigma=0.3)",
        "salt-pepper(p=0.05,low=0,high=1)",
        "salt-pepper(p=0.4,low=0,high=1)",
        "salt-pepper(p=0.4,low=-1,high=2)"
      })
  void awareIsTheRegressionOnManyNoisyRows(String text) {
    int n = 200_000;
    int d = 3;
    Noise noise = Noise.parse(text);
    Matrix clean = correlated(n, d, 11);
    Matrix noisy = noise.on(DenseRows.of(clean), 13);
    Matrix filtered = LinearFilter.aware(RowMoments.of(DenseRows.of(clean)), noise).apply(noisy);
    // Least squares: residuals have mean zero and are uncorrelated with every noisy column. Their
    // sample means differ from 0 by chance alone, five standard errors at most.
    for (int j = 0; j < d; j++) {
      for (int k = -1; k < d; k++) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
          double product = (clean.get(i, j) - filtered.get(i, j)) * (k < 0 ? 1 : noisy.get(i, k));
          sum += product;
          squares += product * product;
        }
        assertThat(Math.abs(sum / n)).isLessThan(5 * Math.sqrt(squares / n / n));
      }
    }
  }

  @Test
  void awareIsBetterThanWienerForSaltAndPepper() {
    Matrix clean = correlated(5000, 5, 17);
    RowMoments moments = RowMoments.of(DenseRows.of(clean));
    Noise noise = new SaltPepperNoise(0.4, new ValueRange(0, 1));
    Matrix noisy = noise.on(DenseRows.of(clean), 19);
    double wiener =
        ImageErrors.of(clean, LinearFilter.wiener(moments, moments.meanSquare(noise)).apply(noisy))
            .mean();
    double aware = ImageErrors.of(clean, LinearFilter.aware(moments, noise).apply(noisy)).mean();
    assertThat(aware).isLessThan(wiener);
    assertThat(wiener).isLessThan(ImageErrors.of(clean, noisy).mean());
    assertThat(ImageErrors.of(clean, noisy).perPixel())
        .isCloseTo(moments.meanSquare(noise), within(0.02 * moments.meanSquare(noise)));
  }

  @Test
  void allNoiseLeavesTheMean() {
    Matrix clean = correlated(200, 4, 23);
    RowMoments moments = RowMoments.of(DenseRows.of(clean));
    Matrix restored =
        LinearFilter.aware(moments, new SaltPepperNoise(1, ValueRange.BYTES)).apply(clean);
    for (int j = 0; j < 4; j++) {
      assertThat(restored.get(17, j)).isCloseTo(moments.mean(j), within(1e-12));
    }
  }

  @Test
  void linearFiltersRefuseWhatTheyCannotDo() {
    // Two equal columns of the order of 1e8: a noise of 1e-3 is lost in rounding.
    RowMoments twins =
        RowMoments.of(DenseRows.of(new double[][] {{1e8, 1e8}, {3e8, 3e8}, {2e8, 2e8}}));
    assertThatThrownBy(() -> LinearFilter.wiener(twins, 1e-6))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("too small");
    for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> LinearFilter.wiener(twins, wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () -> LinearFilter.wiener(twins, 1e10).apply(Matrix.of(new double[][] {{1, 2, 3}})))
        .hasMessageContaining("3 columns, the filter was made for 2");
    assertThatThrownBy(() -> RowMoments.of(DenseRows.wrap(0, 3, new double[0])))
        .hasMessageContaining("at least one row");
  }

  @Property(tries = 60)
  void medianIsTheFifthOfNineWithEdgesRepeated(
      @ForAll @IntRange(min = 1, max = 6) int height,
      @ForAll @IntRange(min = 1, max = 6) int width,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] pixels = random.doubles(2L * height * width).toArray();
    Matrix images = Matrix.wrap(2, height * width, pixels);
    Matrix filtered = new MedianFilter(new ImageShape(height, width)).apply(images);
    for (int image = 0; image < 2; image++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          double[] around = new double[9];
          for (int k = 0; k < 9; k++) {
            int line = Math.min(height - 1, Math.max(0, y + k / 3 - 1));
            int place = Math.min(width - 1, Math.max(0, x + k % 3 - 1));
            around[k] = images.get(image, line * width + place);
          }
          Arrays.sort(around);
          assertThat(filtered.get(image, y * width + x)).isEqualTo(around[4]);
        }
      }
    }
  }

  @Test
  void medianTakesOutASingleDotAndWantsTheShape() {
    double[] pixels = new double[12];
    pixels[5] = 255;
    MedianFilter filter = new MedianFilter(new ImageShape(3, 4));
    assertThat(filter.apply(Matrix.wrap(1, 12, pixels)).values()).containsOnly(0);
    assertThatThrownBy(() -> filter.apply(Matrix.wrap(1, 11, new double[11])))
        .hasMessageContaining("3x4 have 12 pixels, but the rows 11");
  }

  @Test
  void errorsByHand() {
    Matrix clean = Matrix.of(new double[][] {{0, 0}, {10, 20}});
    Matrix restored = Matrix.of(new double[][] {{3, 4}, {10, 19}});
    ImageErrors errors = ImageErrors.of(clean, restored);
    assertThat(errors.squaredErrors()).containsExactly(25, 1);
    assertThat(errors.mean()).isEqualTo(13);
    assertThat(errors.standardDeviation()).isCloseTo(Math.sqrt(288), within(1e-12));
    assertThat(errors.perPixel()).isEqualTo(6.5);
    assertThat(errors.psnr(255)).isCloseTo(20 * Math.log10(255 / Math.sqrt(6.5)), within(1e-12));
    assertThat(errors.meanPsnr(255))
        .isCloseTo(
            (10 * Math.log10(255 * 255 / 12.5) + 10 * Math.log10(255 * 255 / 0.5)) / 2,
            within(1e-12));
    ImageErrors same = ImageErrors.of(clean, clean);
    assertThat(same.psnr(255)).isEqualTo(Double.POSITIVE_INFINITY);
    ImageErrors joined = ImageErrors.joined(java.util.List.of(errors, same));
    assertThat(joined.squaredErrors()).containsExactly(25, 1, 0, 0);
    assertThat(joined.images()).isEqualTo(4);
    assertThat(
            ImageErrors.of(Matrix.of(new double[][] {{1}}), Matrix.of(new double[][] {{2}}))
                .standardDeviation())
        .isNaN();
    assertThatThrownBy(() -> ImageErrors.of(clean, Matrix.of(new double[][] {{1, 2}})))
        .hasMessageContaining("same shape");
    assertThatThrownBy(() -> errors.psnr(0)).hasMessageContaining("peak = 0");
  }
}
