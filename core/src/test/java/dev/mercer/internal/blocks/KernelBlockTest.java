package dev.mercer.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Block evaluation against the definition, for every kernel, both precisions, with a shift or not.
 */
class KernelBlockTest {

  private static final String[] SPECS = {
    "gaussian(sigma=1.5)",
    "laplacian(sigma=2)",
    "laplacian-l1(sigma=3)",
    "polynomial(scale=0.5,offset=1,degree=3)",
    "linear",
    "tanh(scale=0.1,offset=0.2)",
    "epanechnikov(radius=4)",
    "matern(nu=0.5,length=2)",
    "matern(nu=1.5,length=2)",
    "matern(nu=2.5,length=2)",
    "rational-quadratic(alpha=0.7,length=2)",
    "cauchy(sigma=2)",
    "cosine",
    "0.5*gaussian(sigma=2)+linear",
    "gaussian(sigma=1)*polynomial(degree=2)",
    "0.25*(cosine+laplacian(sigma=2))*(gaussian(sigma=3)+0.5*laplacian-l1(sigma=4))+linear*linear",
  };

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 130})
  void blocksEqualTheDefinition(int columns) {
    for (String spec : SPECS) {
      check(KernelSpec.kernel(spec), columns, 70, 33, 0, false);
      check(KernelSpec.kernel(spec), columns, 1, 1, 0, false);
      if (KernelTree.usesDistances(
          KernelForm.of(KernelSpec.kernel(spec)))) { // only then are points shifted
        check(KernelSpec.kernel(spec), columns, 70, 33, 0, true);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1e3", "1e6", "1e8"})
  void distancesKeepTheirDigitsFarFromTheOrigin(double distance) {
    for (String spec : SPECS) {
      if (KernelTree.usesDistances(KernelForm.of(KernelSpec.kernel(spec)))
          && !spec.contains("linear")) {
        check(KernelSpec.kernel(spec), 5, 20, 17, distance, true);
        // Without the shift the cancelled distances are computed again from the differences.
        check(KernelSpec.kernel(spec), 5, 20, 17, distance, false);
      }
    }
  }

  /**
   * Plain loops give way to vector loops while a process runs; L1 kernels sum, and choose by size.
   */
  @Test
  void noBitTellsPlainFromVectorLoops() {
    Backend backend = Backend.of("auto", "auto"); // has mapped nothing yet
    Simd early = backend.maps().next(1);
    for (String spec : SPECS) {
      Kernel kernel = KernelSpec.kernel(spec);
      if (KernelTree.usesAbsoluteDifferences(KernelForm.of(kernel))) {
        assertThat(
                KernelBlock.mapsFor(kernel, 1, Backend.instance()).next(Long.MAX_VALUE / 2).name())
            .isEqualTo(Backend.instance().simdFor(1).name());
        continue;
      }
      // Near duplicates far from the origin cancel, distant points leave nothing.
      for (double distance : new double[] {0, 1e3, 1e8}) {
        double[] x = random(37, 5, distance, 1);
        double[] y = random(41, 5, distance, 2);
        System.arraycopy(x, 0, y, 0, 9 * 5);
        y[9 * 5] = 1e4;
        assertThat(evaluate(kernel, 5, x, y, false, early, true))
            .as(spec)
            .isEqualTo(evaluate(kernel, 5, x, y, false, backend.simd(), true));
        assertThat(evaluateSingle(kernel, 5, x, y, false, early, true))
            .as(spec)
            .isEqualTo(evaluateSingle(kernel, 5, x, y, false, backend.simd(), true));
      }
    }
  }

  @Test
  void whatABufferHeldBeforeDoesNotMatter() {
    for (String spec : SPECS) {
      Kernel kernel = KernelSpec.kernel(spec);
      double[] x = random(35, 6, 0, 1);
      double[] y = random(34, 6, 0, 2);
      Simd simd = Backend.instance().simd();
      assertThat(evaluate(kernel, 6, x, y, false, simd, false))
          .as(spec)
          .isEqualTo(evaluate(kernel, 6, x, y, false, simd, true));
      assertThat(evaluateSingle(kernel, 6, x, y, false, simd, false))
          .as(spec)
          .isEqualTo(evaluateSingle(kernel, 6, x, y, false, simd, true));
    }
  }

  /**
   * Squared norms that overflow: far from each other is 0, and what is not known is not a number.
   */
  @Test
  void overflowDoesNotLookLikeEquality() {
    double[] x = {1e200, 0, 1, 2};
    double[] y = {-1e200, 0, 1, 2, 1e200, 0};
    double[] block = evaluate(KernelSpec.kernel("gaussian(sigma=1)"), 2, x, y, false);
    assertThat(block[0]).isZero(); // -inf + inf + inf: its terms have the same sign
    assertThat(block[1]).isZero();
    assertThat(block[2]).isNaN();
    assertThat(block[3]).isZero();
    assertThat(block[4]).isEqualTo(1);
    assertThat(block[5]).isZero();
  }

  /** A cosine is that of the directions: rows may be as short or as long as double has numbers. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cosinesOfRowsOfAnyLength(boolean shifted) {
    Kernel kernel = KernelSpec.kernel("cosine");
    double[] x = random(6, 3, 0, 1);
    double[] expected = evaluate(kernel, 3, x, x, false);
    double[] scales = {1e-160, 1e-300, 1e160, 1e300, 1, 1e-100};
    double[] scaled = x.clone();
    double[] all = x.clone();
    for (int k = 0; k < x.length; k++) {
      scaled[k] *= scales[k / 3];
      all[k] *= 1e-160;
    }
    double tolerance = 16 * Math.ulp(1.0);
    double[] mixed = evaluate(kernel, 3, scaled, scaled, false);
    double[] tiny = evaluate(kernel, 3, all, all, shifted);
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        assertThat(mixed[i * 6 + j]).isCloseTo(expected[i * 6 + j], within(tolerance));
        assertThat(tiny[i * 6 + j]).isCloseTo(expected[i * 6 + j], within(tolerance));
        assertThat(kernel.value(row(scaled, i, 3), row(scaled, j, 3)))
            .isCloseTo(expected[i * 6 + j], within(tolerance));
      }
      assertThat(kernel.diagonal(row(scaled, i, 3))).isEqualTo(1);
    }
    // Single precision ends sooner.
    for (double scale : new double[] {1e-30, 1e30}) {
      double[] small = Arrays.stream(x).map(value -> scale * value).toArray();
      float[] single = evaluateSingle(kernel, 3, small, small, false);
      for (int k = 0; k < 36; k++) {
        assertThat((double) single[k]).isCloseTo(expected[k], within(16 * Math.ulp(1f)));
      }
    }
  }

  /** Where rows are moved to their mean, those near the origin keep their directions. */
  @Test
  void cosinesOfRowsNearTheOriginAmongDistantOnes() {
    double[] x = random(8, 3, 1e4, 1);
    Arrays.fill(x, 0, 3, 0);
    System.arraycopy(random(2, 3, 0, 2), 0, x, 3, 6);
    Kernel kernel = KernelSpec.kernel("cosine");
    double[] expected = evaluate(kernel, 3, x, x, false);
    double[] shifted = evaluate(kernel, 3, x, x, true);
    // A shifted inner product is good to eps of the product of the distances from the mean.
    double tolerance = 64 * Math.ulp(1.0) / Simd.CANCELLATION;
    for (int k = 0; k < 64; k++) {
      assertThat(shifted[k]).isCloseTo(expected[k], within(tolerance));
    }
    assertThat(shifted[0]).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void equalPointsHaveDistanceZero(boolean shifted) {
    equalPointsHaveDistanceZero("laplacian(sigma=0.001)", shifted);
    equalPointsHaveDistanceZero("gaussian(sigma=0.001)", shifted);
  }

  private static void equalPointsHaveDistanceZero(String spec, boolean shifted) {
    Kernel kernel = KernelSpec.kernel(spec);
    double[] points = random(40, 6, 1e5, 3);
    System.arraycopy(points, 0, points, 6 * 20, 6 * 20); // each point twice
    double[] block = evaluate(kernel, 6, points, points, shifted);
    for (int i = 0; i < 40; i++) {
      assertThat(block[i * 40 + i]).isEqualTo(1);
      assertThat(block[i * 40 + (i + 20) % 40]).isEqualTo(1);
    }
  }

  private static void check(Kernel kernel, int d, int m, int n, double distance, boolean shifted) {
    double[] x = random(m, d, distance, 1);
    double[] y = random(n, d, distance, 2);
    double[] block = evaluate(kernel, d, x, y, shifted);
    float[] single = evaluateSingle(kernel, d, x, y, shifted);
    double size = 0;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        size = Math.max(size, Math.abs(kernel.value(row(x, i, d), row(y, j, d))));
      }
    }
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double value = kernel.value(row(x, i, d), row(y, j, d));
        // A dot product of d terms is off by d eps |x||y|, a recomputed distance by rounding of the
        // coordinates themselves; maps here have derivatives of a few.
        double error = (d + 20) * 2.3e-16 * (20 * size + distance);
        assertThat(block[i * n + j])
            .as("%s, d %d, row %d, column %d", kernel.spec(), d, i, j)
            .isCloseTo(value, within(Math.max(error, 1e-10 * size)));
        if (distance == 0) {
          assertThat((double) single[i * n + j])
              .as("%s in float, d %d, row %d, column %d", kernel.spec(), d, i, j)
              .isCloseTo(value, within((d + 20) * 1.2e-7 * 20 * Math.max(1, size)));
        }
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> within(double tolerance) {
    return org.assertj.core.data.Offset.offset(tolerance);
  }

  private static double[] evaluate(Kernel kernel, int d, double[] x, double[] y, boolean shifted) {
    return evaluate(kernel, d, x, y, shifted, Backend.instance().simd(), true);
  }

  private static double[] evaluate(
      Kernel kernel, int d, double[] x, double[] y, boolean shifted, Simd simd, boolean zeros) {
    double[] shift = shifted ? mean(x, d) : null;
    KernelBlock block =
        new KernelBlock(kernel, d, shift, values -> simd, Backend.instance().blas());
    PointBlock left = block(block, d, x, shift);
    PointBlock right = block(block, d, y, shift);
    double[] out = new double[left.count * right.count];
    Arrays.fill(out, zeros ? 0 : 7);
    block.evaluate(left, right, out, 0, right.count, zeros, block.scratch(left.count, right.count));
    return out;
  }

  private static PointBlock block(KernelBlock block, int d, double[] points, double[] shift) {
    PointBlock view = new PointBlock();
    view.count = points.length / d;
    view.values = new double[points.length + 3];
    view.offset = 3;
    for (int k = 0; k < points.length; k++) {
      view.values[3 + k] = points[k] - (shift == null ? 0 : shift[k % d]);
    }
    view.normsOffset = 2;
    view.squaredNorms = new double[view.count + 2];
    view.shiftProducts = shift == null ? null : new double[view.count + 2];
    block.norms(view.count, view.values, 3, view.squaredNorms, view.shiftProducts, 2);
    return view;
  }

  private static float[] evaluateSingle(
      Kernel kernel, int d, double[] x, double[] y, boolean shifted) {
    return evaluateSingle(kernel, d, x, y, shifted, Backend.instance().simd(), true);
  }

  private static float[] evaluateSingle(
      Kernel kernel, int d, double[] x, double[] y, boolean shifted, Simd simd, boolean zeros) {
    double[] shift = shifted ? mean(x, d) : null;
    FloatKernelBlock block =
        new FloatKernelBlock(kernel, d, shift, values -> simd, Backend.instance().blas());
    FloatPointBlock left = block(block, d, x, shift);
    FloatPointBlock right = block(block, d, y, shift);
    float[] out = new float[left.count * right.count];
    Arrays.fill(out, zeros ? 0 : 7);
    block.evaluate(left, right, out, 0, right.count, zeros, block.scratch(left.count, right.count));
    return out;
  }

  private static FloatPointBlock block(
      FloatKernelBlock block, int d, double[] points, double[] shift) {
    FloatPointBlock view = new FloatPointBlock();
    view.count = points.length / d;
    view.values = new float[points.length];
    for (int k = 0; k < points.length; k++) {
      view.values[k] = (float) (points[k] - (shift == null ? 0 : shift[k % d]));
    }
    view.squaredNorms = new float[view.count];
    view.shiftProducts = shift == null ? null : new float[view.count];
    block.norms(view.count, view.values, 0, view.squaredNorms, view.shiftProducts, 0);
    return view;
  }

  private static double[] mean(double[] x, int d) {
    double[] mean = new double[d];
    for (int k = 0; k < x.length; k++) {
      mean[k % d] += x[k] / (x.length / d);
    }
    return mean;
  }

  private static double[] row(double[] points, int i, int d) {
    return java.util.Arrays.copyOfRange(points, i * d, (i + 1) * d);
  }

  private static double[] random(int n, int d, double distance, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] result = new double[n * d];
    for (int k = 0; k < result.length; k++) {
      result[k] = distance + 2 * random.nextDouble() / Math.sqrt(d) * 2 - 1;
    }
    return result;
  }
}
