package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Weights are repetitions, weight zero is absence, the order of rows does not matter. */
class SamplePropertiesTest {

  private static final int RANK = 3;

  /** Kernels under which few components hold gaps well above rounding. */
  @Provide
  Arbitrary<String> kernels() {
    return Arbitraries.of(
        "gaussian(sigma=2)", "linear", "polynomial(degree=2)", "laplacian(sigma=2)", "cosine");
  }

  @Property(tries = 40)
  void aWholeWeightIsTheRowSoManyTimes(
      @ForAll("kernels") String spec,
      @ForAll @IntRange(min = 6, max = 90) int n,
      @ForAll boolean center,
      @ForAll @IntRange(max = 1000) int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = Definition.points(n, 4, seed);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i < 5 ? 1 : random.nextInt(4));
    List<double[]> repeated = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < weights[i]; k++) {
        repeated.add(points[i]);
      }
    }
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(RANK).center(center);
    KernelPcaModel weighted = pca.fit(Definition.rows(points), weights);
    KernelPcaModel longer = pca.fit(Definition.rows(repeated.toArray(double[][]::new)));
    assertSameComponents(weighted, longer, Definition.points(7, 4, seed + 1));
  }

  @Property(tries = 20)
  void theOrderOfRowsOnlyOrdersTheCoefficients(
      @ForAll("kernels") String spec,
      @ForAll @IntRange(min = 6, max = 90) int n,
      @ForAll @IntRange(max = 1000) int seed) {
    double[][] points = Definition.points(n, 4, seed);
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int old = order[i];
      order[i] = order[j];
      order[j] = old;
    }
    double[][] shuffled = new double[n][];
    Arrays.setAll(shuffled, i -> points[order[i]]);
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(RANK);
    KernelPcaModel model = pca.fit(Definition.rows(points));
    KernelPcaModel other = pca.fit(Definition.rows(shuffled));
    double[] tolerance = assertSameComponents(model, other, Definition.points(7, 4, seed + 1));
    for (int c = 0; c < model.rank(); c++) {
      double sign = 0;
      for (int i = 0; i < n; i++) {
        sign += model.coefficients().get(order[i], c) * other.coefficients().get(i, c);
      }
      for (int i = 0; i < n; i++) {
        double expected = Math.signum(sign) * model.coefficients().get(order[i], c);
        Definition.requireClose(
            other.coefficients().get(i, c), expected, tolerance[c], "row %d, component %d", i, c);
      }
    }
  }

  /**
   * Eigenvalues, and scores of unseen rows up to sign, component by component where gaps allow.
   *
   * @return for each component how far a coefficient may be off
   */
  private static double[] assertSameComponents(
      KernelPcaModel a, KernelPcaModel b, double[][] unseen) {
    assertThat(a.rank()).isEqualTo(b.rank());
    double largest = a.eigenvalues()[0];
    double rounding = 64 * a.coefficients().rows() * Math.ulp(1.0) * sizeOf(a);
    Rows rows = Definition.rows(unseen);
    Matrix first = a.transform(rows);
    Matrix second = b.transform(rows);
    double[] tolerance = new double[a.rank()];
    for (int c = 0; c < a.rank(); c++) {
      double value = a.eigenvalues()[c];
      assertThat(b.eigenvalues()[c]).isCloseTo(value, within(rounding + 1e-12 * largest));
      double above = c == 0 ? largest : a.eigenvalues()[c - 1] - value;
      // The gap to the next one below is not known for the last component: skipped below.
      double below = c + 1 < a.rank() ? value - a.eigenvalues()[c + 1] : 0;
      double gap = Math.min(above, below);
      tolerance[c] = gap <= 0 ? Double.MAX_VALUE : rounding / gap / Math.sqrt(value);
      double sign = 0;
      for (int i = 0; i < unseen.length; i++) {
        sign += first.get(i, c) * second.get(i, c);
      }
      double score = tolerance[c] * a.coefficients().rows() * kernelSize(a, unseen);
      for (int i = 0; i < unseen.length; i++) {
        double expected = Math.signum(sign) * first.get(i, c);
        Definition.requireClose(second.get(i, c), expected, score, "row %d, score %d", i, c);
      }
    }
    return tolerance;
  }

  /** The size of the uncentred problem, which its rounding follows. */
  private static double sizeOf(KernelPcaModel model) {
    double sum = 0;
    double[] x = new double[model.columns()];
    for (int i = 0; i < model.points().count(); i++) {
      model.points().copy(i, 1, x, 0);
      sum += 4 * model.kernel().value(x, x);
    }
    return sum;
  }

  private static double kernelSize(KernelPcaModel model, double[][] unseen) {
    Kernel kernel = model.kernel();
    double largest = 1;
    double[] x = new double[model.columns()];
    for (int i = 0; i < model.points().count(); i++) {
      model.points().copy(i, 1, x, 0);
      for (double[] y : unseen) {
        largest = Math.max(largest, Math.abs(kernel.value(x, y)));
      }
    }
    return largest;
  }
}
