package dev.mercer.internal.select;

import static dev.mercer.internal.select.CriterionDefinition.request;
import static dev.mercer.internal.select.CriterionDefinition.value;
import static dev.mercer.internal.select.CriterionDefinition.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.rows.SmallestKeys;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Backward;
import dev.mercer.landmark.Greedy;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BackwardSelectorTest {

  // As for greedy: two whitenings of the same matrix, each with its own rounding.
  private static final double SAME = 1e-10;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gaussian(sigma=1); false; 2",
        "gaussian(sigma=1); true; 3",
        "laplacian(sigma=2); true; 1",
        "laplacian-l1(sigma=3); false; 4",
        "matern(nu=0.5,length=2); true; 2",
        "matern(nu=1.5,length=1); true; 12"
      })
  void everyRemovalIsTheBestOfAllRefits(String spec, boolean center, int rank) {
    for (boolean weighted : new boolean[] {false, true}) {
      double[][] points = Definition.points(18, 3, 11);
      double[] weights = weighted ? weights(18) : null;
      Kernel kernel = Definition.kernel(spec);
      double[][] gram = Definition.gram(kernel, points);
      int[] before =
          IntStream.range(0, 18).filter(i -> weights == null || weights[i] > 0).toArray();
      // Removals do not depend on how many are wanted, so the sets of all sizes show each of them.
      for (int count = before.length - 1; count >= 2; count -= 1) {
        int[] after =
            SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 0))
                .select(request(kernel, points, weights, center, rank, count, Workers.of(1)))
                .rows();
        assertThat(after).hasSize(count);
        int gone = 0;
        while (gone < count && after[gone] == before[gone]) {
          gone++;
        }
        assertThat(without(before, gone)).isEqualTo(after);
        double[] values = new double[before.length];
        for (int j = 0; j < before.length; j++) {
          values[j] = value(gram, weights, center, rank, without(before, j));
        }
        double best = Arrays.stream(values).max().orElseThrow();
        assertThat(values[gone])
            .as("%s: row %d of %d", spec, before[gone], before.length)
            .isGreaterThanOrEqualTo(best * (1 - SAME));
        before = after;
      }
    }
  }

  @Test
  void lossesStayThoseOfRefitsOverManyRemovals() {
    double[][] points = Definition.points(40, 3, 17);
    double[] weights = weights(40);
    Kernel kernel = Definition.kernel("gaussian(sigma=1)");
    double[][] gram = Definition.gram(kernel, points);
    for (int rank : new int[] {1, 3}) {
      for (boolean center : new boolean[] {false, true}) {
        SelectionRequest request =
            request(kernel, points, weights, center, rank, 30, Workers.of(1));
        SubsetCriterion.Moment moment =
            new SubsetCriterion(request).moment(IntStream.range(0, 34).toArray());
        ShrinkingSpan span = new ShrinkingSpan(moment, moment.kept(), rank, Workers.of(1));
        while (span.count() > 2) {
          if (span.count() % 8 == 2) {
            int[] landmarks = span.landmarks();
            double whole = value(gram, weights, center, rank, landmarks);
            double[] losses = span.losses();
            for (int j = 0; j < losses.length; j++) {
              double expected = whole - value(gram, weights, center, rank, without(landmarks, j));
              assertThat(losses[j]).isCloseTo(expected, within(SAME * whole));
            }
          }
          span.removeLeast();
        }
      }
    }
  }

  private static double[] weights(int n) {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i % 7 == 2 ? 0 : random.nextDouble() * 3);
    return weights;
  }

  @Test
  void ofDuplicatesTheLowestRowStays() {
    double[][] points = Definition.points(24, 3, 9);
    for (int i = 0; i < 8; i++) {
      points[16 + i] = points[i].clone();
    }
    Kernel kernel = Definition.kernel("gaussian(sigma=1)");
    int[] rows =
        SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 0))
            .select(request(kernel, points, null, true, 2, 16, Workers.of(1)))
            .rows();
    assertThat(rows).isEqualTo(IntStream.range(0, 16).toArray());
  }

  @Test
  void afterGreedyItRemovesFromTwiceAsMany() {
    double[][] points = Definition.points(120, 2, 6);
    Kernel kernel = Definition.kernel("gaussian(sigma=0.6)");
    SelectionRequest request = request(kernel, points, null, true, 4, 8, Workers.of(1));
    double[][] gram = Definition.gram(kernel, points);
    int[] expected = SelectorCatalog.algorithm(new Greedy(1)).select(request.withCount(16)).rows();
    while (expected.length > 8) {
      double[] losses = new double[expected.length];
      for (int j = 0; j < losses.length; j++) {
        losses[j] = -value(gram, null, true, 4, without(expected, j));
      }
      expected = without(expected, SmallestKeys.of(losses, 1)[0]);
    }
    int[] rows =
        SelectorCatalog.algorithm(new Backward(Backward.Start.GREEDY, 0)).select(request).rows();
    assertThat(rows).isEqualTo(expected);
    // Or the test would not tell removal from stopping earlier.
    assertThat(rows).isNotEqualTo(SelectorCatalog.algorithm(new Greedy(1)).select(request).rows());
  }

  @ParameterizedTest
  @EnumSource(
      value = Backward.Start.class,
      names = {"ALL", "GREEDY"})
  void threadsChangeNoChoice(Backward.Start from) {
    double[][] points = Definition.points(600, 4, 21);
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    int[] one =
        SelectorCatalog.algorithm(new Backward(from, 90))
            .select(request(kernel, points, null, true, 3, 40, Workers.of(1)))
            .rows();
    try (Workers workers = Workers.of(2)) {
      int[] two =
          SelectorCatalog.algorithm(new Backward(from, 90))
              .select(request(kernel, points, null, true, 3, 40, workers))
              .rows();
      assertThat(two).isEqualTo(one).hasSize(40);
    }
  }

  @Test
  void precomputedMatrixGivesTheSameRows() {
    double[][] points = Definition.points(50, 3, 2);
    Kernel kernel = Definition.kernel("laplacian(sigma=2)");
    double[][] gram = Definition.gram(kernel, points);
    Landmarks given =
        SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 0))
            .select(
                request(Definition.kernel("precomputed"), gram, null, true, 3, 12, Workers.of(1)));
    Landmarks computed =
        SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 0))
            .select(request(kernel, points, null, true, 3, 12, Workers.of(1)));
    assertThat(given.rows()).isEqualTo(computed.rows());
    assertThat(given.points()).isNull();
  }

  @Test
  void aSampleIsSaid() {
    double[][] points = Definition.points(40, 2, 6);
    SelectionRequest request =
        request(Definition.kernel("laplacian(sigma=1)"), points, null, true, 2, 5, Workers.of(1));
    assertThat(
            SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 12))
                .select(request)
                .notes()
                .get(0))
        .contains("12 of 40");
    assertThat(
            SelectorCatalog.algorithm(new Backward(Backward.Start.AUTO, 0)).select(request).notes())
        .isEmpty();
    assertThatThrownBy(
            () -> SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 4)).select(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("below the 5");
  }

  @Test
  void keepsFewerWhereTheySpanAll() {
    double[][] points = Definition.points(40, 3, 4);
    Landmarks landmarks =
        SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 0))
            .select(
                request(Definition.kernel("linear"), points, null, false, 2, 20, Workers.of(1)));
    assertThat(landmarks.rows()).hasSize(3);
    assertThat(landmarks.notes().get(0)).contains("3 of 20");
  }

  @Test
  void refusesRowsThatAreAllZero() {
    SelectionRequest request =
        request(Definition.kernel("linear"), new double[5][2], null, false, 1, 2, Workers.of(1));
    assertThatThrownBy(
            () -> SelectorCatalog.algorithm(new Backward(Backward.Start.ALL, 0)).select(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("k(x, x)");
  }

  @Test
  void specRoundTrips() {
    for (String text : new String[] {"backward(from=all)", "backward(from=greedy,size=40)"}) {
      assertThat(BackwardSelector.read(Spec.parse(text)).spec()).isEqualTo(text);
    }
    assertThat(BackwardSelector.read(Spec.parse("backward")).from()).isEqualTo(Backward.Start.AUTO);
    assertThatThrownBy(() -> BackwardSelector.read(Spec.parse("backward(from=some)")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("greedy");
  }
}
