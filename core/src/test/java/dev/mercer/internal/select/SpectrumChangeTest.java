package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.gram.Definition;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Secular equations against all eigenvalues of the matrices they stand for. */
class SpectrumChangeTest {

  @Property(tries = 300)
  void gainIsThatOfTheBorderedMatrix(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int k, @ForAll boolean rough) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] poles = poles(random, k, rough);
    double[] border = border(random, k, rough);
    double corner = random.nextDouble() * 3;
    double[][] matrix = new double[k + 1][k + 1];
    for (int i = 0; i < k; i++) {
      matrix[i][i] = poles[i];
      matrix[i][k] = border[i];
      matrix[k][i] = border[i];
    }
    // A second moment is positive semidefinite; that the corner bounds the gain needs it.
    for (int i = 0; i < k; i++) {
      corner += border[i] == 0 ? 0 : border[i] * border[i] / poles[i];
    }
    matrix[k][k] = corner;
    double[] values = Definition.eigen(matrix).values();
    double[] weights = squares(border);
    double size = Arrays.stream(values).map(Math::abs).sum();
    for (int rank = 1; rank <= k + 2; rank++) {
      double expected = sum(values, rank) - sum(poles, rank);
      double gain = SpectrumChange.gain(poles, weights, k, corner, rank);
      // Jacobi and the sums above are good to a few units of the matrix.
      assertThat(gain).isCloseTo(expected, within(1e-13 * size));
      if (rank <= k) {
        double rest = Arrays.stream(weights).skip(rank).sum();
        double next = rank < k ? poles[rank] : 0;
        double bound =
            SpectrumChange.gainBound(poles, Arrays.copyOf(weights, rank), rank, next, rest, corner);
        assertThat(bound).isBetween(gain - 1e-15 * size, corner);
      }
    }
  }

  @Property(tries = 300)
  void lossIsThatOfTheComplement(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int k, @ForAll boolean rough) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] poles = poles(random, k, rough);
    double[] direction = border(random, k, rough);
    direction[random.nextInt(k)] += 0.1;
    double norm = Math.sqrt(Arrays.stream(squares(direction)).sum());
    double[][] matrix = new double[k][k];
    double along = 0;
    for (int i = 0; i < k; i++) {
      direction[i] /= norm;
      along += direction[i] * direction[i] * poles[i];
    }
    // P D P with P = I - y y': the eigenvalue 0 of y itself is the smallest.
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        matrix[i][j] =
            (i == j ? poles[i] : 0) + direction[i] * direction[j] * (along - poles[i] - poles[j]);
      }
    }
    double[] values = Definition.eigen(matrix).values();
    double size = Arrays.stream(poles).sum();
    for (int rank = 1; rank <= k + 1; rank++) {
      double expected = sum(poles, rank) - sum(values, Math.min(rank, k - 1));
      assertThat(SpectrumChange.loss(poles, squares(direction), k, rank))
          .isCloseTo(expected, within(1e-13 * size));
    }
  }

  @Test
  void smallGainsKeepTheirDigits() {
    // To second order z^2 / (d - c): far below what a difference of eigenvalues could tell.
    double gain = SpectrumChange.gain(new double[] {1e6, 1}, new double[] {1e-12, 0}, 2, 0.5, 1);
    assertThat(gain).isCloseTo(1e-12 / (1e6 - 0.5), within(1e-12 * 1e-18));
  }

  /** Descending; rough ones have equal, tiny and far larger values. */
  private static double[] poles(SplittableRandom random, int k, boolean rough) {
    double[] poles = new double[k];
    for (int i = 0; i < k; i++) {
      poles[i] = 0.1 + random.nextDouble();
      if (rough) {
        poles[i] = Math.pow(10, 2 * random.nextInt(4) - 3);
      }
    }
    Arrays.sort(poles);
    double[] descending = new double[k];
    Arrays.setAll(descending, i -> poles[k - 1 - i]);
    return descending;
  }

  private static double[] border(SplittableRandom random, int k, boolean rough) {
    double[] border = new double[k];
    Arrays.setAll(
        border,
        i -> {
          double value = random.nextGaussian();
          return !rough
              ? value
              : switch (random.nextInt(3)) {
                case 0 -> 0;
                case 1 -> value * 1e-9;
                default -> value;
              };
        });
    return border;
  }

  private static double[] squares(double[] values) {
    return Arrays.stream(values).map(v -> v * v).toArray();
  }

  private static double sum(double[] values, int count) {
    return Arrays.stream(values).limit(count).sum();
  }
}
