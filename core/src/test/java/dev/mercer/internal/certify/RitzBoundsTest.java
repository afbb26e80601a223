package dev.mercer.internal.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.gram.Definition;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Bounds from Ritz vectors against all eigenvalues, and their chance against counting. */
class RitzBoundsTest {

  /** A symmetric matrix with the first axes as V: blocks H, E, M are what they are. */
  @Property(tries = 200)
  void everyEigenvalueIsBelowItsBound(
      @ForAll @IntRange(min = 2, max = 14) int n,
      @ForAll @IntRange(min = 1, max = 6) int most,
      @ForAll @LongRange(min = 0, max = 10_000) long seed) {
    int p = Math.min(most, n - 1);
    SplittableRandom random = new SplittableRandom(seed);
    double[][] matrix = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double size = i < p ? 3 : j < p ? Math.pow(10, -random.nextInt(4)) : 1;
        matrix[i][j] = size * random.nextGaussian();
        matrix[j][i] = matrix[i][j];
      }
    }
    double[] ritz = new double[p * p];
    double[] residuals = new double[p * p];
    double[][] rest = new double[n - p][];
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < p; a++) {
        for (int b = 0; b < p; b++) {
          if (i < p) {
            ritz[a * p + b] = matrix[a][b];
          } else {
            residuals[a * p + b] += matrix[i][a] * matrix[i][b];
          }
        }
      }
      if (i >= p) {
        rest[i - p] = Arrays.copyOfRange(matrix[i], p, n);
      }
    }
    double rho = Definition.eigen(rest).values()[0];
    double[] truth = Definition.eigen(matrix).values();
    double[] bounds =
        RitzBounds.leading(
            n, View.of(ritz, p, p), View.of(residuals, p, p), rho, Backend.instance().blas());
    double slack = 8 * n * Math.ulp(Definition.largest(matrix)) * n;
    for (int i = 0; i < n; i++) {
      assertThat(truth[i]).isLessThanOrEqualTo(bounds[i] + slack);
    }
    // Tight where M is rho itself.
    if (n - p == 1) {
      for (int i = 0; i < n; i++) {
        assertThat(bounds[i]).isLessThanOrEqualTo(Math.max(truth[i], rho) + slack);
      }
    }
  }

  @Test
  void theLargestEigenvalueIsBelowItsBoundAsOftenAsPromised() {
    SplittableRandom random = new SplittableRandom(5);
    int failures = 0;
    for (int run = 0; run < 100_000; run++) {
      // R = u u', the worst case: G'RG has the one eigenvalue |G'u|^2.
      double squared = 0;
      for (int i = 0; i < RitzBounds.VECTORS; i++) {
        double product = random.nextGaussian();
        squared += product * product;
      }
      failures += squared < RitzBounds.QUANTILE ? 1 : 0;
    }
    // 10 are expected, with a deviation of 3.2.
    assertThat(failures).isBetween(1, 25);
  }

  @Test
  void theSmallerOfTwoBoundsIsTaken() {
    int s = RitzBounds.VECTORS;
    for (double value : new double[] {0.01, 1, 100}) {
      double[] first = new double[s * s];
      double[] second = new double[s * s];
      first[0] = value;
      second[0] = 2 * value;
      double expected =
          Math.min(value / RitzBounds.QUANTILE, Math.sqrt(2 * value / RitzBounds.QUANTILE));
      assertThat(
              RitzBounds.largestEigenvalue(
                  View.of(first, s, s), View.of(second, s, s), Backend.instance().blas()))
          .isCloseTo(expected, within(1e-14 * value));
    }
  }
}
