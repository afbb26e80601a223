package dev.mercer.internal.fastsum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Gaussian sums by products of line expansions and over a grid: their bounds, attacked. */
class GaussianSumsTest {

  private static final int SUMS = 1000;

  /** Every scheme that takes the points at this error. */
  private static List<KernelSum> sums(
      Matrix targets, Matrix sources, Gaussian kernel, double error, Workers workers) {
    List<KernelSum> result = new ArrayList<>();
    for (Axes axes : new Axes[] {Axes.given(targets, sources), principal(targets, sources)}) {
      ProductFeatures features =
          axes == null
              ? null
              : ProductFeatures.of(axes, kernel, error, SUMS, Backend.instance().blas());
      // A block of many terms is slow to check entry by entry, and no different from one of few.
      if (features != null && features.terms() <= 3000) {
        result.add(new FeatureSum(features, targets, sources, workers));
      }
    }
    GridLayout layout =
        GridLayout.of(Axes.given(targets, sources), kernel, error, sources.rows(), SUMS);
    if (layout != null && layout.nodeCount() <= 1 << 20 && layout.patchNodes() <= 1 << 15) {
      result.add(new GridSum(layout, targets, sources, workers));
    }
    return result;
  }

  @Property(tries = 100)
  void noKernelValueIsOffByMoreThanTheBound(
      @ForAll Cloud cloud,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 1, max = 130) int n,
      @ForAll @IntRange(min = -8, max = 12) int width,
      @ForAll @IntRange(min = 3, max = 12) int digits,
      @ForAll boolean same,
      @ForAll long seed) {
    Gaussian kernel = Gaussian.sigma(Math.pow(2, width / 2.0));
    double error = Math.pow(10, -digits);
    Matrix sources = cloud.points(n, d, seed);
    Matrix targets = same ? sources : cloud.points((n + 3) / 2, d, seed + 1);
    try (Workers workers = Workers.of(2)) {
      for (KernelSum sum : sums(targets, sources, kernel, error, workers)) {
        assertThat(sum.errorBound()).isLessThanOrEqualTo(error);
        assertThat(Sums.largestError(sum, kernel, targets, sources))
            .as("%s of %s", sum.scheme(), kernel.spec())
            .isLessThanOrEqualTo(sum.errorBound());
        Sums.requireProduct(sum, kernel, targets, sources);
      }
    }
  }

  @Test
  void bothSchemesServeThePlane() {
    Matrix points = Cloud.UNIFORM.points(800, 2, 3);
    try (Workers workers = Workers.of(2)) {
      for (double error : new double[] {1e-4, 1e-9, 1e-12}) {
        List<KernelSum> sums = sums(points, points, Gaussian.sigma(0.2), error, workers);
        assertThat(sums).extracting(KernelSum::scheme).contains("product", "grid");
        for (KernelSum sum : sums) {
          double worst = Sums.largestError(sum, Gaussian.sigma(0.2), points, points);
          assertThat(worst).isLessThanOrEqualTo(sum.errorBound());
          // A bound far above the error would buy nothing with its terms.
          assertThat(worst).isGreaterThan(sum.errorBound() / 1000);
        }
      }
    }
  }

  @Test
  void theBitsDoNotDependOnTheThreads() {
    Matrix points = Cloud.UNIFORM.points(3000, 2, 4);
    Matrix targets = Cloud.UNIFORM.points(700, 2, 5);
    List<double[]> results = new ArrayList<>();
    for (int threads = 1; threads <= 2; threads++) {
      try (Workers workers = Workers.of(threads)) {
        for (KernelSum sum : sums(targets, points, Gaussian.sigma(0.1), 1e-8, workers)) {
          double[] vectors = new double[points.rows() * 2];
          for (int k = 0; k < vectors.length; k++) {
            vectors[k] = Math.sin(k);
          }
          double[] result = new double[targets.rows() * 2];
          sum.multiply(2, vectors, result);
          results.add(result);
        }
      }
    }
    int schemes = results.size() / 2;
    assertThat(schemes).isGreaterThanOrEqualTo(2);
    for (int s = 0; s < schemes; s++) {
      assertThat(results.get(s)).containsExactly(results.get(s + schemes));
    }
  }

  @Test
  void pointsOnALineInSpaceCostOneAxis() {
    Matrix line = Cloud.ON_A_LINE.points(400, 6, 1);
    Gaussian kernel = Gaussian.sigma(2);
    ProductFeatures turned =
        ProductFeatures.of(principal(line), kernel, 1e-9, SUMS, Backend.instance().blas());
    ProductFeatures given =
        ProductFeatures.of(Axes.given(line), kernel, 1e-9, SUMS, Backend.instance().blas());
    assertThat(turned.terms()).isLessThan(30);
    assertThat(given == null || given.terms() > 10 * turned.terms()).isTrue();
    try (Workers workers = Workers.of(1)) {
      FeatureSum sum = new FeatureSum(turned, line, line, workers);
      assertThat(Sums.largestError(sum, kernel, line, line)).isLessThanOrEqualTo(sum.errorBound());
    }
  }

  @Test
  void anErrorBelowRoundingIsNotPromised() {
    Matrix points = Cloud.UNIFORM.points(50, 2, 1);
    assertThat(
            ProductFeatures.of(
                Axes.given(points), Gaussian.sigma(1), 1e-16, SUMS, Backend.instance().blas()))
        .isNull();
    assertThat(GridLayout.of(Axes.given(points), Gaussian.sigma(1), 1e-16, 50, SUMS)).isNull();
  }

  private static Axes principal(Matrix... points) {
    return Axes.principal(Backend.instance().blas(), Axes.given(points), points);
  }
}
