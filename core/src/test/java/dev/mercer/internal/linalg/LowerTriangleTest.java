package dev.mercer.internal.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.internal.backend.Backend;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LowerTriangleTest {

  /** Sizes around the blocks; rows in the middle of an array, which must stay as it is around. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 31, 32, 33, 64, 100})
  void solvesRowsInPlace(int n) {
    SplittableRandom random = new SplittableRandom(n);
    double[] l = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        l[i * n + j] = j > i ? Double.NaN : (j == i ? 1 : 0.3 * random.nextGaussian() / n);
      }
    }
    int rows = 7;
    int step = n + 3;
    double[][] y = new double[rows][n];
    double[] x = new double[2 + rows * step];
    java.util.Arrays.fill(x, 99);
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        y[r][i] = random.nextGaussian();
        double sum = 0;
        for (int j = 0; j <= i; j++) {
          sum += l[i * n + j] * y[r][j];
        }
        x[2 + r * step + i] = sum;
      }
    }
    // The upper part is not read, not even as 0 times it.
    new LowerTriangle(n, l, Backend.instance().blas()).solveRows(rows, x, 2, step);
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < step; i++) {
        double expected = i < n ? y[r][i] : 99;
        assertThat(x[2 + r * step + i]).isCloseTo(expected, within(1e-13 * Math.max(1, n)));
      }
    }
  }

  @Test
  void aDiagonalThatIsNotPositiveIsRefused() {
    assertThatThrownBy(
            () -> new LowerTriangle(2, new double[] {1, 0, 3, 0}, Backend.instance().blas()))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("entry 1");
  }
}
