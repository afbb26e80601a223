package dev.mercer.internal.explicit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Backend;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MonomialsTest {

  /** Products of primes differ: as many values as terms means that none is there twice. */
  @ParameterizedTest
  @CsvSource({"1, 10", "2, 9", "3, 7", "5, 4", "8, 5"})
  void everyMonomialOnce(int d, int p) {
    Monomials monomials = new Monomials(d, p);
    int terms = (int) Monomials.count(d, p);
    assertThat(monomials.below(p + 1)).isEqualTo(terms);
    double[] z = new double[terms];
    double[] ones = new double[terms];
    Arrays.fill(ones, 1);
    z[0] = 1;
    double[] primes = {2, 3, 5, 7, 11, 13, 17, 19};
    monomials.fill(p, 1, 1, Arrays.copyOf(primes, d), ones, z, Backend.instance().simd());
    assertThat(Arrays.stream(z).distinct().count()).isEqualTo(terms);
    for (int k = 0; k <= p; k++) {
      for (int q = monomials.below(k); q < monomials.below(k + 1); q++) {
        assertThat(factors(z[q])).isEqualTo(k);
      }
    }
  }

  private static int factors(double product) {
    long rest = Math.round(product);
    int count = 0;
    for (long prime = 2; rest > 1; prime++) {
      while (rest % prime == 0) {
        rest /= prime;
        count++;
      }
    }
    return count;
  }

  /** The multinomial theorem: squares of degree k add up to |x|^2k; a step rounds some 4 times. */
  @ParameterizedTest
  @CsvSource({"1, 60", "2, 60", "3, 30", "8, 6", "50, 3"})
  void weightsAreMultinomial(int d, int p) {
    Monomials monomials = new Monomials(d, p);
    int stride = 3;
    double[] x = new double[d * stride];
    double squared = 0;
    for (int c = 0; c < d; c++) {
      x[c * stride + 1] = (c % 2 == 0 ? 1 : -1) * (1.3 + c) / d;
      squared += x[c * stride + 1] * x[c * stride + 1];
    }
    double[] z = new double[monomials.below(p + 1) * stride];
    z[1] = 1;
    monomials.fill(p, 2, stride, x, monomials.ratios(k -> k), z, Backend.instance().simd());
    for (int k = 0; k <= p; k++) {
      double sum = 0;
      for (int q = monomials.below(k); q < monomials.below(k + 1); q++) {
        sum += z[q * stride + 1] * z[q * stride + 1];
      }
      double expected = Math.pow(squared, k);
      int roundings = 8 * k + monomials.below(k + 1) - monomials.below(k) + d * k + 4;
      assertThat(sum).isCloseTo(expected, within(roundings * 0x1p-53 * expected));
    }
  }

  /** In two variables the terms of degree k are the binomial ones, written out. */
  @Test
  void binomialWeightsOfHighDegreeAreThoseOfWholeNumbers() {
    int p = 60;
    Monomials monomials = new Monomials(2, p);
    double[] z = new double[monomials.below(p + 1)];
    z[0] = 1;
    monomials.fill(
        p, 1, 1, new double[] {1, 1}, monomials.ratios(k -> k), z, Backend.instance().simd());
    BigInteger binomial = BigInteger.ONE;
    double[] expected = new double[p + 1];
    for (int i = 0; i <= p; i++) {
      expected[i] = Math.sqrt(binomial.doubleValue());
      binomial = binomial.multiply(BigInteger.valueOf(p - i)).divide(BigInteger.valueOf(i + 1));
    }
    double[] last = Arrays.copyOfRange(z, monomials.below(p), z.length);
    Arrays.sort(last);
    Arrays.sort(expected);
    for (int i = 0; i <= p; i++) {
      assertThat(last[i]).isCloseTo(expected[i], within(4 * p * 0x1p-53 * expected[i]));
    }
  }

  @Test
  void countsSaturate() {
    assertThat(Monomials.count(10, 3)).isEqualTo(286);
    assertThat(Monomials.count(3, 10)).isEqualTo(286);
    assertThat(Monomials.count(0, 5)).isEqualTo(1);
    assertThat(Monomials.count(1, Integer.MAX_VALUE)).isEqualTo(1L << 31);
    assertThat(Monomials.count(30, 30)).isEqualTo(118264581564861424L);
    assertThat(Monomials.count(1000, 1000)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void tooManyAreRefusedBeforeAnythingIsAllocated() {
    assertThatThrownBy(() -> new Monomials(50, 60))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exceed 1048576");
    assertThatThrownBy(() -> new Monomials(0, 2)).isInstanceOf(IllegalArgumentException.class);
  }
}
