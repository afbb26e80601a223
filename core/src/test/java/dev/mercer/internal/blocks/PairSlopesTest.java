package dev.mercer.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.kernel.ComposedForm;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Cauchy;
import dev.mercer.kernel.Cosine;
import dev.mercer.kernel.Epanechnikov;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Laplacian;
import dev.mercer.kernel.LaplacianL1;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Matern;
import dev.mercer.kernel.Polynomial;
import dev.mercer.kernel.Precomputed;
import dev.mercer.kernel.RationalQuadratic;
import dev.mercer.kernel.Tanh;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PairSlopesTest {

  private static final double EPS = 0x1p-52;

  /** Without pair values that kernels share. */
  private static final Set<String> NOT_SHARED = Set.of("precomputed", "chi2", "additive-chi2");

  /** Every kernel that has a name, with some parameters: a new one must be added here. */
  private static Kernel named(String name, double width, double shape, int whole) {
    return switch (name) {
      case "gaussian" -> whole % 2 == 0 ? Gaussian.sigma(width) : Gaussian.gamma(1 / width);
      case "laplacian" -> new Laplacian(width);
      case "laplacian-l1" -> new LaplacianL1(width);
      case "polynomial" -> new Polynomial(width, shape, 1 + whole % 5);
      case "linear" -> new Linear();
      case "tanh" -> new Tanh(width, shape - 1);
      case "epanechnikov" -> new Epanechnikov(width);
      case "matern" -> new Matern(0.5 + whole % 3, width);
      case "rational-quadratic" -> new RationalQuadratic(whole % 2 == 0 ? 1 + whole : shape, width);
      case "cauchy" -> new Cauchy(width);
      case "cosine" -> new Cosine();
      default -> throw new AssertionError("no case for the kernel " + name);
    };
  }

  @Provide
  Arbitrary<Kernel> pairKernels() {
    List<String> names =
        KernelSpec.names().stream().filter(name -> !NOT_SHARED.contains(name)).toList();
    return Combinators.combine(
            Arbitraries.of(names),
            Arbitraries.doubles().between(0.2, 5),
            Arbitraries.doubles().between(0.1, 3),
            Arbitraries.integers().between(0, 11))
        .as(PairSlopesTest::named);
  }

  @Provide
  Arbitrary<Kernel> trees() {
    return trees(2);
  }

  private Arbitrary<Kernel> trees(int depth) {
    Arbitrary<Kernel> leaves = pairKernels().map(kernel -> kernel);
    if (depth == 0) {
      return leaves;
    }
    Arbitrary<List<Kernel>> parts = trees(depth - 1).list().ofMinSize(2).ofMaxSize(3);
    return Arbitraries.oneOf(
        leaves,
        parts.map(all -> all.stream().reduce(Kernel::plus).orElseThrow()),
        parts.map(all -> all.stream().reduce(Kernel::times).orElseThrow()),
        Combinators.combine(Arbitraries.doubles().between(0.3, 3), trees(depth - 1))
            .as((factor, tree) -> tree.times(factor)));
  }

  @Property
  void theSlopeIsTheDerivative(
      @ForAll("pairKernels") Kernel kernel, @ForAll @DoubleRange(min = 0.01, max = 6) double t) {
    if (kernel instanceof Epanechnikov flat
        && Math.abs(t / (flat.radius() * flat.radius()) - 1) < 1e-2) {
      return; // no derivative within a difference of the kink
    }
    double step = 1e-4 * t;
    Difference expected = Difference.of(pairs(kernel)::valueAt, t, step);
    assertThat(pairs(kernel).slope(t)).isEqualTo(expected.value, within(expected.tolerance));
  }

  @Property
  void theDefinitionIsTheMapOfThePairValue(
      @ForAll("pairKernels") Kernel kernel, @ForAll @IntRange(min = 0, max = 1000) int seed) {
    Random random = new Random(seed);
    double[] x = random.doubles(3, -1, 1).toArray();
    double[] y = random.doubles(3, -1, 1).toArray();
    assertThat(kernel.value(x, y))
        .isEqualTo(pairs(kernel).valueAt(pairs(kernel).pairing().of(x, y)));
  }

  // The edge cases of a tree are all pairs of its parts' edge cases: too many, and no edge.
  @Property(edgeCases = EdgeCasesMode.NONE)
  void aTreeHasTheSlopesOfItsPairValues(
      @ForAll("trees") Kernel tree, @ForAll @IntRange(min = 0, max = 100000) int seed) {
    // The pair values are moved one by one, though no two points would do that.
    double[] pairs = new Random(seed).doubles(PairSlopes.SHARED, 0.1, 0.9).toArray();
    if (nearKink(tree, pairs[Pairing.SQUARED_DISTANCE.ordinal()])) {
      return;
    }
    PairSlopes slopes = PairSlopes.of(tree);
    double[] found = new double[PairSlopes.SHARED];
    double value = slopes.at(pairs, found);
    assertThat(value).isEqualTo(slow(tree, pairs), within(64 * EPS * Math.abs(value)));
    for (int i = 0; i < PairSlopes.SHARED; i++) {
      Pairing pairing = Pairing.values()[i];
      int own = i;
      Difference expected =
          Difference.of(
              t -> {
                double[] moved = pairs.clone();
                moved[own] = t;
                return slow(tree, moved);
              },
              pairs[i],
              1e-4 * pairs[i]);
      assertThat(found[i]).as("%s", pairing).isEqualTo(expected.value, within(expected.tolerance));
      if (!slopes.uses(pairing)) {
        assertThat(found[i]).isZero();
      }
    }
  }

  /** The kernel as a function of four pair values, by the definition of sums and products. */
  private static double slow(Kernel kernel, double[] pairs) {
    KernelForm form = KernelForm.of(kernel);
    if (form instanceof PairForm pair) {
      return pair.valueAt(pairs[pair.pairing().ordinal()]);
    }
    boolean sum = form.operation().orElseThrow() == ComposedForm.Operation.SUM;
    double rest =
        form.parts().stream()
            .mapToDouble(part -> slow(part.kernel(), pairs))
            .reduce(sum ? 0 : 1, (a, b) -> sum ? a + b : a * b);
    return form.factor() * rest;
  }

  private static PairForm pairs(Kernel kernel) {
    return (PairForm) KernelForm.of(kernel);
  }

  private static boolean nearKink(Kernel kernel, double squaredDistance) {
    return kernel instanceof Epanechnikov flat
        ? Math.abs(squaredDistance / (flat.radius() * flat.radius()) - 1) < 1e-2
        : KernelForm.of(kernel).parts().stream()
            .anyMatch(part -> nearKink(part.kernel(), squaredDistance));
  }

  /**
   * A central difference. Its error falls with the square of the step, so the one of twice the step
   * is four times as far off: their difference is three times the error. Rounding of the values, a
   * few eps each, is divided by the step.
   */
  private record Difference(double value, double tolerance) {
    static Difference of(DoubleUnaryOperator f, double at, double step) {
      double near = central(f, at, step);
      double far = central(f, at, 2 * step);
      double rounding = 64 * EPS * Math.abs(f.applyAsDouble(at)) / step;
      return new Difference(near, Math.abs(far - near) + rounding + 1e-300);
    }

    private static double central(DoubleUnaryOperator f, double at, double step) {
      return (f.applyAsDouble(at + step) - f.applyAsDouble(at - step)) / (2 * step);
    }
  }

  @Test
  void slopesByHand() {
    // exp(-1/2), e^-1 and their kin as in KernelTest
    check(Gaussian.sigma(5), 25, -0.02 * 0.6065306597126334);
    check(new Laplacian(5), 25, -0.02 * 0.36787944117144233); // -e^-1 / (2 5 5)
    check(new LaplacianL1(7), 7, -0.36787944117144233 / 7);
    check(new Matern(0.5, 5), 25, -0.02 * 0.36787944117144233);
    check(new Matern(1.5, 5), 25, -0.06 * 0.17692120631776423); // -3/(2 25) e^-sqrt3
    check(new Matern(2.5, 5), 0, -1 / 30.0); // -5/(2 25) / 3
    check(new RationalQuadratic(2, 5), 25, -0.02 * 0.512); // -1/50 (1 + 1/4)^-3
    check(new Cauchy(5), 25, -0.01);
    check(new Polynomial(0.5, 3, 3), 4, 37.5); // 3/2 5^2
    check(new Polynomial(2, 0, 1), 0, 2);
    check(new Tanh(0.5, -1), 2, 0.5);
    check(new Linear(), 3, 1);
    check(new Cosine(), 0.5, 1);
    check(new Epanechnikov(5), 9, -0.04);
  }

  private static void check(Kernel kernel, double pair, double expected) {
    assertThat(pairs(kernel).slope(pair))
        .as(kernel.spec())
        .isEqualTo(expected, within(8 * EPS * Math.abs(expected)));
  }

  @Test
  void kinksHaveTheDocumentedSlope() {
    assertThat(pairs(new Laplacian(2)).slope(0)).isZero();
    assertThat(pairs(new Matern(0.5, 2)).slope(0)).isZero();
    assertThat(pairs(new LaplacianL1(2)).slope(0)).isEqualTo(-0.5);
    assertThat(pairs(new Epanechnikov(2)).slope(4)).isEqualTo(-0.25);
    assertThat(pairs(new Epanechnikov(2)).slope(Math.nextUp(4.0))).isZero();
  }

  @Test
  void farAwayNothingIsLeftAndNothingIsNaN() {
    for (double pair : new double[] {1e300, Double.POSITIVE_INFINITY}) {
      for (Kernel kernel :
          List.of(
              Gaussian.sigma(1),
              new Laplacian(1e-150),
              new LaplacianL1(1),
              new Matern(0.5, 1e-150),
              new Matern(1.5, 1e-150),
              new Matern(2.5, 1e-150),
              new RationalQuadratic(1, 1),
              new Cauchy(1),
              new Epanechnikov(1),
              new Tanh(1, 0))) {
        assertThat(Math.abs(pairs(kernel).slope(pair))).as(kernel.spec()).isLessThan(1e-290);
      }
    }
  }

  @Test
  void kernelsWithoutPairValuesAreRefusedWithWhatIsPossible() {
    assertThatThrownBy(() -> PairSlopes.of(new Precomputed(true)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("precomputed")
        .hasMessageContaining("gaussian, laplacian");
    Kernel custom = Kernel.of("mine", true, (x, y) -> 1);
    assertThatThrownBy(() -> PairSlopes.of(new Linear().plus(custom)))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("custom:mine in linear+custom:mine")
        .hasMessageContaining("sums, products and scalings of gaussian");
  }

  /** Each kernel with a pair value of its own has a slope of its own, behind the shared ones. */
  @Test
  void pairValuesOfTheirOwnHaveSlopesOfTheirOwn() {
    Kernel kernel = KernelSpec.kernel("chi2(gamma=0.5)*linear+2*additive-chi2");
    PairSlopes slopes = PairSlopes.of(kernel);
    assertThat(slopes.count()).isEqualTo(PairSlopes.SHARED + 2);
    assertThat(slopes.own())
        .extracting(each -> each.kernel().spec())
        .containsExactly("chi2(gamma=0.5)", "additive-chi2");
    double[] pairs = new double[slopes.count()];
    pairs[Pairing.INNER_PRODUCT.ordinal()] = 3;
    pairs[PairSlopes.SHARED] = 2;
    pairs[PairSlopes.SHARED + 1] = 4;
    double[] found = new double[slopes.count()];
    assertThat(slopes.at(pairs, found)).isEqualTo(3 * Math.exp(-1) - 8);
    assertThat(found[Pairing.INNER_PRODUCT.ordinal()]).isEqualTo(Math.exp(-1));
    assertThat(found[PairSlopes.SHARED]).isEqualTo(-1.5 * Math.exp(-1));
    assertThat(found[PairSlopes.SHARED + 1]).isEqualTo(-2);
  }
}
