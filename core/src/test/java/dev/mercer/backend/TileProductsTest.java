package dev.mercer.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both products of an off-diagonal tile against triple loops, around strips and lanes. */
class TileProductsTest {

  // Strips are 8 rows; one below, at and above one and two of them.
  private static final int[] ROWS = {1, 2, 7, 8, 9, 15, 16, 17, 24, 31};
  private static final int[] WIDTHS = {1, 2, 3, 8, 13, 40};
  // A 512-bit register holds 8 doubles or 16 floats.
  private static final int[] COLUMNS = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33};
  private static final int MARGIN = 5;

  @ParameterizedTest
  @ValueSource(strings = {"scalar", "vector"})
  void doubleTile(String name) {
    Simd simd = simd(name);
    SplittableRandom random = new SplittableRandom(1);
    for (int rows : ROWS) {
      for (int width : WIDTHS) {
        for (int columns : COLUMNS) {
          double[] tile = random.doubles((long) rows * width, -1, 1).toArray();
          int xi = MARGIN;
          int xj = xi + rows * columns + 1;
          int yj = 2;
          int yi = yj + width * columns + MARGIN;
          double[] x = random.doubles(xj + width * columns + MARGIN, -1, 1).toArray();
          double[] y = random.doubles(yi + rows * columns + MARGIN, -1, 1).toArray();
          double[] expected = y.clone();
          int done = simd.tileProducts(tile, rows, width, columns, x, xi, xj, y, yi, yj);
          checkDone(name, done, columns);
          for (int c = 0; c < done; c++) {
            for (int i = 0; i < rows; i++) {
              for (int j = 0; j < width; j++) {
                double k = tile[i * width + j];
                expected[yi + i * columns + c] += k * x[xj + j * columns + c];
                expected[yj + j * columns + c] += k * x[xi + i * columns + c];
              }
            }
          }
          // Sums of at most 41 terms of magnitude 1, rounded at each step in both.
          double tolerance = 2 * 41 * 41 * Math.ulp(0.5);
          for (int k = 0; k < y.length; k++) {
            double allowed = touched(k, yi, rows, yj, width, columns, done) ? tolerance : 0;
            if (!(Math.abs(y[k] - expected[k]) <= allowed)) {
              fail("%d x %d, %d columns, entry %d", rows, width, columns, k);
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scalar", "vector"})
  void floatTile(String name) {
    Simd simd = simd(name);
    SplittableRandom random = new SplittableRandom(2);
    for (int rows : ROWS) {
      for (int width : WIDTHS) {
        for (int columns : COLUMNS) {
          float[] tile = floats(random, rows * width);
          int xi = MARGIN;
          int xj = xi + rows * columns + 1;
          int yj = 2;
          int yi = yj + width * columns + MARGIN;
          float[] x = floats(random, xj + width * columns + MARGIN);
          float[] y = floats(random, yi + rows * columns + MARGIN);
          double[] expected = new double[y.length];
          for (int k = 0; k < y.length; k++) {
            expected[k] = y[k];
          }
          int done = simd.tileProducts(tile, rows, width, columns, x, xi, xj, y, yi, yj);
          checkDone(name, done, columns);
          for (int c = 0; c < done; c++) {
            for (int i = 0; i < rows; i++) {
              for (int j = 0; j < width; j++) {
                double k = tile[i * width + j];
                expected[yi + i * columns + c] += k * x[xj + j * columns + c];
                expected[yj + j * columns + c] += k * x[xi + i * columns + c];
              }
            }
          }
          double tolerance = 41 * 41 * Math.ulp(0.5f);
          for (int k = 0; k < y.length; k++) {
            double allowed = touched(k, yi, rows, yj, width, columns, done) ? tolerance : 0;
            if (!(Math.abs(y[k] - expected[k]) <= allowed)) {
              fail("%d x %d, %d columns, entry %d", rows, width, columns, k);
            }
          }
        }
      }
    }
  }

  private static void checkDone(String name, int done, int columns) {
    if (name.equals("scalar")) {
      assertThat(done).isZero();
    } else {
      assertThat(done).isBetween(columns - 15, columns);
      assertThat(columns < 16 || done > 0).isTrue();
    }
  }

  /** Whether an entry of y belongs to one of the columns done. */
  private static boolean touched(
      int at, int yi, int rows, int yj, int width, int columns, int done) {
    return inside(at - yi, rows, columns, done) || inside(at - yj, width, columns, done);
  }

  private static boolean inside(int at, int rows, int columns, int done) {
    return at >= 0 && at < rows * columns && at % columns < done;
  }

  private static float[] floats(SplittableRandom random, int length) {
    float[] result = new float[length];
    for (int k = 0; k < length; k++) {
      result[k] = (float) random.nextDouble(-1, 1);
    }
    return result;
  }

  private static Simd simd(String name) {
    if (name.equals("vector")) {
      assumeTrue(
          ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
          "the vector module is not loaded in this run");
    }
    return Backend.of("auto", name).simd();
  }
}
