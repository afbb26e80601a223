package dev.mercer.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Linear;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which points are on a lattice, and that products on it are the inner products themselves. */
class LatticeTest {

  private static final int COLUMNS = 130;

  private static double[] points(int count, IntToDoubleFunction value) {
    double[] points = new double[count * COLUMNS];
    Arrays.setAll(points, value);
    return points;
  }

  private static double[] whole(int count, int most, double unit, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return points(count, k -> random.nextInt(-most, most + 1) * unit);
  }

  private static Lattice lattice(double[] points) {
    return Lattice.of(points, points.length / COLUMNS, COLUMNS, Backend.instance());
  }

  @Test
  void pixelsCountsAndFlagsAreOnOne() {
    assertThat(lattice(points(20, k -> k % 256)))
        .hasToString("multiples of 1.0, 130 columns at a time");
    assertThat(lattice(points(20, k -> (k % 256) / 255.0)).squaredUnit())
        .isEqualTo(1 / 255.0 / 255.0);
    assertThat(lattice(points(20, k -> k % 2))).isNotNull();
    assertThat(lattice(points(20, k -> 0.25 * (k % 9 - 4))).squaredUnit()).isEqualTo(0.0625);
    assertThat(lattice(points(20, k -> 1e9 * (k % 3))).squaredUnit()).isEqualTo(1e18);
  }

  @Test
  void otherPointsAreOnNone() {
    SplittableRandom random = new SplittableRandom(1);
    assertThat(lattice(points(20, k -> random.nextGaussian()))).isNull();
    assertThat(lattice(points(20, k -> 0))).isNull();
    assertThat(lattice(points(20, k -> k == 77 ? 1 + 1e-12 : 1))).isNull();
    // As floats, pixels of 0 to 1 are not multiples to the last digit of a double.
    assertThat(lattice(points(20, k -> (float) ((k % 256) / 255.0)))).isNull();
    for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e300, 1e-320}) {
      assertThat(lattice(points(20, k -> k == 5 ? odd : k % 7))).as("%s", odd).isNull();
    }
    assertThat(Lattice.of(new double[] {1, 2}, 1, 2, Backend.instance()))
        .as("few columns")
        .isNull();
    assertThat(Lattice.of(new double[0], 0, COLUMNS, Backend.instance())).as("no points").isNull();
  }

  /** 130 columns of 359 have a squared norm above 2^24 / 1.2, 65 of them have not. */
  @Test
  void longPointsAreTakenInPieces() {
    assertThat(lattice(points(5, k -> k % 2 == 0 ? 359 : 358)).piece()).isEqualTo(65);
    assertThat(lattice(points(5, k -> k % 2 == 0 ? 3590 : 3589))).isNull();
  }

  /** Numbers to the very edge of what floats hold: each product is compared without tolerance. */
  @ParameterizedTest
  @CsvSource({"1, 1", "255, 1", "293, 1", "350, 1", "415, 0.5", "255, 1024"})
  void productsHaveNoRounding(int most, double unit) {
    double[] x = whole(37, most, unit, 1);
    double[] y = whole(29, most, unit, 2);
    for (Simd simd : new Simd[] {Backend.instance().simd(), Backend.instance().simdFor(0)}) {
      double[] products = evaluate("linear", x, y, simd, true);
      for (int i = 0; i < 37; i++) {
        for (int j = 0; j < 29; j++) {
          double sum = 0; // of whole multiples of a power of two: exact
          for (int c = 0; c < COLUMNS; c++) {
            sum += x[i * COLUMNS + c] * y[j * COLUMNS + c];
          }
          assertThat(products[i * 29 + j]).isEqualTo(sum);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(sigma=30)",
        "laplacian(sigma=30)",
        "laplacian-l1(sigma=300)",
        "polynomial(scale=0.001,offset=1,degree=3)",
        "linear",
        "cosine",
        "0.5*gaussian(sigma=20)+0.001*linear",
        "gaussian(sigma=40)*polynomial(scale=0.001,degree=2)",
        "laplacian-l1(sigma=300)+gaussian(sigma=30)"
      })
  void kernelsEqualThoseOfTheDefinition(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    double[] x = whole(41, 9, 1 / 3.0, 3);
    double[] y = whole(23, 9, 1 / 3.0, 4);
    System.arraycopy(x, 0, y, 0, 2 * COLUMNS); // two points of both
    double[] found = evaluate(spec, x, y, Backend.instance().simd(), true);
    for (int i = 0; i < 41; i++) {
      for (int j = 0; j < 23; j++) {
        double value = kernel.value(row(x, i), row(y, j));
        assertThat(found[i * 23 + j])
            .as("%s (%d, %d)", spec, i, j)
            .isCloseTo(
                value, org.assertj.core.data.Offset.offset(1e-13 * Math.max(1, Math.abs(value))));
      }
    }
  }

  /**
   * A point far longer than those the lattice was made from: exact as long as its partners are
   * short.
   */
  @ParameterizedTest
  @ValueSource(ints = {5000, 300_000, 482_000, 5_000_000, 16_777_217})
  void aLongPointBesideShortOnes(int length) {
    double[] x = whole(9, 3, 1, 5);
    double[] y = whole(7, 3, 1, 6);
    x[4 * COLUMNS + 100] = length;
    KernelBlock block =
        new KernelBlock(
            new Linear(),
            COLUMNS,
            null,
            lattice(y),
            n -> Backend.instance().simd(),
            Backend.instance().blas());
    PointBlock left = view(block, x);
    PointBlock right = view(block, y);
    boolean exact = Math.sqrt(right.longest) * length < 1 << 24;
    assertThat(Lattice.exact(left.longest, right.longest)).isEqualTo(exact);
    double[] out = new double[9 * 7];
    block.evaluate(left, right, out, 0, 7, false, block.scratch(9, 7));
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < 7; j++) {
        double sum = 0;
        for (int c = 0; c < COLUMNS; c++) {
          sum += x[i * COLUMNS + c] * y[j * COLUMNS + c];
        }
        assertThat(out[i * 7 + j]).isEqualTo(sum);
      }
    }
  }

  /** A block with one point off the lattice, or too long, is worked on as it is. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1e-9, 5e6, 1e200})
  void pointsOffTheLattice(double odd) {
    double[] x = whole(9, 3, 1, 5);
    double[] y = whole(7, 3, 1, 6);
    x[4 * COLUMNS + 100] = odd;
    Lattice lattice = lattice(y);
    KernelBlock block =
        new KernelBlock(
            new Linear(),
            COLUMNS,
            null,
            lattice,
            n -> Backend.instance().simd(),
            Backend.instance().blas());
    PointBlock left = view(block, x);
    assertThat(Lattice.exact(left.longest, view(block, y).longest)).isFalse();
    assertThat(Lattice.exact(view(block, y).longest, view(block, y).longest)).isTrue();
    double[] plain = evaluate("linear", x, y, Backend.instance().simd(), false);
    double[] out = new double[9 * 7];
    block.evaluate(left, view(block, y), out, 0, 7, false, block.scratch(9, 7));
    assertThat(out).isEqualTo(plain);
  }

  private static double[] row(double[] points, int row) {
    return Arrays.copyOfRange(points, row * COLUMNS, (row + 1) * COLUMNS);
  }

  private static double[] evaluate(
      String spec, double[] x, double[] y, Simd simd, boolean onLattice) {
    Lattice lattice = onLattice ? lattice(y) : null;
    KernelBlock block =
        new KernelBlock(
            KernelSpec.kernel(spec),
            COLUMNS,
            null,
            lattice,
            values -> simd,
            Backend.instance().blas());
    PointBlock left = view(block, x);
    PointBlock right = view(block, y);
    assertThat(lattice != null && Lattice.exact(left.longest, right.longest))
        .isEqualTo(onLattice && KernelTree.innerProductLeaves(KernelForm.of(block.kernel())) > 0);
    double[] out = new double[left.count * right.count];
    Arrays.fill(out, 7);
    block.evaluate(left, right, out, 0, right.count, false, block.scratch(left.count, right.count));
    return out;
  }

  private static PointBlock view(KernelBlock block, double[] points) {
    PointBlock view = new PointBlock();
    view.count = points.length / COLUMNS;
    view.values = points;
    view.squaredNorms = new double[view.count];
    block.norms(view.count, points, 0, view.squaredNorms, null, 0);
    block.loaded(view);
    return view;
  }
}
