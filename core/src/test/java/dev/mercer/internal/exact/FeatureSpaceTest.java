package dev.mercer.internal.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.explicit.FeatureScores;
import dev.mercer.internal.explicit.IdentityFeatures;
import dev.mercer.internal.fastsum.QuadraticFeatures;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.Stages;
import dev.mercer.internal.problem.Target;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Polynomial;
import dev.mercer.method.Exact;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernel PCA in the six dimensions of a quadratic kernel in the plane, and of linear ones. */
class FeatureSpaceTest {
  private static final double EPS = Math.ulp(1.0);
  private static final double SCALE = 0.5;
  private static final double OFFSET = 1.5;
  static final Kernel KERNEL = new Polynomial(SCALE, OFFSET, 2);
  static final QuadraticFeatures MAP = new QuadraticFeatures(SCALE, OFFSET);

  @ParameterizedTest
  @CsvSource({"true,false", "false,false", "true,true", "false,true"})
  void equalsTheTextbookByTheGramMatrix(boolean center, boolean weighted) {
    int n = 70;
    double[][] x = plane(n, 3);
    double[] weights = weighted ? weights(n) : null;
    Definition.Pca expected = Definition.pca(KERNEL, x, weights, center);
    // Centred, the constant term has no variance.
    int rank = center ? 5 : 6;
    check(solve(MAP, KERNEL, x, weights, center, Target.rank(rank), 2), expected, rank);
    // The leading pair alone comes from another routine.
    check(solve(MAP, KERNEL, x, weights, center, Target.rank(1), 2), expected, 1);
  }

  /** More than one block, and more than one group of them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void equalsTheFitByTheGramMatrix(boolean center) {
    int n = 2300;
    double[][] x = plane(n, 4);
    double[] weights = weights(n);
    Solution solution = solve(MAP, KERNEL, x, weights, center, Target.rank(3), 2);
    KernelPcaModel gram =
        KernelPca.with(KERNEL)
            .rank(3)
            .center(center)
            .method(new Exact("auto", "stored"))
            .fit(Definition.rows(x), weights);
    double[] all = solve(MAP, KERNEL, x, weights, center, Target.rank(4), 2).axes().eigenvalues();
    double size = gram.eigenvalues()[0] + Arrays.stream(weights).sum() * gram.meanSquaredNorm();
    double rounding = 32 * n * EPS * size;
    double[][] unseen = plane(40, 5);
    double longest = Math.sqrt(gram.meanSquaredNorm());
    for (double[] row : unseen) {
      longest = Math.max(longest, Math.sqrt(KERNEL.value(row, row)));
    }
    Matrix expected = gram.transform(Definition.rows(unseen));
    double[] scores = scores(solution, x, unseen);
    for (int c = 0; c < 3; c++) {
      double value = gram.eigenvalues()[c];
      assertThat(solution.axes().eigenvalues()[c]).isCloseTo(value, within(rounding));
      // The residual allowed an iterative solver turns its vector by that over the gap (Davis and
      // Kahan), the axis by sqrt(size / value) times as much.
      double above = c == 0 ? value : all[c - 1] - value;
      double gap = Math.min(above, value - all[c + 1]);
      double turn = (1e-10 * gram.eigenvalues()[0] + 32 * n * EPS * size) / gap;
      double tolerance = 2 * turn * Math.sqrt(size / value) * longest;
      double sign = Math.signum(scores[c] * expected.get(0, c));
      for (int i = 0; i < unseen.length; i++) {
        Definition.requireClose(
            scores[i * 3 + c], sign * expected.get(i, c), tolerance, "row %d, score %d", i, c);
      }
      Definition.requireClose(
          solution.axes().offset()[c], sign * gram.offset()[c], tolerance, "offset %d", c);
    }
    assertThat(solution.quality().totalVariance())
        .isCloseTo(gram.report().totalVariance(), within(rounding));
    assertThat(solution.axes().center().squaredNorm())
        .isCloseTo(gram.meanSquaredNorm(), within(32 * n * EPS * gram.meanSquaredNorm()));
  }

  @Property(tries = 30)
  void aWholeWeightIsTheRowSoManyTimes(
      @ForAll @IntRange(min = 10, max = 60) int n,
      @ForAll boolean center,
      @ForAll @IntRange(max = 1000) int seed) {
    double[][] x = plane(n, seed);
    SplittableRandom random = new SplittableRandom(seed);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i < 8 ? 1 : random.nextInt(3));
    List<double[]> repeated = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < weights[i]; k++) {
        repeated.add(x[i]);
      }
    }
    double[][] longer = repeated.toArray(double[][]::new);
    Solution a = solve(MAP, KERNEL, x, weights, center, Target.rank(2), 1);
    Solution b = solve(MAP, KERNEL, longer, null, center, Target.rank(2), 1);
    double rounding =
        64
            * longer.length
            * EPS
            * (a.quality().totalVariance() + a.axes().center().squaredNorm() * n);
    assertThat(a.axes().eigenvalues()).containsExactly(b.axes().eigenvalues(), within(rounding));
    assertThat(a.quality().totalVariance())
        .isCloseTo(b.quality().totalVariance(), within(rounding));
    assertThat(a.axes().center().squaredNorm())
        .isCloseTo(b.axes().center().squaredNorm(), within(rounding));
    double[] first = scores(a, x, x);
    double[] second = scores(b, longer, x);
    double gap = a.axes().eigenvalues()[0] - a.axes().eigenvalues()[1];
    double size = Math.sqrt(a.quality().totalVariance() + a.axes().center().squaredNorm() * n);
    // Davis and Kahan turn the axis by rounding / gap; offset and product round on top.
    double tolerance = size * (rounding / gap + 64 * longer.length * EPS * size);
    double sign = 0;
    for (int i = 0; i < n; i++) {
      sign += first[i * 2] * second[i * 2];
    }
    for (int i = 0; i < n; i++) {
      Definition.requireClose(
          second[i * 2], Math.signum(sign) * first[i * 2], tolerance, "score of row %d", i);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 0.9, 0.99, 1})
  void aShareOfTheVarianceTakesAsFewComponentsAsReachIt(double share) {
    double[][] x = plane(90, 6);
    Solution all = solve(MAP, KERNEL, x, null, true, Target.rank(5), 1);
    Solution some = solve(MAP, KERNEL, x, null, true, Target.variance(share), 1);
    int kept = some.axes().eigenvalues().length;
    assertThat(some.quality().rank().asked()).isEqualTo(kept);
    assertThat(some.quality().rank().reason()).isNull();
    assertThat(some.axes().eigenvalues()).isEqualTo(Arrays.copyOf(all.axes().eigenvalues(), kept));
    double goal = share * some.quality().totalVariance();
    double without = Arrays.stream(some.axes().eigenvalues(), 0, kept - 1).sum();
    assertThat(without).isLessThan(goal);
    if (kept < 5) {
      assertThat(without + some.axes().eigenvalues()[kept - 1]).isGreaterThanOrEqualTo(goal);
    }
  }

  /** On a line the quadratic kernel has the features 1, t and t^2. */
  @ParameterizedTest
  @CsvSource({"true,2", "false,3"})
  void componentsThatAreRoundingAreNotReturned(boolean center, int rankOfTheData) {
    double[][] x = plane(50, 7);
    for (double[] point : x) {
      point[1] = 2 * point[0];
    }
    Solution solution = solve(MAP, KERNEL, x, null, center, Target.rank(6), 1);
    assertThat(solution.axes().eigenvalues()).hasSize(rankOfTheData);
    assertThat(solution.axes().coefficients().columns()).isEqualTo(rankOfTheData);
    assertThat(solution.quality().rank().asked()).isEqualTo(6);
    assertThat(solution.quality().rank().reason())
        .startsWith("only " + rankOfTheData + " eigenvalues are above the rounding level ");
    // More than there are features.
    assertThat(
            solve(MAP, KERNEL, plane(50, 7), null, center, Target.rank(9), 1)
                .quality()
                .rank()
                .reason())
        .startsWith("only " + (center ? 5 : 6) + " eigenvalues");
  }

  @Test
  void threadsAndKindsOfRowsChangeNoBit() {
    int n = 9300; // more blocks than groups
    double[][] x = plane(n, 8);
    double[] weights = weights(n);
    Rows rows = Definition.rows(x);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    Solution one = solve(MAP, KERNEL, rows, weights, true, Target.rank(4), 1);
    for (Solution other :
        List.of(
            solve(MAP, KERNEL, rows, weights, true, Target.rank(4), 2),
            solve(MAP, KERNEL, rows, weights, true, Target.rank(4), 3),
            solve(MAP, KERNEL, rows.select(all), weights, true, Target.rank(4), 2))) {
      assertThat(other.axes().eigenvalues()).isEqualTo(one.axes().eigenvalues());
      assertThat(other.axes().coefficients().values())
          .isEqualTo(one.axes().coefficients().values());
      assertThat(other.axes().offset()).isEqualTo(one.axes().offset());
      assertThat(other.quality().totalVariance()).isEqualTo(one.quality().totalVariance());
      assertThat(other.axes().center().squaredNorm()).isEqualTo(one.axes().center().squaredNorm());
    }
  }

  /**
   * Data far away, in numbers that moving leaves exact: the scatter about the computed mean differs
   * from the true one by N times the square of the mean's rounding. The difference of two sums of
   * squares would be off by N eps |mean|^2, thousands of times what is allowed here.
   */
  @Test
  void linearFarFromTheOriginIsAsAccurateAsNear() {
    int n = 2500;
    double far = 1 << 16; // the cut-off n eps N |mean|^2 is then 18
    double[][] near = Definition.points(n, 3, 9);
    double[][] moved = new double[n][3];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 3; c++) {
        near[i][c] = (3 - c) * Math.rint(1024 * near[i][c]) / 1024;
        moved[i][c] = near[i][c] + far;
      }
    }
    IdentityFeatures map = new IdentityFeatures(3);
    Solution expected = solve(map, new Linear(), near, null, true, Target.rank(3), 1);
    Solution solution = solve(map, new Linear(), moved, null, true, Target.rank(3), 1);
    double largest = expected.axes().eigenvalues()[0];
    double meanError = n * EPS * far;
    double rounding = 32 * n * EPS * largest + n * meanError * meanError;
    assertThat(solution.axes().eigenvalues())
        .containsExactly(expected.axes().eigenvalues(), within(rounding));
    for (int c = 0; c < 3; c++) {
      double value = expected.axes().eigenvalues()[c];
      double above = c == 0 ? largest : expected.axes().eigenvalues()[c - 1] - value;
      double below = c == 2 ? value : value - expected.axes().eigenvalues()[c + 1];
      double axis = 2 * rounding / Math.min(above, below);
      double longest = 20; // no row is farther from the mean
      double tolerance = (axis * longest + 2 * meanError) / value;
      for (int i = 0; i < n; i++) {
        Definition.requireClose(
            solution.axes().coefficients().get(i, c),
            expected.axes().coefficients().get(i, c),
            tolerance,
            "coefficient of row %d, component %d",
            i,
            c);
      }
    }
    assertThat(solution.axes().center().squaredNorm())
        .isCloseTo(3 * far * far, within(6 * far * (1 + meanError)));
  }

  /** A map that is off by design, by no more than it says. */
  @Test
  void anErrorOfTheFeaturesIsReported() {
    double shift = 1e-6;
    double bound = 2 * OFFSET * shift + shift * shift;
    QuadraticFeatures off = new QuadraticFeatures(SCALE, OFFSET, shift, bound * (1 + 1e-6));
    double[][] x = plane(100, 3);
    Solution solution = solve(off, KERNEL, x, null, false, Target.rank(2), 1);
    Solution.OperatorUse use = solution.provenance().operator();
    assertThat(use.kind()).isEqualTo("feature-space");
    assertThat(use.scheme()).isEqualTo("quadratic");
    assertThat(use.terms()).isEqualTo(6);
    assertThat(use.clusters()).isNull();
    assertThat(use.errorBound()).isEqualTo(off.errorBound());
    assertThat(use.sampledError()).isBetween(bound * (1 - 1e-6), off.errorBound());
    assertThat(solution.quality().assurance().reason()).isNull();
    assertThat(solution.quality().assurance().certificate().value("kernelValueError"))
        .isEqualTo(off.errorBound());
    assertThat(solution.quality().assurance().certificate().values("eigenpairResidual")[0])
        .isGreaterThanOrEqualTo(100 * off.errorBound());
    Solution exact = solve(MAP, KERNEL, x, null, false, Target.rank(2), 1);
    assertThat(exact.provenance().operator().errorBound()).isZero();
    assertThat(exact.provenance().operator().sampledError()).isNull();
    assertThat(solution.axes().eigenvalues())
        .containsExactly(exact.axes().eigenvalues(), within(100 * off.errorBound()));
  }

  /** Many features, few components: the leading pairs alone are those of all pairs. */
  @Test
  void fewOfManyFeatures() {
    double[][] x = Definition.points(200, 40, 12);
    for (double[] row : x) {
      for (int c = 0; c < 40; c++) {
        row[c] *= 40 - c;
      }
    }
    IdentityFeatures map = new IdentityFeatures(40);
    Solution few = solve(map, new Linear(), x, null, true, Target.rank(5), 2);
    Solution all = solve(map, new Linear(), x, null, true, Target.rank(40), 2);
    double rounding = 40 * 32 * EPS * all.axes().eigenvalues()[0];
    assertThat(few.axes().eigenvalues())
        .containsExactly(Arrays.copyOf(all.axes().eigenvalues(), 5), within(rounding));
    for (double residual : few.provenance().solver().residuals()) {
      assertThat(residual).isLessThanOrEqualTo(rounding);
    }
    assertThat(few.quality().empiricalError())
        .isCloseTo(
            Arrays.stream(all.axes().eigenvalues(), 5, 40).sum() / 200,
            within(40 * rounding / 200));
  }

  static Solution solve(
      FeatureMap map,
      Kernel kernel,
      double[][] x,
      double[] weights,
      boolean center,
      Target target,
      int threads) {
    return solve(map, kernel, Definition.rows(x), weights, center, target, threads);
  }

  static Solution solve(
      FeatureMap map,
      Kernel kernel,
      Rows rows,
      double[] weights,
      boolean center,
      Target target,
      int threads) {
    try (Workers workers = Workers.of(threads)) {
      Problem problem = problem(kernel, rows, weights, center, target, Long.MAX_VALUE, workers);
      return new FeatureSpace(problem, new ExactRoute.OwnFeatures(map), 0).solve();
    }
  }

  static Problem problem(
      Kernel kernel,
      Rows rows,
      double[] weights,
      boolean center,
      Target target,
      long memory,
      Workers workers) {
    return new Problem(
        rows,
        weights,
        kernel,
        center,
        target,
        false,
        1,
        false,
        memory,
        workers,
        Stages.silent(),
        (products, converged, worst) -> {});
  }

  /** Points of an ellipse-shaped cloud off the origin: all six eigenvalues are apart. */
  static double[][] plane(int n, long seed) {
    double[][] x = Definition.points(n, 2, seed);
    for (double[] point : x) {
      point[0] = 1.2 * point[0] + 0.5;
      point[1] = 0.7 * point[1] - 0.3;
    }
    return x;
  }

  /** Between 0 and 3, uneven. */
  private static double[] weights(int n) {
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i % 7 == 6 ? 0 : 0.25 * (1 + i % 5) + 0.5);
    return weights;
  }

  private static double[] scores(Solution solution, double[][] points, double[][] x) {
    double[] scores = new double[x.length * solution.axes().eigenvalues().length];
    try (Workers workers = Workers.of(2)) {
      new FeatureScores(
              MAP,
              Definition.rows(points),
              solution.axes().coefficients(),
              solution.axes().offset(),
              workers)
          .score(Definition.rows(x), scores, workers);
    }
    return scores;
  }

  private static void check(Solution solution, Definition.Pca expected, int rank) {
    int n = expected.points().length;
    double sum = expected.weightSum();
    double largest = expected.eigen().values()[0];
    double size = largest + sum * expected.meanSquaredNorm();
    double rounding = 32 * n * EPS * size;
    assertThat(solution.axes().eigenvalues()).hasSize(rank);
    assertThat(solution.quality().rank().reason()).isNull();
    assertThat(solution.quality().totalVariance()).isCloseTo(expected.trace(), within(rounding));
    assertThat(solution.axes().center().squaredNorm())
        .isCloseTo(expected.meanSquaredNorm(), within(rounding / sum));
    if (expected.mean() == null) {
      assertThat(solution.axes().center().combination()).isNull();
      assertThat(solution.axes().center().squaredNorm()).isZero();
    } else {
      assertThat(solution.axes().center().combination())
          .containsExactly(expected.mean(), within(EPS));
    }
    double explained = 0;
    double[][] unseen = plane(25, 99);
    double[] scores = scores(solution, expected.points(), unseen);
    for (int c = 0; c < rank; c++) {
      double value = expected.eigen().values()[c];
      explained += value;
      assertThat(solution.axes().eigenvalues()[c]).isCloseTo(value, within(rounding));
      assertThat(solution.provenance().solver().residuals()[c]).isLessThanOrEqualTo(rounding);
      double sign = 0;
      double most = 0;
      double mostAt = 0;
      for (int i = 0; i < n; i++) {
        double own = solution.axes().coefficients().get(i, c);
        sign += own * expected.coefficients()[c][i];
        if (Math.abs(own) > most) {
          most = Math.abs(own);
          mostAt = own;
        }
      }
      assertThat(mostAt).as("the largest coefficient of component %d", c).isPositive();
      // Davis and Kahan for the vector; weights are at most 3.
      double vector = rounding / expected.eigen().gap(c);
      double coefficient = 2 * (vector + rounding / value) / Math.sqrt(value);
      for (int i = 0; i < n; i++) {
        Definition.requireClose(
            solution.axes().coefficients().get(i, c),
            Math.signum(sign) * expected.coefficients()[c][i],
            coefficient,
            "coefficient of row %d, component %d",
            i,
            c);
      }
      double score =
          n * coefficient * Definition.largest(Definition.gram(KERNEL, expected.points()));
      Definition.requireClose(
          solution.axes().offset()[c],
          Math.signum(sign) * expected.offset()[c],
          score,
          "offset %d",
          c);
      for (int i = 0; i < unseen.length; i++) {
        Definition.requireClose(
            scores[i * rank + c],
            Math.signum(sign) * expected.score(c, unseen[i]),
            score,
            "score %d of unseen row %d",
            c,
            i);
      }
    }
    assertThat(solution.quality().empiricalError())
        .isCloseTo((expected.trace() - explained) / sum, within(rounding));
  }
}
