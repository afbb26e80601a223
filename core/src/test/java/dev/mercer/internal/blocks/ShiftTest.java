package dev.mercer.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import org.junit.jupiter.api.Test;

/** When points are moved to their mean, and what blocks of moved points hold. */
class ShiftTest {

  private static final Kernel GAUSSIAN = Definition.kernel("gaussian(sigma=1)");

  private static double[] choose(Rows rows, Kernel kernel) {
    try (Workers workers = Workers.of(1);
        Workers more = Workers.of(3)) {
      double[] chosen = Shift.choose(rows, kernel, workers);
      assertThat(Shift.choose(rows, kernel, more)).isEqualTo(chosen);
      return chosen;
    }
  }

  @Test
  void dataAroundTheOriginAreLeftInPlace() {
    Rows rows = Definition.rows(Definition.points(1500, 3, 1));
    assertThat(choose(rows, GAUSSIAN)).isNull();
  }

  @Test
  void dataOffTheOriginAreMovedToTheirMean() {
    double[][] points = moved(1500, 50);
    double[] shift = choose(Definition.rows(points), GAUSSIAN);
    double mean = 0;
    for (double[] point : points) {
      mean += point[2] / points.length;
    }
    assertThat(shift).hasSize(3);
    assertThat(shift[2]).isCloseTo(mean, within(1500 * Math.ulp(50.0)));
  }

  @Test
  void kernelsOfInnerProductsAreNeverMoved() {
    Rows rows = Definition.rows(moved(20, 50));
    for (String spec : new String[] {"linear", "polynomial(degree=2)", "cosine"}) {
      assertThat(choose(rows, Definition.kernel(spec))).as(spec).isNull();
    }
    assertThat(choose(rows, Definition.kernel("linear+gaussian(sigma=1)"))).isNotNull();
  }

  @Test
  void aMeanThatOverflowsIsNotSubtracted() {
    assertThat(choose(Definition.rows(new double[][] {{1e200}, {1e200}}), GAUSSIAN)).isNull();
    assertThat(choose(DenseRows.wrap(0, 3, new double[0]), GAUSSIAN)).isNull();
  }

  @Test
  void blocksHoldMovedPointsAndTheirNorms() {
    double[][] points = moved(1100, 20);
    Rows rows = Definition.rows(points);
    double[] shift = {20, 19, 21};
    KernelBlock block =
        new KernelBlock(GAUSSIAN, 3, shift, Backend.instance().maps(), Backend.instance().blas());
    try (Workers workers = Workers.of(2)) {
      PairedRows paired = new PairedRows(rows, block, shift, workers);
      assertThat(paired.direct()).isFalse();
      PointBlock view = new PointBlock();
      paired.load(view, 1020, 30, new double[90]);
      for (int i = 0; i < 30; i++) {
        double square = 0;
        double product = 0;
        for (int c = 0; c < 3; c++) {
          double value = view.values[view.offset + i * 3 + c];
          assertThat(value).isEqualTo(points[1020 + i][c] - shift[c]);
          square += value * value;
          product += points[1020 + i][c] * shift[c];
        }
        int at = view.normsOffset + i;
        assertThat(view.squaredNorms[at]).isCloseTo(square, within(8 * Math.ulp(square)));
        assertThat(view.shiftProducts[at]).isCloseTo(product, within(8 * Math.ulp(product)));
      }
    }
  }

  @Test
  void rowsInPlaceAreNotCopied() {
    Rows rows = Definition.rows(Definition.points(20, 3, 1));
    KernelBlock block =
        new KernelBlock(GAUSSIAN, 3, null, Backend.instance().maps(), Backend.instance().blas());
    try (Workers workers = Workers.of(1)) {
      PairedRows paired = new PairedRows(rows, block, null, workers);
      assertThat(paired.direct()).isTrue();
      PointBlock view = new PointBlock();
      paired.load(view, 4, 2, null);
      assertThat(view.values).isSameAs(rows.directDoubles(4, 2));
      assertThat(view.offset).isEqualTo(12);
    }
  }

  private static double[][] moved(int n, double by) {
    double[][] points = Definition.points(n, 3, 1);
    for (double[] point : points) {
      for (int c = 0; c < point.length; c++) {
        point[c] += by;
      }
    }
    return points;
  }
}
