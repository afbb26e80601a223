package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LogisticRegressionTest {

  private static final Workers ONE = Workers.of(1);

  /** Points of some classes that overlap, in columns of units from 0.1 to 1000, off the origin. */
  private static Matrix rows(int n, int d, int classes, long seed) {
    double[][] points = Definition.points(n, d, seed);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        double shifted = points[i][j] + (j % classes == i % classes ? 1.5 : 0) + 3;
        points[i][j] = Math.pow(10, j % 5 - 1) * shifted;
      }
    }
    return Matrix.of(points);
  }

  private static ClassLabels labels(int n, int classes) {
    return ClassLabels.of(
        IntStream.range(0, n).mapToObj(i -> "" + i % classes).toArray(String[]::new));
  }

  /** The objective as the class comment has it, one row at a time; extended by its gradient. */
  private static double[] definition(
      Matrix rows, ClassLabels labels, double ridge, Matrix weights, double[] intercepts) {
    int n = rows.rows();
    int d = rows.columns();
    int classes = labels.classes();
    double[] result = new double[1 + classes * (d + 1)];
    for (int i = 0; i < n; i++) {
      double[] x = rows.row(i);
      double sum = 0;
      double[] odds = new double[classes];
      for (int k = 0; k < classes; k++) {
        odds[k] = Math.exp(intercepts[k] + Lbfgs.dot(weights.row(k), x));
        sum += odds[k];
      }
      result[0] -= Math.log(odds[labels.code(i)] / sum) / n;
      for (int k = 0; k < classes; k++) {
        double residual = odds[k] / sum - (labels.code(i) == k ? 1 : 0);
        result[1 + k * (d + 1) + d] += residual / n;
        for (int j = 0; j < d; j++) {
          result[1 + k * (d + 1) + j] += residual * x[j] / n;
        }
      }
    }
    for (int k = 0; k < classes; k++) {
      for (int j = 0; j < d; j++) {
        result[0] += ridge / 2 * weights.get(k, j) * weights.get(k, j);
        result[1 + k * (d + 1) + j] += ridge * weights.get(k, j);
      }
    }
    return result;
  }

  @Property(tries = 20)
  void theGradientIsThatOfFiniteDifferences(
      @ForAll @IntRange(min = 2, max = 5) int classes,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll long seed) {
    int n = 40;
    SoftmaxLoss objective = loss(rows(n, d, classes, seed), labels(n, classes), 0.1);
    double[] point = Definition.points(1, objective.unknowns(), seed + 1)[0];
    double[] gradient = new double[point.length];
    double value = objective.evaluate(point, gradient);
    double[] ignored = new double[point.length];
    for (int u = 0; u < point.length; u++) {
      double step = 1e-5;
      double[] right = point.clone();
      double[] left = point.clone();
      right[u] += step;
      left[u] -= step;
      double slope =
          (objective.evaluate(right, ignored) - objective.evaluate(left, ignored)) / (2 * step);
      // Third derivatives are below 100 here (scaled columns of some units), rounding 1e-16/step.
      assertThat(slope)
          .isCloseTo(gradient[u], within(100 * step * step + 100 * Math.ulp(value) / step));
    }
  }

  private static SoftmaxLoss loss(Matrix rows, ClassLabels labels, double ridge) {
    LogisticRegression.Standardization columns =
        LogisticRegression.Standardization.of(rows, labels.classes(), ridge);
    return new SoftmaxLoss(
        columns.rows(), columns.penalties(), labels.codes(), labels.classes(), ONE);
  }

  /** H^-1 g is solved right: H times it, by differences of gradients, gives g back. */
  @Property(tries = 20)
  void theMetricIsTheHessian(
      @ForAll @IntRange(min = 2, max = 5) int classes,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll long seed) {
    int n = 40;
    SoftmaxLoss objective = loss(rows(n, d, classes, seed), labels(n, classes), 0.1);
    int unknowns = objective.unknowns();
    double[] point = Definition.points(1, unknowns, seed + 1)[0];
    double[] gradient = new double[unknowns];
    objective.evaluate(point, gradient); // sums to zero over the intercepts, as every gradient
    double[] direction = gradient.clone();
    try (Workers two = Workers.of(2)) {
      SoftmaxMetric metric = new SoftmaxMetric(objective, two);
      metric.refresh(point);
      metric.solve(direction);
    }
    double size = Math.sqrt(Lbfgs.dot(direction, direction));
    double step = 1e-5 / size;
    double[] right = point.clone();
    double[] left = point.clone();
    for (int u = 0; u < unknowns; u++) {
      right[u] += step * direction[u];
      left[u] -= step * direction[u];
    }
    double[] ofRight = new double[unknowns];
    double[] ofLeft = new double[unknowns];
    objective.evaluate(right, ofRight);
    objective.evaluate(left, ofLeft);
    for (int u = 0; u < unknowns; u++) {
      double product = (ofRight[u] - ofLeft[u]) / (2 * step);
      // Third derivatives below 1000 over a step of 1e-5, rounding over it, the lift of 1e-10.
      assertThat(product)
          .isCloseTo(gradient[u], within(size * (1e3 * 1e-10 + 1e-13 / 1e-5 + 1e-8)));
    }
  }

  /** Almost separable: a thousand times less ridge than usual, hundreds of steps without metric. */
  @Test
  void fewStepsAreNeeded() {
    Matrix rows = rows(300, 4, 5, 41);
    LogisticRegression fitted =
        LogisticRegression.fit(rows, labels(300, 5), 1e-3 / 300, ONE.threads());
    assertThat(fitted.gradientNorm()).isLessThanOrEqualTo(1e-8);
    assertThat(fitted.iterations()).isLessThan(60);
  }

  /** More unknowns than a metric is made for: the same minimum. */
  @Test
  void manyColumnsAreFittedWithoutMetric() {
    Matrix rows = Matrix.of(Definition.points(120, 350, 51));
    ClassLabels labels = labels(120, 3);
    LogisticRegression fitted = LogisticRegression.fit(rows, labels, 0.01, ONE.threads());
    assertThat(3 * 351).isGreaterThan(SoftmaxMetric.MOST_UNKNOWNS);
    double[] all = definition(rows, labels, 0.01, fitted.weights(), fitted.intercepts());
    for (int u = 1; u < all.length; u++) {
      assertThat(all[u]).isCloseTo(0, within(1e-8));
    }
  }

  @Property(tries = 20)
  void theSolutionIsAMinimumByDefinition(
      @ForAll @IntRange(min = 2, max = 5) int classes,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll long seed) {
    int n = 60;
    Matrix rows = rows(n, d, classes, seed);
    ClassLabels labels = labels(n, classes);
    LogisticRegression fitted = LogisticRegression.fit(rows, labels, 0.01, ONE.threads());
    assertThat(fitted.gradientNorm()).isLessThanOrEqualTo(LogisticRegression.TOLERANCE);
    double[] all = definition(rows, labels, 0.01, fitted.weights(), fitted.intercepts());
    for (int u = 1; u < all.length; u++) {
      // Gradients of unscaled weights: the largest columns are some thousands, far off the origin.
      double unit = 1e4;
      assertThat(all[u]).isCloseTo(0, within(unit * (LogisticRegression.TOLERANCE + 1e-14 * n)));
    }
    assertThat(Arrays.stream(fitted.intercepts()).sum())
        .isCloseTo(0, within(1e-12 * (1 + Math.abs(fitted.intercepts()[0]))));
  }

  @Test
  void probabilitiesAreThoseOfTheDefinition() {
    Matrix rows = rows(600, 3, 3, 5); // more than one block
    LogisticRegression fitted = LogisticRegression.fit(rows, labels(600, 3), 0.01, ONE.threads());
    Matrix probabilities = fitted.probabilities(rows);
    int[] predicted = fitted.predict(rows);
    for (int i = 0; i < 600; i++) {
      double[] odds = new double[3];
      for (int k = 0; k < 3; k++) {
        odds[k] =
            Math.exp(fitted.intercepts()[k] + Lbfgs.dot(fitted.weights().row(k), rows.row(i)));
      }
      int best = 0;
      for (int k = 0; k < 3; k++) {
        double share = odds[k] / Arrays.stream(odds).sum();
        assertThat(probabilities.get(i, k)).isCloseTo(share, within(1e-12));
        best = odds[k] > odds[best] ? k : best;
      }
      assertThat(predicted[i]).isEqualTo(best);
    }
  }

  /** (1/n) sum log(1 + exp(-t (w.x + b))) + (ridge/2)/2 |w|^2, t = 1 or -1, has no slope there. */
  @Test
  void twoClassesAreBinaryLogisticRegressionWithHalfTheRidge() {
    int n = 50;
    Matrix rows = rows(n, 2, 2, 9);
    ClassLabels labels = labels(n, 2);
    double ridge = 0.02;
    LogisticRegression fitted = LogisticRegression.fit(rows, labels, ridge, ONE.threads());
    double[] w = new double[2];
    Arrays.setAll(w, j -> fitted.weights().get(1, j) - fitted.weights().get(0, j));
    double b = fitted.intercepts()[1] - fitted.intercepts()[0];
    double[] slopes = {ridge / 2 * w[0], ridge / 2 * w[1], 0};
    for (int i = 0; i < n; i++) {
      double t = labels.code(i) == 1 ? 1 : -1;
      double pull = -t / (1 + Math.exp(t * (Lbfgs.dot(w, rows.row(i)) + b))) / n;
      slopes[0] += pull * rows.get(i, 0);
      slopes[1] += pull * rows.get(i, 1);
      slopes[2] += pull;
    }
    for (double slope : slopes) {
      assertThat(slope).isCloseTo(0, within(1e2 * LogisticRegression.TOLERANCE));
    }
  }

  @Test
  void separableClassesHaveFiniteWeightsAndAllRowsRight() {
    Matrix rows = Matrix.of(new double[][] {{-2}, {-1}, {1}, {2}});
    ClassLabels labels = ClassLabels.of(new String[] {"a", "a", "b", "b"});
    double last = 0;
    for (double ridge : new double[] {1, 1e-2, 1e-4, 1e-8}) {
      LogisticRegression fitted = LogisticRegression.fit(rows, labels, ridge, ONE.threads());
      assertThat(fitted.predict(rows)).containsExactly(0, 0, 1, 1);
      assertThat(fitted.weights().get(1, 0)).isFinite().isGreaterThan(last);
      last = fitted.weights().get(1, 0);
    }
  }

  @Test
  void aColumnThatSaysNothingGetsNoWeight() {
    double[][] points = Definition.points(40, 2, 3);
    for (double[] point : points) {
      point[1] = 7;
    }
    LogisticRegression fitted =
        LogisticRegression.fit(Matrix.of(points), labels(40, 2), 0.1, ONE.threads());
    assertThat(fitted.weights().get(0, 1)).isZero();
    assertThat(fitted.weights().get(0, 0)).isNotZero();
  }

  @Test
  void unitsOfTheColumnsCostNoAccuracy() {
    // x -> x / 10^6 with a ridge of 10^12 times more would be the same fit; with the same ridge the
    // weights are practically free in one and frozen in the other, and both must be found.
    Matrix rows = rows(80, 4, 3, 21);
    for (double factor : new double[] {1e-6, 1, 1e6}) {
      double[] scaled = Arrays.stream(rows.values()).map(x -> factor * x).toArray();
      Matrix units = Matrix.wrap(80, 4, scaled);
      LogisticRegression fitted = LogisticRegression.fit(units, labels(80, 3), 1e-3, ONE.threads());
      assertThat(fitted.gradientNorm()).isLessThanOrEqualTo(1e-8);
    }
  }

  @Test
  void threadsChangeNoBit() {
    Matrix rows = rows(2500, 5, 4, 31);
    ClassLabels labels = labels(2500, 4);
    LogisticRegression alone = LogisticRegression.fit(rows, labels, 1e-3, ONE.threads());
    try (Workers three = Workers.of(3)) {
      LogisticRegression together = LogisticRegression.fit(rows, labels, 1e-3, three.threads());
      assertThat(together.weights().values()).containsExactly(alone.weights().values());
      assertThat(together.intercepts()).containsExactly(alone.intercepts());
      assertThat(together.probabilities(rows).values())
          .containsExactly(alone.probabilities(rows).values());
    }
  }

  static Stream<Map<String, Object>> references() {
    return cases(reference()).stream();
  }

  @ParameterizedTest
  @MethodSource("references")
  void theSolutionIsThatOfScikitLearn(Map<String, Object> reference) {
    Map<String, Object> file = reference();
    int classes = ((Number) reference.get("classes")).intValue();
    double[] codes = numbers(file.get("labels"));
    double[][] all = matrix(file.get("rows"));
    int[] kept = IntStream.range(0, all.length).filter(i -> codes[i] < classes).toArray();
    Matrix rows = Matrix.of(Arrays.stream(kept).mapToObj(i -> all[i]).toArray(double[][]::new));
    ClassLabels labels =
        ClassLabels.of(
            Arrays.stream(kept).mapToObj(i -> "" + (int) codes[i]).toArray(String[]::new));
    double ridge = 1 / (kept.length * ((Number) reference.get("C")).doubleValue());
    LogisticRegression fitted = LogisticRegression.fit(rows, labels, ridge, ONE.threads());
    double[][] weights = matrix(reference.get("weights"));
    double[] intercepts = numbers(reference.get("intercepts"));
    // The objective is convex with at least the ridge in every weight: a gradient of g is at most
    // g / ridge away from the minimum. Ours is measured in columns of at most 10 units.
    double gradient = ((Number) reference.get("gradient")).doubleValue();
    double own = 10 * 15 * fitted.gradientNorm();
    double tolerance = (gradient + own) / ridge + 1e-12;
    assertThat(tolerance).isLessThan(1e-4);
    for (int k = 0; k < classes; k++) {
      for (int j = 0; j < rows.columns(); j++) {
        assertThat(fitted.weights().get(k, j)).isCloseTo(weights[k][j], within(tolerance));
      }
      // An intercept follows its weights by the size of the rows, below 30.
      assertThat(fitted.intercepts()[k]).isCloseTo(intercepts[k], within(4 * 30 * tolerance));
    }
    double[][] probabilities = matrix(reference.get("probabilities"));
    Matrix ours = fitted.probabilities(rows);
    for (int i = 0; i < kept.length; i++) {
      for (int k = 0; k < classes; k++) {
        assertThat(ours.get(i, k)).isCloseTo(probabilities[i][k], within(8 * 30 * tolerance));
      }
    }
  }

  @Test
  void badInputIsRefused() {
    Matrix rows = rows(10, 2, 2, 1);
    ClassLabels labels = labels(10, 2);
    assertThatThrownBy(() -> LogisticRegression.fit(rows, labels(9, 2), 0.1, ONE.threads()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("9 labels for 10 rows");
    for (double ridge : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> LogisticRegression.fit(rows, labels, ridge, ONE.threads()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ridge = " + ridge);
    }
    assertThatThrownBy(() -> LogisticRegression.fit(rows, labels(10, 1), 0.1, ONE.threads()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("all rows are of class 0");
    double[] broken = rows.toArray();
    broken[5] = Double.NaN;
    assertThatThrownBy(
            () -> LogisticRegression.fit(Matrix.wrap(10, 2, broken), labels, 0.1, ONE.threads()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 2, column 1 is NaN");
    double[] huge = rows.toArray();
    huge[5] = 1e200;
    assertThatThrownBy(
            () -> LogisticRegression.fit(Matrix.wrap(10, 2, huge), labels, 0.1, ONE.threads()))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("column 1 overflows");
    LogisticRegression fitted = LogisticRegression.fit(rows, labels, 0.1, ONE.threads());
    assertThatThrownBy(() -> fitted.predict(rows(10, 3, 2, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 columns");
    assertThatThrownBy(
            () ->
                LogisticRegression.fit(
                    Matrix.wrap(0, 2, new double[0]),
                    ClassLabels.of(new String[0]),
                    1,
                    ONE.threads()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no rows");
  }

  /** No fit of such rows may hang, whatever the ridge: it ends with a minimum or says why not. */
  @Property(tries = 15)
  void wildRowsEnd(@ForAll @IntRange(min = -12, max = 3) int power, @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[30 * 3];
    Arrays.setAll(values, i -> Math.pow(10, random.nextDouble(-3, 6)) * random.nextGaussian());
    Matrix rows = Matrix.wrap(30, 3, values);
    try {
      LogisticRegression fitted =
          LogisticRegression.fit(rows, labels(30, 3), Math.pow(10, power), ONE.threads());
      assertThat(fitted.gradientNorm()).isLessThanOrEqualTo(LogisticRegression.ACCEPTED);
      for (double p : fitted.probabilities(rows).values()) {
        assertThat(p).isBetween(0.0, 1.0);
      }
    } catch (NumericalException e) {
      assertThat(e).hasMessageContaining("raise the ridge");
    }
  }

  private static Map<String, Object> reference() {
    try (InputStream in = LogisticRegressionTest.class.getResourceAsStream("logistic.json")) {
      return Json.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> cases(Map<String, Object> file) {
    return (List<Map<String, Object>>) file.get("cases");
  }

  private static double[][] matrix(Object json) {
    return ((List<?>) json).stream().map(LogisticRegressionTest::numbers).toArray(double[][]::new);
  }

  private static double[] numbers(Object json) {
    return ((List<?>) json).stream().mapToDouble(each -> ((Number) each).doubleValue()).toArray();
  }
}
