package dev.mercer.use.denoise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseTest {

  private static final int MANY = 200_000;

  /** Mean and variance of x' for one value x. */
  private static double[] moments(Noise noise, double value) {
    double[] values = new double[MANY];
    java.util.Arrays.fill(values, value);
    double[] drawn = noise.on(DenseRows.wrap(1, MANY, values), 7).values();
    double mean = java.util.Arrays.stream(drawn).average().orElseThrow();
    double variance =
        java.util.Arrays.stream(drawn).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
    return new double[] {mean, variance};
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(sigma=50)",
        "gaussian(sigma=0.3)",
        "salt-pepper(p=0.1,low=0,high=255)",
        "salt-pepper(p=0.4,low=-3,high=2)",
        "salt-pepper(p=1,low=0,high=1)"
      })
  void drawnValuesHaveTheMomentsThatAreStated(String text) {
    Noise noise = Noise.parse(text);
    for (double value : new double[] {0, 1, 100}) {
      double[] seen = moments(noise, value);
      double variance = noise.spread(value, 0);
      // Five standard errors; a bounded or normal x' has a fourth moment of at most 3 variance^2
      // plus what rare large jumps add, |jump|^2 variance.
      double jump = noise instanceof SaltPepperNoise ? 255 : 0;
      assertThat(seen[0])
          .isCloseTo(
              noise.kept() * value + noise.shift(), within(5 * Math.sqrt(variance / MANY) + 1e-9));
      assertThat(seen[1])
          .isCloseTo(
              variance,
              within(5 * Math.sqrt((3 * variance + jump * jump) * variance / MANY) + 1e-9));
      double square = (seen[0] - value) * (seen[0] - value) + seen[1];
      double allowed = 5 * Math.sqrt((3 * square + 2 * jump * jump) * square / MANY) + 1e-9;
      assertThat(noise.meanSquare(value, 0)).isCloseTo(square, within(allowed));
    }
  }

  @Property(tries = 200)
  void momentsOfManyValuesAreTheMeansOverThem(
      @ForAll @DoubleRange(min = 0.01, max = 1) double p,
      @ForAll @DoubleRange(min = -5, max = 5) double first,
      @ForAll @DoubleRange(min = -5, max = 5) double second) {
    Noise noise = new SaltPepperNoise(p, new ValueRange(-1, 4));
    double mean = (first + second) / 2;
    double variance = (first - second) * (first - second) / 4;
    assertThat(noise.spread(mean, variance))
        .isCloseTo((noise.spread(first, 0) + noise.spread(second, 0)) / 2, within(1e-12 * 100));
    assertThat(noise.meanSquare(mean, variance))
        .isCloseTo(
            (noise.meanSquare(first, 0) + noise.meanSquare(second, 0)) / 2, within(1e-12 * 100));
  }

  @Property(tries = 50)
  void blocksDoNotMatter(@ForAll @IntRange(min = 1, max = 12) int blockRows, @ForAll long seed) {
    int rows = 12;
    int columns = 5;
    for (Noise noise :
        new Noise[] {new GaussianNoise(2), new SaltPepperNoise(0.5, ValueRange.BYTES)}) {
      Matrix whole = noise.on(DenseRows.wrap(rows, columns, new double[rows * columns]), seed);
      for (int first = 0; first < rows; first += blockRows) {
        int count = Math.min(blockRows, rows - first);
        double[] block = new double[count * columns];
        noise.add(block, count, columns, first, seed);
        assertThat(block)
            .isEqualTo(
                java.util.Arrays.copyOfRange(
                    whole.values(), first * columns, (first + count) * columns));
      }
    }
  }

  @Test
  void rowsAndSeedsDiffer() {
    DenseRows zeros = DenseRows.wrap(3, 4, new double[12]);
    Noise noise = new GaussianNoise(1);
    Matrix drawn = noise.on(zeros, 1);
    assertThat(drawn.row(0)).isNotEqualTo(drawn.row(1)).isNotEqualTo(drawn.row(2));
    assertThat(noise.on(zeros, 2).row(0)).isNotEqualTo(drawn.row(0));
    assertThat(noise.on(zeros, 1).values()).isEqualTo(drawn.values());
  }

  @Test
  void saltAndPepperTakeTheRangeOfTheData() {
    DenseRows rows = DenseRows.of(new double[][] {{3, Double.NaN, 7}, {4, 16, 5}});
    Noise noise = Noise.parse("salt-pepper(p=0.25)");
    assertThatThrownBy(() -> noise.on(rows, 1)).isInstanceOf(IllegalStateException.class);
    assertThat(noise.settled(rows).spec()).isEqualTo("salt-pepper(p=0.25,low=3,high=16)");
    Noise given = Noise.parse("salt-pepper(p=0.25,low=0,high=255)");
    assertThat(given.settled(rows)).isEqualTo(given);
    assertThatThrownBy(() -> noise.settled(DenseRows.of(new double[][] {{5, 5}})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no range");
  }

  @Test
  void specsComeBack() {
    for (String text :
        new String[] {
          "gaussian(sigma=50)", "salt-pepper(p=0.1)", "salt-pepper(p=0.1,low=-1,high=1)"
        }) {
      assertThat(Noise.parse(text).spec()).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian",
        "gaussian(sigma=0)",
        "gaussian(sigma=-1)",
        "gaussian(sigma=NaN)",
        "gaussian(sigma=1e999)",
        "gaussian(p=0.1)",
        "salt-pepper",
        "salt-pepper(p=0)",
        "salt-pepper(p=-0.1)",
        "salt-pepper(p=1.1)",
        "salt-pepper(p=NaN)",
        "salt-pepper(p=0.1,low=0)",
        "salt-pepper(p=0.1,high=0)",
        "salt-pepper(p=0.1,low=2,high=1)",
        "salt-pepper(p=0.1,low=-1e308,high=1e308)",
        "speckle(p=0.1)",
        "",
        "gaussian(sigma=1"
      })
  void wrongSpecsAreRefused(String text) {
    assertThatThrownBy(() -> Noise.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).{12,}");
  }

  @Test
  void rangesAreReadAndClip() {
    assertThat(ValueRange.parse("0:255")).isEqualTo(ValueRange.BYTES);
    assertThat(ValueRange.parse("-1.5 : 1e3").text()).isEqualTo("-1.5:1000");
    double[] values = {-1, 0, 12, 256, Double.NaN, Double.NEGATIVE_INFINITY};
    ValueRange.BYTES.clip(values);
    assertThat(values).containsExactly(0, 0, 12, 255, Double.NaN, 0);
    for (String wrong : new String[] {"", "255", "255:0", "0:0", "a:b", "0:NaN", ":", "0:1:2"}) {
      assertThatThrownBy(() -> ValueRange.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void shapesAreReadAndSquaresKnown() {
    assertThat(ImageShape.parse("28x30")).isEqualTo(new ImageShape(28, 30));
    assertThat(ImageShape.square(784).text()).isEqualTo("28x28");
    assertThatThrownBy(() -> ImageShape.square(60))
        .hasMessageContaining("60 values are no square images");
    assertThatThrownBy(() -> ImageShape.parse("8x8").requirePixels(63))
        .hasMessageContaining("64 pixels, but the rows 63");
    for (String wrong : new String[] {"", "8", "8x", "x8", "8x8x8", "0x4", "-1x4", "99999x99999"}) {
      assertThatThrownBy(() -> ImageShape.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
