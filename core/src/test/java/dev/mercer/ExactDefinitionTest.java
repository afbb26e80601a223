package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Exact;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything an exact model holds, against the textbook, for every kernel that has a name. */
class ExactDefinitionTest {

  private static final int N = 70; // more than one tile
  private static final int FEATURES = 4;
  private static final int RANK = 8;

  static Stream<String> kernels() {
    return Stream.concat(
        Definition.KERNELS.stream(), Stream.of("chi2(gamma=0.5)", "additive-chi2"));
  }

  @Test
  void everyNamedKernelIsAmongThem() {
    Set<String> names = new HashSet<>(KernelSpec.names());
    names.removeIf(name -> kernels().anyMatch(spec -> spec.startsWith(name)));
    assertThat(names).containsExactly("precomputed");
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void centered(String spec) {
    check(spec, null, true);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void notCentered(String spec) {
    check(spec, null, false);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void centeredByTheWeightedMean(String spec) {
    check(spec, weights(), true);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void weightedNotCentered(String spec) {
    check(spec, weights(), false);
  }

  private static void check(String spec, double[] weights, boolean center) {
    Kernel kernel = Definition.kernel(spec);
    double[][] x = Definition.points(N, FEATURES, 31);
    if (spec.contains("chi2")) {
      x = withoutSigns(x); // kernels of histograms take no number below zero
    }
    KernelPca pca = KernelPca.with(kernel).rank(RANK).center(center).threads(2);
    Definition.Pca expected = Definition.pca(kernel, x, weights, center);
    check(pca.fit(Definition.rows(x), weights), expected, weights);
    // The same through an iterative solver.
    KernelPca iterative = pca.method(new Exact("block-krylov", "stored"));
    check(iterative.fit(Definition.rows(x), weights), expected, weights);
  }

  private static double[][] withoutSigns(double[][] points) {
    return Arrays.stream(points)
        .map(point -> Arrays.stream(point).map(Math::abs).toArray())
        .toArray(double[][]::new);
  }

  /** What a model must hold; also used by the tests of other routes to the same model. */
  static void check(KernelPcaModel model, Definition.Pca expected, double[] weights) {
    int n = expected.points().length;
    int rank = model.rank();
    double largest = expected.eigen().values()[0];
    double magnitude = Math.max(largest, Math.abs(expected.eigen().values()[n - 1]));
    // Rounding of the matrix and of the two solvers; residuals of iterative ones are squared here.
    double rounding = 32 * n * Math.ulp(1.0) * Math.max(magnitude, expected.weightSum());
    assertThat(rank).isLessThanOrEqualTo(expected.coefficients().length);
    assertThat(model.report().rank()).isEqualTo(rank);
    for (int c = 0; c < rank; c++) {
      assertThat(model.eigenvalues()[c])
          .as("eigenvalue %d", c)
          .isCloseTo(expected.eigen().values()[c], within(rounding));
    }
    assertThat(model.report().totalVariance())
        .isCloseTo(expected.trace(), within(rounding * Math.sqrt(n)));
    if (expected.mean() == null) {
      assertThat(model.mean()).isNull();
      assertThat(model.meanSquaredNorm()).isZero();
      assertThat(model.centered()).isFalse();
    } else {
      assertThat(model.mean()).containsExactly(expected.mean(), within(1e-15));
      assertThat(model.meanSquaredNorm()).isCloseTo(expected.meanSquaredNorm(), within(rounding));
    }
    double[][] unseen = Definition.points(25, expected.points()[0].length, 32);
    if (Arrays.stream(expected.points()).flatMapToDouble(Arrays::stream).allMatch(v -> v >= 0)) {
      unseen = withoutSigns(unseen);
    }
    Matrix scores = model.transform(Definition.rows(unseen));
    Matrix training = model.transform(Definition.rows(expected.points()));
    double[] w = Definition.weights(weights, n);
    for (int c = 0; c < rank; c++) {
      double value = expected.eigen().values()[c];
      double gap = expected.eigen().gap(c);
      // Davis and Kahan for the vector, with the residual 1e-10 of iterative solvers allowed.
      double vector = (rounding + 1e-10 * magnitude) / gap;
      double root = Math.sqrt(value);
      double sign = sign(model, expected, c);
      double heaviest = Arrays.stream(w).max().orElseThrow();
      double coefficient = Math.sqrt(heaviest) * (vector + rounding / value) / root;
      double largestValue = Math.max(1, Definition.largest(gramOf(expected)));
      for (int i = 0; i < n; i++) {
        Definition.requireClose(
            model.coefficients().get(i, c),
            sign * expected.coefficients()[c][i],
            coefficient,
            "coefficient of row %d, component %d",
            i,
            c);
      }
      double score = n * coefficient * largestValue;
      Definition.requireClose(
          model.offset()[c], sign * expected.offset()[c], score, "offset of component %d", c);
      for (int i = 0; i < unseen.length; i++) {
        Definition.requireClose(
            scores.get(i, c),
            sign * expected.score(c, unseen[i]),
            score,
            "score %d of unseen row %d",
            c,
            i);
      }
      double squares = 0;
      double sum = 0;
      for (int i = 0; i < n; i++) {
        squares += w[i] * training.get(i, c) * training.get(i, c);
        sum += w[i] * training.get(i, c);
      }
      assertThat(squares)
          .as("sum of squared training scores %d", c)
          .isCloseTo(value, within(4 * n * score * root + rounding));
      if (expected.mean() != null) {
        assertThat(sum / expected.weightSum()).as("mean score %d", c).isCloseTo(0, within(score));
      }
    }
  }

  private static double[][] gramOf(Definition.Pca expected) {
    return Definition.gram(expected.kernel(), expected.points());
  }

  private static double sign(KernelPcaModel model, Definition.Pca expected, int component) {
    double product = 0;
    for (int i = 0; i < expected.points().length; i++) {
      product += model.coefficients().get(i, component) * expected.coefficients()[component][i];
    }
    return Math.signum(product);
  }

  /** Between 0.2 and 3, some of them 0. */
  private static double[] weights() {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 9 == 8 ? 0 : random.nextDouble(0.2, 3));
    return weights;
  }
}
