package dev.mercer.internal.novelty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class QuantileTest {

  @Property(tries = 200)
  void aQuantileIsTheSmallestValueWithEnoughWeightBelow(
      @ForAll @IntRange(min = 1, max = 30) int n,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double share,
      @ForAll boolean weighted,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[n];
    Arrays.setAll(values, i -> random.nextInt(10)); // with ties
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> weighted ? random.nextInt(3) : 1);
    weights[0] = 1;
    double quantile = new Quantile(values, weighted ? weights : null).at(share);
    double sum = Arrays.stream(weights).sum();
    double upTo = 0;
    double below = 0;
    for (int i = 0; i < n; i++) {
      upTo += values[i] <= quantile ? weights[i] : 0;
      below += values[i] < quantile ? weights[i] : 0;
    }
    assertThat(upTo).isGreaterThanOrEqualTo(share * sum * (1 - 1e-15));
    assertThat(below).isLessThan(share * sum);
  }

  /** 99 of 100 rows are the share 0.99, whatever 0.99 is in binary. */
  @Test
  void roundSharesAreMetByRoundNumbersOfRows() {
    for (int n : new int[] {10, 100, 1000, 5000}) {
      double[] values = new double[n];
      Arrays.setAll(values, i -> i + 1);
      for (double share : new double[] {0.1, 0.3, 0.5, 0.7, 0.9}) {
        assertThat(new Quantile(values, null).at(share)).isEqualTo(Math.round(share * n));
      }
    }
    double[] hundred = new double[100];
    Arrays.setAll(hundred, i -> i + 1);
    assertThat(new Quantile(hundred, null).at(0.99)).isEqualTo(99);
    assertThat(new Quantile(hundred, null).at(1)).isEqualTo(100);
    assertThat(new Quantile(hundred, null).at(0)).isEqualTo(1);
  }
}
