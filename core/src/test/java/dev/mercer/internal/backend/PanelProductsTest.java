package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Strips times panels: plain loops against triple loops, vector loops against plain ones. */
class PanelProductsTest {

  private static final int COLUMNS = PanelProducts.COLUMNS;
  private static final int STRIDE = PanelProducts.STRIDE;

  // Rows and columns are taken six and eight at a time: around one and two of these.
  private static final int[] ROWS = {1, 2, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 48};
  private static final int[] WIDTHS = {1, 3, 5, 6, 7, 8, 9, 13, 40, 504};
  private static final int MARGIN = 5;

  @Test
  void plainLoopsAddTheProductsByDefinition() {
    PanelProducts plain = new PlainPanels();
    SplittableRandom random = new SplittableRandom(1);
    for (int rows : ROWS) {
      for (int width : WIDTHS) {
        Case given = new Case(random, rows, width);
        double[] y = given.y.clone();
        given.both(plain, y);
        float[] single = floats(given.y);
        given.both(plain, single);

        double[] expected = given.y.clone();
        for (int i = 0; i < rows; i++) {
          for (int j = 0; j < width; j++) {
            double k = given.tile[MARGIN + i * STRIDE + j];
            for (int c = 0; c < COLUMNS; c++) {
              expected[given.yi + i * COLUMNS + c] += k * given.x[given.xj + j * COLUMNS + c];
              expected[given.yj + j * COLUMNS + c] += k * given.x[given.xi + i * COLUMNS + c];
            }
          }
        }
        // Sums of at most 505 terms of magnitude 1, rounded at each step in both.
        double steps = Math.max(rows, width) + 1;
        for (int at = 0; at < y.length; at++) {
          boolean sum = given.isSum(at);
          double largest = sum ? steps : 1;
          assertThat(Math.abs(y[at] - expected[at]))
              .as("%d x %d, entry %d", rows, width, at)
              .isLessThanOrEqualTo(sum ? 2 * steps * largest * Math.ulp(0.5) : 0);
          // Operands are rounded to float as well.
          assertThat(Math.abs(single[at] - expected[at]))
              .as("%d x %d, entry %d in single precision", rows, width, at)
              .isLessThanOrEqualTo((sum ? steps + 3 : 1) * largest * Math.ulp(0.5f));
        }
      }
    }
  }

  @Test
  void vectorLoopsGiveTheBitsOfPlainOnes() {
    for (PanelProducts vector : vectorPanels()) {
      PanelProducts plain = new PlainPanels();
      SplittableRandom random = new SplittableRandom(2);
      for (int rows : ROWS) {
        for (int width : WIDTHS) {
          Case given = new Case(random, rows, width);
          String what = vector.getClass().getSimpleName() + ", " + rows + " x " + width;
          double[] y = given.y.clone();
          double[] expected = given.y.clone();
          vector.rows(given.tile, MARGIN, rows, width, given.x, given.xj, y, given.yi);
          plain.rows(given.tile, MARGIN, rows, width, given.x, given.xj, expected, given.yi);
          assertThat(y).as("rows, %s", what).isEqualTo(expected);
          given.both(vector, y);
          given.both(plain, expected);
          assertThat(y).as("both, %s", what).isEqualTo(expected);

          float[] tile = floats(given.tile);
          float[] x = floats(given.x);
          float[] single = floats(given.y);
          float[] expectedSingle = single.clone();
          vector.rows(tile, MARGIN, rows, width, x, given.xj, single, given.yi);
          plain.rows(tile, MARGIN, rows, width, x, given.xj, expectedSingle, given.yi);
          assertThat(single).as("float rows, %s", what).isEqualTo(expectedSingle);
          given.both(vector, single);
          given.both(plain, expectedSingle);
          assertThat(single).as("both in float, %s", what).isEqualTo(expectedSingle);
        }
      }
    }
  }

  /** Those that this machine can run. */
  private static List<PanelProducts> vectorPanels() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "the vector module is not loaded in this run");
    Simd simd = Backend.of("auto", "vector").simd();
    assumeTrue(simd.panels().isPresent(), "no vectors of 256 bits here");
    return simd.lanes() == COLUMNS
        ? List.of(new VectorPanels(), new FusedPanels())
        : List.of(new VectorPanels());
  }

  @Test
  void onlyVectorsHavePanels() {
    assertThat(new ScalarSimd().panels()).isEmpty();
    assertThat(new VectorTwin().panels()).isPresent();
  }

  static float[] floats(double[] values) {
    float[] result = new float[values.length];
    for (int k = 0; k < values.length; k++) {
      result[k] = (float) values[k];
    }
    return result;
  }

  /** A strip with a margin before it, and panels at odd places. */
  private static final class Case {
    final int rows;
    final int width;
    final double[] tile;
    final int xi = MARGIN;
    final int xj;
    final double[] x;
    final int yj = 2;
    final int yi;
    final double[] y;

    Case(SplittableRandom random, int rows, int width) {
      this.rows = rows;
      this.width = width;
      this.tile = random.doubles(MARGIN + (rows - 1) * STRIDE + width, -1, 1).toArray();
      this.xj = xi + rows * COLUMNS + 1;
      this.x = random.doubles(xj + width * COLUMNS, -1, 1).toArray();
      this.yi = yj + width * COLUMNS + MARGIN;
      this.y = random.doubles(yi + rows * COLUMNS + MARGIN, -1, 1).toArray();
    }

    /** Both halves of the product, added to y. */
    void both(PanelProducts products, double[] into) {
      products.both(tile, MARGIN, rows, width, x, xi, xj, into, yi, yj);
    }

    void both(PanelProducts products, float[] into) {
      products.both(floats(tile), MARGIN, rows, width, floats(x), xi, xj, into, yi, yj);
    }

    boolean isSum(int at) {
      return at >= yi && at < yi + rows * COLUMNS || at >= yj && at < yj + width * COLUMNS;
    }
  }
}
