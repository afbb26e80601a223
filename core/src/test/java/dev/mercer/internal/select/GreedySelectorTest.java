package dev.mercer.internal.select;

import static dev.mercer.internal.select.CriterionDefinition.request;
import static dev.mercer.internal.select.CriterionDefinition.value;
import static dev.mercer.internal.select.CriterionDefinition.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.RowFeatures;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.rows.SmallestKeys;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Greedy;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GreedySelectorTest {

  // Two ways to the same sum, each through a whitening that may enlarge rounding by 1e5 (the root
  // of the cut-off 1e-10) in directions of little variance: a thousand times the unit is typical.
  private static final double SAME = 1e-10;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gaussian(sigma=1.5); false; 2",
        "gaussian(sigma=1.5); true; 3",
        "gaussian(sigma=6); true; 2",
        "laplacian(sigma=2); true; 1",
        "laplacian-l1(sigma=3); false; 4",
        "polynomial(scale=0.5,offset=1,degree=3); true; 2",
        "linear; true; 1",
        "cosine; false; 3",
        "matern(nu=1.5,length=2); true; 12"
      })
  void everyStepIsTheBestOfAllRefits(String spec, boolean center, int rank) {
    for (boolean weighted : new boolean[] {false, true}) {
      double[][] points = Definition.points(34, 3, 11);
      points[20] = points[4].clone();
      points[31] = points[4].clone();
      double[] weights = weighted ? weights(34) : null;
      Kernel kernel = Definition.kernel(spec);
      int[] chosen =
          SelectorCatalog.algorithm(new Greedy(1))
              .select(request(kernel, points, weights, center, rank, 10, Workers.of(1)))
              .rows();
      requireGreedy(Definition.gram(kernel, points), weights, center, rank, chosen);
      assertThat(chosen).doesNotContain(20, 31).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gaussian(sigma=1.5); false; 2",
        "gaussian(sigma=3); true; 3",
        "laplacian(sigma=2); true; 1",
        "polynomial(scale=0.5,offset=1,degree=3); true; 2"
      })
  void gainsAreThoseOfRefitsAndBoundsAreAbove(String spec, boolean center, int rank) {
    double[][] points = Definition.points(34, 3, 19);
    double[] weights = weights(34);
    Kernel kernel = Definition.kernel(spec);
    double[][] gram = Definition.gram(kernel, points);
    SelectionRequest request = request(kernel, points, weights, center, rank, 12, Workers.of(1));
    GrowingSpan span = new GrowingSpan(request, new WholeGram(request, 0), 12);
    int[] rows = IntStream.range(0, 34).toArray();
    for (int[] batch : new int[][] {{4}, {30}, {8, 15, 1}, {22, 3}, {10}}) {
      GreedyStep step = new GreedyStep(request, span);
      int[] landmarks = span.landmarks();
      double captured = value(gram, weights, center, rank, landmarks);
      assertThat(step.captured()).isCloseTo(captured, within(SAME * captured));
      double[] bounds = step.bounds();
      double[] gains = new double[34];
      step.computeExactGains(Arrays.stream(rows).filter(span::open).toArray(), gains);
      for (int j = 0; j < 34; j++) {
        if (span.open(j)) {
          double expected = value(gram, weights, center, rank, with(landmarks, j));
          assertThat(captured + gains[j]).isCloseTo(expected, within(SAME * expected));
          assertThat(bounds[j]).isGreaterThanOrEqualTo(gains[j]);
        } else {
          assertThat(bounds[j]).isEqualTo(Double.NEGATIVE_INFINITY);
        }
      }
      span.add(batch);
    }
  }

  /** Replays the choices: each must reach the best value, and no row before it may. */
  private static void requireGreedy(
      double[][] gram, double[] weights, boolean center, int rank, int[] chosen) {
    assertThat(chosen).isNotEmpty();
    int[] landmarks = {};
    for (int row : chosen) {
      double[] values = new double[gram.length];
      for (int j = 0; j < gram.length; j++) {
        int[] more = with(landmarks, j);
        boolean may = weights == null || weights[j] > 0;
        values[j] = may ? value(gram, weights, center, rank, more) : 0;
      }
      double best = Arrays.stream(values).max().orElseThrow();
      assertThat(values[row])
          .as("row %d after %s", row, Arrays.toString(landmarks))
          .isGreaterThanOrEqualTo(best * (1 - SAME));
      landmarks = with(landmarks, row);
    }
  }

  private static double[] weights(int n) {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i % 7 == 2 ? 0 : random.nextDouble() * 3);
    return weights;
  }

  @Test
  void rowsOfWeightZeroAreNeverChosenAndDoNotCount() {
    double[][] points = Definition.points(30, 2, 5);
    double[] weights = weights(30);
    Kernel kernel = Definition.kernel("gaussian(sigma=1)");
    int[] chosen =
        SelectorCatalog.algorithm(new Greedy(1))
            .select(request(kernel, points, weights, true, 2, 20, Workers.of(1)))
            .rows();
    for (int row : chosen) {
      assertThat(weights[row]).isPositive();
    }
  }

  @Test
  void weightTwoIsTheRowTwice() {
    double[][] points = Definition.points(25, 3, 8);
    double[][] twice = Arrays.copyOf(points, 27);
    twice[25] = points[3].clone();
    twice[26] = points[9].clone();
    double[] weights = new double[25];
    Arrays.fill(weights, 1);
    weights[3] = 2;
    weights[9] = 2;
    Kernel kernel = Definition.kernel("gaussian(sigma=2)");
    int[] weighted =
        SelectorCatalog.algorithm(new Greedy(1))
            .select(request(kernel, points, weights, true, 3, 9, Workers.of(1)))
            .rows();
    int[] repeated =
        SelectorCatalog.algorithm(new Greedy(1))
            .select(request(kernel, twice, null, true, 3, 9, Workers.of(1)))
            .rows();
    assertThat(weighted).isEqualTo(repeated);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void threadsChangeNoBitAndNoChoice(int batch) {
    double[][] points = Definition.points(700, 4, 21);
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    Landmarks one =
        SelectorCatalog.algorithm(new Greedy(batch))
            .select(request(kernel, points, null, true, 4, 25, Workers.of(1)));
    try (Workers workers = Workers.of(2)) {
      Landmarks two =
          SelectorCatalog.algorithm(new Greedy(batch))
              .select(request(kernel, points, null, true, 4, 25, workers));
      assertThat(two.rows()).isEqualTo(one.rows());
      assertThat(Selection.rows(two.features())).isDeepEqualTo(Selection.rows(one.features()));
    }
  }

  @Test
  void precomputedMatrixGivesTheSameRows() {
    double[][] points = Definition.points(60, 3, 2);
    Kernel kernel = Definition.kernel("gaussian(sigma=2)");
    double[][] gram = Definition.gram(kernel, points);
    Landmarks given =
        SelectorCatalog.algorithm(new Greedy(1))
            .select(
                request(Definition.kernel("precomputed"), gram, null, true, 3, 12, Workers.of(1)));
    Landmarks computed =
        SelectorCatalog.algorithm(new Greedy(1))
            .select(request(kernel, points, null, true, 3, 12, Workers.of(1)));
    assertThat(given.rows()).isEqualTo(computed.rows());
    assertThat(given.points()).isNull();
  }

  @Test
  void withoutMemoryForTheMatrixItIsComputedAnew() {
    double[][] points = Definition.points(300, 3, 2);
    Kernel kernel = Definition.kernel("laplacian(sigma=2)");
    SelectionRequest rich = request(kernel, points, null, false, 3, 12, Workers.of(1));
    SelectionRequest poor =
        new SelectionRequest(
            rich.gram(),
            null,
            false,
            3,
            12,
            0,
            7,
            new GreedySelector(new Greedy(1)).leastMemory(rich.rows(), kernel, 12, 1) + 1000);
    assertThat(SelectorCatalog.algorithm(new Greedy(1)).select(poor).rows())
        .isEqualTo(SelectorCatalog.algorithm(new Greedy(1)).select(rich).rows());
    SelectionRequest none = new SelectionRequest(rich.gram(), null, false, 3, 12, 0, 7, 1000);
    assertThatThrownBy(() -> SelectorCatalog.algorithm(new Greedy(1)).select(none))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memory");
  }

  @Test
  void stopsWhenTheLandmarksSpanAllRows() {
    double[][] points = Definition.points(40, 3, 4);
    Landmarks landmarks =
        SelectorCatalog.algorithm(new Greedy(2))
            .select(
                request(Definition.kernel("linear"), points, null, false, 2, 20, Workers.of(1)));
    assertThat(landmarks.rows()).hasSize(3);
    assertThat(landmarks.notes()).hasSize(1);
    assertThat(landmarks.notes().get(0)).contains("3 of 20");
  }

  @Test
  void refusesRowsThatAreAllZero() {
    double[][] points = new double[5][2];
    assertThatThrownBy(
            () ->
                SelectorCatalog.algorithm(new Greedy(1))
                    .select(
                        request(
                            Definition.kernel("linear"), points, null, false, 1, 2, Workers.of(1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("k(x, x)");
  }

  @Test
  void stopsAtTheToleranceAndNotBefore() {
    double[][] points = Definition.points(80, 2, 4);
    Kernel kernel = Definition.kernel("gaussian(sigma=1)");
    SelectionRequest all = request(kernel, points, null, true, 2, 60, Workers.of(1));
    double tolerance = 0.05;
    Landmarks landmarks =
        SelectorCatalog.algorithm(new Greedy(1))
            .select(new SelectionRequest(all.gram(), null, true, 2, 60, tolerance, 7, 1L << 30));
    assertThat(landmarks.count()).isBetween(2, 59);
    assertThat(trace(landmarks, landmarks.count())).isLessThanOrEqualTo(tolerance * 80);
    assertThat(trace(landmarks, landmarks.count() - 1)).isGreaterThan(tolerance * 80);
  }

  private static double trace(Landmarks landmarks, int columns) {
    RowFeatures features = landmarks.features();
    double trace = 0;
    for (int i = 0; i < features.rows(); i++) {
      trace += 1;
      for (int c = 0; c < columns; c++) {
        double f = features.array(i)[features.offset(i) + c];
        trace -= f * f;
      }
    }
    return trace;
  }

  @Test
  void featuresAreThoseOfTheLandmarks() {
    double[][] points = Definition.points(290, 3, 13);
    Kernel kernel = Definition.kernel("gaussian(sigma=2)");
    Landmarks landmarks =
        SelectorCatalog.algorithm(new Greedy(4))
            .select(request(kernel, points, null, true, 3, 30, Workers.of(1)));
    RowFeatures features = landmarks.features();
    assertThat(features.columns()).isEqualTo(30);
    for (int i = 0; i < 290; i++) {
      for (int c = 0; c < 30; c++) {
        int landmark = landmarks.rows()[c];
        double product = 0;
        for (int l = 0; l < 30; l++) {
          product += feature(features, i, l) * feature(features, landmark, l);
        }
        double expected = kernel.value(points[i], points[landmark]);
        assertThat(product).isCloseTo(expected, within(1e-12));
        if (c < 29) {
          assertThat(feature(features, landmark, c + 1)).isZero();
        }
      }
    }
  }

  private static double feature(RowFeatures features, int row, int column) {
    return features.array(row)[features.offset(row) + column];
  }

  @Test
  void smoothKernelsStayExactWhenResidualsAreSmall() {
    double[][] points = Definition.points(60, 2, 31);
    Kernel kernel = Definition.kernel("gaussian(sigma=4)");
    Landmarks landmarks =
        SelectorCatalog.algorithm(new Greedy(1))
            .select(request(kernel, points, null, true, 2, 18, Workers.of(1)));
    requireGreedy(Definition.gram(kernel, points), null, true, 2, landmarks.rows());
  }

  @Test
  void aBatchIsTheBestRowsOfOneStep() {
    double[][] points = Definition.points(36, 3, 17);
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    double[][] gram = Definition.gram(kernel, points);
    int[] chosen =
        SelectorCatalog.algorithm(new Greedy(4))
            .select(request(kernel, points, null, true, 2, 8, Workers.of(1)))
            .rows();
    assertThat(chosen).hasSize(8).doesNotHaveDuplicates();
    for (int step = 0; step < 2; step++) {
      int[] before = Arrays.copyOf(chosen, 4 * step);
      double[] values = new double[36];
      Arrays.setAll(
          values,
          j ->
              Arrays.stream(before).anyMatch(b -> b == j)
                  ? 0
                  : -value(gram, null, true, 2, with(before, j)));
      assertThat(Arrays.copyOfRange(chosen, 4 * step, 4 * step + 4))
          .isEqualTo(SmallestKeys.of(values, 4));
    }
  }

  @Test
  void specRoundTrips() {
    assertThat(GreedySelector.read(Spec.parse("greedy"))).isEqualTo(new Greedy(1));
    assertThat(GreedySelector.read(Spec.parse(new Greedy(5).spec()))).isEqualTo(new Greedy(5));
    assertThatThrownBy(() -> GreedySelector.read(Spec.parse("greedy(batch=0)")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("batch");
    assertThatThrownBy(() -> GreedySelector.read(Spec.parse("greedy(bach=2)")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("batch");
  }
}
