package dev.mercer.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelTest {

  private static final int LONGEST = 33;

  static Stream<Kernel> pairKernels() {
    return Stream.of(
        Gaussian.sigma(1.7),
        Gaussian.gamma(0.3),
        new Laplacian(1.3),
        new LaplacianL1(2.1),
        new Polynomial(0.5, 1, 2),
        new Polynomial(1, 0, 1),
        new Polynomial(0.1, 2, 5),
        new Linear(),
        new Tanh(0.4, -0.2),
        new Epanechnikov(2.5),
        new Matern(0.5, 1.2),
        new Matern(1.5, 1.2),
        new Matern(2.5, 1.2),
        new RationalQuadratic(1, 1.4),
        new RationalQuadratic(3, 1.4),
        new RationalQuadratic(0.7, 1.4),
        new RationalQuadratic(100, 1.4),
        new Cauchy(1.1),
        new Cosine());
  }

  static Stream<Kernel> kernels() {
    return Stream.concat(
        pairKernels(),
        Stream.of(
            new SumKernel(List.of(Gaussian.sigma(2), new Linear())),
            new ProductKernel(List.of(Gaussian.sigma(1), new Polynomial(1, 1, 2))),
            new ScaledKernel(0.25, new SumKernel(List.of(new Matern(1.5, 1), new Cosine()))),
            new SumKernel(List.of(new Tanh(1, 0), new Linear()))));
  }

  @ParameterizedTest
  @MethodSource("pairKernels")
  void mapInDoubleIsTheDefinition(Kernel kernel) {
    PairForm form = pairs(kernel);
    for (Simd simd : simds()) {
      Random random = new Random(1);
      for (int length = 0; length <= LONGEST; length++) {
        int offset = length % 4;
        double[] v = new double[offset + length + 3];
        double[] pairs = new double[v.length];
        double[] expected = new double[v.length];
        for (int j = 0; j < v.length; j++) {
          double[] x = point(random);
          double[] y = j % 5 == 0 ? x : point(random); // distance 0 exactly
          pairs[j] = form.pairing().of(x, y);
          v[j] = pairs[j];
          expected[j] = kernel.value(x, y);
        }
        form.map(simd, v, offset, length);
        for (int j = 0; j < v.length; j++) {
          if (j < offset || j >= offset + length) {
            assertThat(v[j]).as("untouched").isEqualTo(pairs[j]);
          } else {
            double tolerance = tolerance(form, pairs[j], 0x1p-52) + Double.MIN_NORMAL;
            assertThat(v[j]).isEqualTo(expected[j], within(tolerance));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pairKernels")
  void mapInFloatIsTheDefinition(Kernel kernel) {
    PairForm form = pairs(kernel);
    for (Simd simd : simds()) {
      Random random = new Random(2);
      for (int length = 0; length <= LONGEST; length++) {
        int offset = length % 4;
        float[] v = new float[offset + length + 3];
        float[] pairs = new float[v.length];
        for (int j = 0; j < v.length; j++) {
          double[] x = point(random);
          double[] y = j % 5 == 0 ? x : point(random);
          pairs[j] = (float) form.pairing().of(x, y);
          v[j] = pairs[j];
        }
        form.map(simd, v, offset, length);
        for (int j = 0; j < v.length; j++) {
          if (j < offset || j >= offset + length) {
            assertThat(v[j]).as("untouched").isEqualTo(pairs[j]);
          } else {
            // The double map, held to the definition above, at the pair value that was rounded.
            double tolerance = tolerance(form, pairs[j], 0x1p-23) + Float.MIN_NORMAL;
            assertThat((double) v[j]).isEqualTo(mapped(form, pairs[j]), within(tolerance));
          }
        }
      }
    }
  }

  /**
   * A few roundings of the pair value, of its multiple and of the result: how far the kernel moves
   * when the pair value moves by 16 eps of its size, and 16 eps of the kernel value.
   */
  private static double tolerance(PairForm kernel, double pair, double eps) {
    double here = mapped(kernel, pair);
    double moved =
        Math.max(
            Math.abs(mapped(kernel, pair * (1 + 16 * eps)) - here),
            Math.abs(mapped(kernel, pair * (1 - 16 * eps)) - here));
    return moved + 16 * eps * Math.max(Math.abs(here), 1e-3);
  }

  private static double mapped(PairForm kernel, double pair) {
    double[] v = {pair};
    kernel.map(Backend.of("java", "scalar").simd(), v, 0, 1);
    return v[0];
  }

  @Test
  void valuesByHand() {
    double[] x = {1, 2};
    double[] y = {4, -2}; // x.y = 0, |x-y|^2 = 25, |x-y|_1 = 7
    double[] z = {2, 1}; // x.z = 4, |x-z|^2 = 2
    check(Gaussian.sigma(5), x, y, 0.6065306597126334); // exp(-1/2)
    check(Gaussian.gamma(0.04), x, y, 0.36787944117144233); // exp(-1)
    check(new Laplacian(2.5), x, y, 0.1353352832366127); // exp(-2)
    check(new LaplacianL1(7), x, y, 0.36787944117144233);
    check(new Polynomial(1, 1, 2), x, z, 25);
    check(new Polynomial(0.5, 3, 3), x, z, 125);
    check(new Polynomial(1, 0, 1), x, z, 4);
    check(new Linear(), x, z, 4);
    check(new Tanh(0.5, -1), x, z, 0.7615941559557649); // tanh(1)
    check(new Tanh(1, 0), x, y, 0);
    check(new Epanechnikov(10), x, y, 0.75);
    check(new Epanechnikov(5), x, y, 0);
    check(new Epanechnikov(1), x, y, 0);
    check(new Cauchy(5), x, y, 0.5);
    check(new RationalQuadratic(2, 5), x, y, 0.64); // (1 + 1/4)^-2
    check(new RationalQuadratic(0.5, 5), x, y, 0.7071067811865476); // (1 + 1)^-1/2
    check(new Cosine(), x, z, 0.8); // 4 / (sqrt 5 sqrt 5)
    check(new Cosine(), x, new double[2], 0);
    check(new Cosine(), new double[2], new double[2], 0);
  }

  /** Rasmussen and Williams (4.17), at r = length = 5, with e^-1, e^-sqrt3, e^-sqrt5 by hand. */
  @Test
  void maternOfRasmussenAndWilliams() {
    double[] x = {1, 2};
    double[] y = {4, -2};
    check(new Matern(0.5, 5), x, y, 0.36787944117144233);
    check(new Matern(1.5, 5), x, y, (1 + 1.7320508075688772) * 0.17692120631776423);
    check(new Matern(2.5, 5), x, y, (1 + 2.23606797749979 + 5.0 / 3) * 0.10687792566038573);
    check(new Matern(1.5, 1e-140), x, y, 0);
    check(new Matern(2.5, 1e-150), x, y, 0);
  }

  private static void check(Kernel kernel, double[] x, double[] y, double expected) {
    assertThat(kernel.value(x, y))
        .as(kernel.spec())
        .isEqualTo(expected, within(8 * 0x1p-52 * Math.abs(expected)));
    assertThat(kernel.value(y, x)).isEqualTo(kernel.value(x, y));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theDiagonalIsTheValueOfAPointWithItself(Kernel kernel) {
    Random random = new Random(3);
    for (int i = 0; i < 20; i++) {
      double[] x = i == 0 ? new double[3] : point(random);
      double value = kernel.value(x, x);
      assertThat(kernel.diagonal(x)).isEqualTo(value, within(8 * 0x1p-52 * Math.abs(value)));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void positiveSemidefiniteKernelsHaveNoNegativeEigenvalue(Kernel kernel) {
    Random random = new Random(4);
    for (int dimension = 1; dimension <= 4; dimension++) {
      double[][] points = new double[40][];
      for (int i = 0; i < points.length; i++) {
        points[i] = random.doubles(dimension, -3, 3).toArray();
      }
      double[] eigenvalues = eigenvalues(kernel, points);
      if (kernel.positiveSemidefinite()) {
        assertThat(eigenvalues[0])
            .isGreaterThanOrEqualTo(-1e-10 * eigenvalues[eigenvalues.length - 1]);
      }
    }
  }

  @Test
  void indefiniteKernelsShowNegativeEigenvalues() {
    double[][] line = new double[60][];
    for (int i = 0; i < line.length; i++) {
      line[i] = new double[] {0.1 * i};
    }
    double[] epanechnikov = eigenvalues(new Epanechnikov(1), line);
    assertThat(epanechnikov[0]).isLessThan(-1e-3 * epanechnikov[59]);
    // k(x,x) = tanh(-1) < 0 at the origin is enough.
    assertThat(eigenvalues(new Tanh(1, -1), line)[0]).isLessThan(-0.1);
    assertThat(new Epanechnikov(1).positiveSemidefinite()).isFalse();
    assertThat(new Tanh(1, 0).positiveSemidefinite()).isFalse();
    assertThat(new SumKernel(List.of(new Tanh(1, 0), new Linear())).positiveSemidefinite())
        .isFalse();
  }

  private static double[] eigenvalues(Kernel kernel, double[][] points) {
    int n = points.length;
    double[] gram = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        gram[i * n + j] = kernel.value(points[i], points[j]);
      }
    }
    double[] eigenvalues = new double[n];
    Backend.instance().blas().symmetricEigenvalues(n, gram, eigenvalues);
    return eigenvalues;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void specsReadBack(Kernel kernel) {
    assertThat(KernelSpec.kernel(kernel.spec())).isEqualTo(kernel);
    assertThat(KernelSpec.kernel(kernel.spec()).spec()).isEqualTo(kernel.spec());
    assertThat(kernel.named()).isTrue();
  }

  @Test
  void aGaussianKnowsBothParametersAndPrintsTheOneGiven() {
    assertThat(Gaussian.sigma(18).spec()).isEqualTo("gaussian(sigma=18)");
    assertThat(Gaussian.sigma(18).sigma()).isEqualTo(18);
    assertThat(Gaussian.sigma(18).gamma()).isEqualTo(1 / 648.0, within(1e-18));
    assertThat(Gaussian.gamma(0.02).spec()).isEqualTo("gaussian(gamma=0.02)");
    assertThat(Gaussian.gamma(0.02).gamma()).isEqualTo(0.02);
    assertThat(Gaussian.gamma(0.02).sigma()).isEqualTo(5);
  }

  @Test
  void aPolynomialPrintsWhatWasWrittenAndIsEqualByItsNumbers() {
    for (String text :
        List.of(
            "polynomial",
            "polynomial(degree=2)",
            "polynomial(degree=2,offset=1)",
            "polynomial(scale=1)")) {
      assertThat(KernelSpec.kernel(text).spec()).isEqualTo(text);
      assertThat(KernelSpec.kernel(text)).isEqualTo(new Polynomial(1, 1, 2));
      assertThat(KernelSpec.kernel(text).hashCode()).isEqualTo(new Polynomial(1, 1, 2).hashCode());
    }
    assertThat(new Polynomial(0.5, 0, 3).spec())
        .isEqualTo("polynomial(degree=3,offset=0,scale=0.5)");
    assertThat(new Polynomial(1, 1, 2)).isNotEqualTo(new Polynomial(1, 1, 3));
    assertThat(KernelSpec.kernel("tanh(offset=0)").spec()).isEqualTo("tanh(offset=0)");
    assertThat(new Tanh(1, 0).spec()).isEqualTo("tanh");
    assertThat(new Tanh(2, -1).spec()).isEqualTo("tanh(scale=2,offset=-1)");
    assertThat(KernelSpec.kernel("tanh(offset=0)")).isEqualTo(new Tanh(1, 0));
    refused(() -> new Polynomial(1, 1, 2, List.of("power")), "degree, offset, scale");
  }

  @Test
  void parametersAreChecked() {
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-200, 1e200}) {
      refused(() -> Gaussian.sigma(bad), "gaussian: sigma");
      refused(() -> new Laplacian(bad), "laplacian: sigma");
      refused(() -> new LaplacianL1(bad), "laplacian-l1: sigma");
      refused(() -> new Epanechnikov(bad), "epanechnikov: radius");
      refused(() -> new Cauchy(bad), "cauchy: sigma");
      refused(() -> new Matern(1.5, bad), "matern: length");
      refused(() -> new RationalQuadratic(1, bad), "rational-quadratic: length");
      refused(() -> new RationalQuadratic(bad, 1), "rational-quadratic: alpha");
    }
    refused(() -> Gaussian.gamma(0), "gaussian: gamma");
    refused(() -> Gaussian.gamma(1e301), "1e-300 to 1e299");
    refused(() -> new Matern(2, 1), "matern: nu = 2 must be 0.5, 1.5 or 2.5");
    refused(() -> new Polynomial(0, 1, 2), "polynomial: scale");
    refused(() -> new Polynomial(1, -0.1, 2), "polynomial: offset");
    refused(() -> new Polynomial(1, Double.NaN, 2), "polynomial: offset");
    refused(() -> new Polynomial(1, 1, 0), "polynomial: degree");
    refused(() -> new Tanh(Double.NaN, 0), "tanh: scale");
    refused(() -> new Tanh(1, Double.POSITIVE_INFINITY), "tanh: offset");
    refused(() -> new ScaledKernel(0, new Linear()), "positive");
    refused(() -> new ScaledKernel(1e300, new ScaledKernel(1e300, new Linear())), "Infinity");
    refused(() -> new SumKernel(List.of(new Linear())), "at least two");
    refused(() -> new ProductKernel(List.of(new Linear())), "at least two");
    refused(() -> Kernel.of(" ", true, (x, y) -> 1), "name");
  }

  @Test
  void extremeWidthsGiveNoNaN() {
    for (double width : new double[] {1e-150, 1e150}) {
      for (Kernel kernel :
          List.of(
              Gaussian.sigma(width),
              new Laplacian(width),
              new LaplacianL1(width),
              new Epanechnikov(width),
              new Cauchy(width),
              new Matern(0.5, width),
              new Matern(1.5, width),
              new Matern(2.5, width),
              new RationalQuadratic(1e-6, width),
              new RationalQuadratic(2, width),
              new RationalQuadratic(1e6, width))) {
        for (Simd simd : simds()) {
          double[] v = {0, 1, 1e300};
          pairs(kernel).map(simd, v, 0, 3);
          float[] f = {0, 1, Float.MAX_VALUE};
          pairs(kernel).map(simd, f, 0, 3);
          assertThat(v[0]).as(kernel.spec()).isEqualTo(1);
          assertThat(f[0]).as(kernel.spec()).isEqualTo(1);
          for (int j = 1; j < 3; j++) {
            assertThat(v[j]).as(kernel.spec()).isBetween(0.0, 1.0);
            assertThat(f[j]).as(kernel.spec()).isBetween(0f, 1f);
          }
        }
      }
    }
  }

  @Test
  void sumsProductsAndScalingsAreFlat() {
    Kernel a = Gaussian.sigma(1);
    Kernel b = new Linear();
    Kernel c = new Cosine();
    assertThat(new SumKernel(List.of(new SumKernel(List.of(a, b)), c)))
        .isEqualTo(new SumKernel(List.of(a, b, c)));
    assertThat(new ProductKernel(List.of(a, new ProductKernel(List.of(b, c)))))
        .isEqualTo(new ProductKernel(List.of(a, b, c)));
    assertThat(new ScaledKernel(0.5, new ScaledKernel(3, a))).isEqualTo(new ScaledKernel(1.5, a));
    assertThat(new ProductKernel(List.of(new ScaledKernel(2, a), b)).spec())
        .isEqualTo("(2*gaussian(sigma=1))*linear");
    assertThat(new ScaledKernel(2, new ProductKernel(List.of(a, b))).spec())
        .isEqualTo("2*gaussian(sigma=1)*linear");
    assertThat(new ScaledKernel(2, new SumKernel(List.of(a, b))).spec())
        .isEqualTo("2*(gaussian(sigma=1)+linear)");
    assertThat(a.plus(b)).isEqualTo(new SumKernel(List.of(a, b)));
    assertThat(a.times(b).plus(c).spec()).isEqualTo("gaussian(sigma=1)*linear+cosine");
    assertThat(a.times(0.5)).isEqualTo(new ScaledKernel(0.5, a));
    double[] x = {1, 2};
    double[] y = {2, 1};
    assertThat(new SumKernel(List.of(a, b)).value(x, y)).isEqualTo(a.value(x, y) + 4);
    assertThat(new ProductKernel(List.of(a, b)).value(x, y)).isEqualTo(a.value(x, y) * 4);
    assertThat(new ScaledKernel(0.5, b).value(x, y)).isEqualTo(2);
  }

  @Test
  void aFunctionOfTheCallersIsAKernelWithoutAName() {
    Kernel custom = Kernel.of("min", true, (x, y) -> Math.min(x[0], y[0]));
    assertThat(custom.value(new double[] {2}, new double[] {3})).isEqualTo(2);
    assertThat(custom.diagonal(new double[] {2})).isEqualTo(2);
    assertThat(custom.positiveSemidefinite()).isTrue();
    assertThat(custom.spec()).isEqualTo("custom:min");
    assertThat(custom.named()).isFalse();
    assertThat(new SumKernel(List.of(new Linear(), custom)).named()).isFalse();
    assertThat(new ProductKernel(List.of(custom, new Linear())).named()).isFalse();
    assertThat(new ScaledKernel(2, custom).named()).isFalse();
    assertThat(new SumKernel(List.of(new Linear(), new Cosine())).named()).isTrue();
    refused(() -> KernelSpec.parse(custom.spec()), "custom");
  }

  @Test
  void aPrecomputedKernelHasNoPoints() {
    Precomputed kernel = new Precomputed(false);
    assertThat(kernel.spec()).isEqualTo("precomputed");
    assertThat(KernelSpec.kernel("precomputed")).isEqualTo(kernel);
    assertThat(KernelSpec.kernel("precomputed(psd=true)")).isEqualTo(new Precomputed(true));
    assertThat(new Precomputed(true).spec()).isEqualTo("precomputed(psd=true)");
    assertThat(kernel.positiveSemidefinite()).isFalse();
    assertThat(kernel.hasPoints()).isFalse();
    assertThat(new Linear().hasPoints()).isTrue();
    assertThatThrownBy(() -> kernel.value(new double[1], new double[1]))
        .isInstanceOf(UnsupportedOperationException.class);
    refused(() -> new SumKernel(List.of(kernel, new Linear())), "combine the Gram matrices");
    refused(() -> new ProductKernel(List.of(kernel, new Linear())), "combine the Gram matrices");
    refused(() -> new ScaledKernel(2, kernel), "combine the Gram matrices");
  }

  private static PairForm pairs(Kernel kernel) {
    return (PairForm) KernelForm.of(kernel);
  }

  private static void refused(Runnable making, String message) {
    assertThatThrownBy(making::run)
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static List<Simd> simds() {
    return List.of(Backend.of("java", "scalar").simd(), Backend.instance().simd());
  }

  private static double[] point(Random random) {
    return new double[] {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
  }
}
