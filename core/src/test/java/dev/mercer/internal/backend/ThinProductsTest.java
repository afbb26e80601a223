package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Tall matrices times panels: plain loops against triple loops, vector loops against plain ones.
 */
class ThinProductsTest {

  private static final int PANEL = ThinProducts.COLUMNS;

  // Rows are taken four at a time, columns six at a time over 72 rows.
  private static final int[] ROWS = {1, 2, 3, 4, 5, 7, 8, 9, 71, 72, 73, 150};
  private static final int[] COLUMNS = {1, 5, 6, 7, 11, 12, 40};

  @Test
  void plainLoopsAddTheProductsByDefinition() {
    ThinProducts plain = new PlainThin();
    forCases(
        1,
        (given, what) -> {
          double[] y = given.y.clone();
          given.times(plain, y);
          double[] c = given.s.clone();
          given.transposeTimes(plain, c);
          double[] expectedY = given.y.clone();
          double[] expectedC = given.s.clone();
          for (int i = 0; i < given.rows; i++) {
            for (int j = 0; j < given.columns; j++) {
              double entry = given.a[given.at + i * given.stride + j];
              for (int k = 0; k < PANEL; k++) {
                expectedY[given.yi + i * given.yStride + k] +=
                    entry * given.s[given.si + j * PANEL + k];
                expectedC[given.si + j * PANEL + k] +=
                    entry * given.y[given.yi + i * given.yStride + k];
              }
            }
          }
          // Sums of terms of magnitude 1, rounded at each step in both; the rest is left alone.
          double steps = Math.max(given.rows, given.columns) + 1;
          double rounding = 2 * steps * steps * Math.ulp(0.5);
          for (int k = 0; k < y.length; k++) {
            assertThat(Math.abs(y[k] - expectedY[k])).as(what).isLessThanOrEqualTo(rounding);
          }
          for (int k = 0; k < c.length; k++) {
            assertThat(Math.abs(c[k] - expectedC[k])).as(what).isLessThanOrEqualTo(rounding);
          }
        });
  }

  @Test
  void vectorLoopsGiveTheBitsOfPlainOnes() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "the vector module is not loaded in this run");
    assumeTrue(
        Backend.of("auto", "vector").simd().lanes() >= PANEL / 2, "no vectors of 256 bits here");
    ThinProducts vector = new VectorThin();
    ThinProducts plain = new PlainThin();
    forCases(
        2,
        (given, what) -> {
          double[] y = given.y.clone();
          double[] expected = given.y.clone();
          given.times(vector, y);
          given.times(plain, expected);
          assertThat(y).as("times, %s", what).isEqualTo(expected);
          double[] c = given.s.clone();
          double[] expectedC = given.s.clone();
          given.transposeTimes(vector, c);
          given.transposeTimes(plain, expectedC);
          assertThat(c).as("transposeTimes, %s", what).isEqualTo(expectedC);
        });
  }

  @Test
  void onlyVectorsHaveThem() {
    assertThat(new ScalarSimd().thin()).isEmpty();
    assertThat(new VectorTwin().thin()).isPresent();
  }

  private static void forCases(long seed, BiConsumer<Case, String> check) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int rows : ROWS) {
      for (int columns : COLUMNS) {
        check.accept(new Case(random, rows, columns), rows + " x " + columns);
      }
    }
  }

  /** A matrix with gaps behind its rows, and panels at odd places. */
  private static final class Case {
    final int rows;
    final int columns;
    final int at = 3;
    final int stride;
    final double[] a;
    final int si = 5;
    final double[] s;
    final int yi = 1;
    final int yStride = PANEL + 2;
    final double[] y;

    Case(SplittableRandom random, int rows, int columns) {
      this.rows = rows;
      this.columns = columns;
      this.stride = columns + 4;
      this.a = random.doubles(at + rows * stride, -1, 1).toArray();
      this.s = random.doubles(si + columns * PANEL + 2, -1, 1).toArray();
      this.y = random.doubles(yi + rows * yStride, -1, 1).toArray();
    }

    /** Y += A S. */
    void times(ThinProducts products, double[] into) {
      products.times(a, at, stride, rows, columns, s, si, into, yi, yStride);
    }

    /** S += A'Y. */
    void transposeTimes(ThinProducts products, double[] into) {
      products.transposeTimes(a, at, stride, rows, columns, y, yi, yStride, into, si);
    }
  }
}
