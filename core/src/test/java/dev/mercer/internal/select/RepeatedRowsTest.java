package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.LandmarkSelector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Weight 2 equals the row twice, and weight 0 no row (theory.md, "Sample weights"), for every
 * selector: the same points are chosen, and they stand for as many rows. Those that draw do so with
 * the same probabilities.
 */
class RepeatedRowsTest {

  /** Chance has no part in them, or none where there are few rows. */
  private static final List<String> CERTAIN =
      List.of(
          "pivoted-cholesky",
          "herding",
          "farthest",
          "greedy",
          "greedy(batch=3)",
          "backward",
          "backward(from=greedy,size=14)",
          "shadow(ell=1.5)",
          "feature-analysis(candidates=500)", // all rows; fewer are drawn, twins among them
          "tipping",
          "tipping(noise=0.05)");

  /** Draw rows that differ, or centers. */
  private static final List<String> DRAWN =
      List.of(
          "adaptive(batch=2)",
          "adaptive(batch=2,norm=column)",
          "rpcholesky",
          "rpcholesky(accelerated=false)",
          "kmeans",
          "kmeans-nearest",
          "kernel-kmeans");

  /**
   * Draw one row after the other and may draw its twin as well, which is another row to them: of
   * the rows in the order drawn, those that differ have the same probabilities.
   */
  private static final List<String> DRAWN_WITH_TWINS =
      List.of("uniform", "diagonal", "column-norm", "kde-paring");

  /** Where the equality cannot hold to the letter, with the reason. */
  private static final Map<String, String> OTHERS =
      Map.of(
          "leverage",
              "its scores are estimated from nested halves of the rows, and how many rows there are"
                  + " shapes the halves; what is estimated is the same",
          "ransac",
              "a set that is drawn may hold a row and its twin, which is a set of fewer points; what"
                  + " it is judged by is the same");

  @Test
  void everySelectorIsHere() {
    Set<String> here = new LinkedHashSet<>(OTHERS.keySet());
    for (List<String> some : List.of(CERTAIN, DRAWN, DRAWN_WITH_TWINS)) {
      some.forEach(spec -> here.add(spec.replaceAll("\\(.*", "")));
    }
    assertThat(here).containsExactlyInAnyOrderElementsOf(SelectorCatalog.names());
  }

  /** Rows chosen as text that names a point, in order; given points by their rounded values. */
  private static List<String> points(Landmarks landmarks) {
    List<String> result = new ArrayList<>();
    double[] point = new double[landmarks.points().columns()];
    for (int j = 0; j < landmarks.count(); j++) {
      landmarks.points().copy(j, 1, point, 0);
      result.add(Arrays.toString(Arrays.stream(point).map(v -> Math.rint(v * 1e9)).toArray()));
    }
    return result;
  }

  @Property(tries = 60)
  void weightsAreRepetitions(
      @ForAll @IntRange(min = 4, max = 40) int n, @ForAll @IntRange(max = 100_000) int seed) {
    double[][] x = Definition.points(n, 3, seed);
    SplittableRandom random = new SplittableRandom(seed);
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i < 3 ? 1 + i : random.nextInt(4));
    // A row that does not count, and would decide over every cut-off if it did.
    Arrays.fill(x[3], 1e9);
    weights[3] = 0;
    int candidates = (int) Arrays.stream(weights).filter(w -> w > 0).count();
    int count = 1 + random.nextInt(candidates);
    for (String kernel : List.of("gaussian(sigma=1.5)", "polynomial(degree=2)")) {
      for (String spec : CERTAIN) {
        if (kernel.startsWith("poly") && (spec.startsWith("shadow") || spec.startsWith("tip"))) {
          continue; // a shadow needs a width; likelihoods of a kernel of large values are no matter
        }
        LandmarkSelector selector = SelectorCatalog.parse(spec);
        if (spec.startsWith("backward(") && count > 14) {
          continue; // starts from fewer
        }
        Selection weighted = Selection.of(kernel, x, count).weights(weights);
        Selection repeated = Selection.of(kernel, Selections.repeated(x, weights), count);
        Landmarks one = attempt(selector, weighted);
        Landmarks other = attempt(selector, repeated);
        if (one == null || other == null) {
          assertThat(other).as(spec).isEqualTo(one);
          continue;
        }
        assertThat(points(other)).as("%s, %s", spec, kernel).isEqualTo(points(one));
        if (one.weights() == null) {
          assertThat(other.weights()).isNull();
        } else {
          for (int j = 0; j < one.count(); j++) {
            Definition.requireClose(
                other.weights()[j], one.weights()[j], 1e-6 * one.weights()[j], "%s %d", spec, j);
          }
        }
      }
    }
  }

  /** Null where the selector refuses. */
  private static Landmarks attempt(LandmarkSelector selector, Selection selection) {
    try {
      return selection.by(selector);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaussian(sigma=1.5)", "polynomial(degree=2)"})
  void drawsHaveTheSameProbabilities(String kernel) {
    double[][] x = Definition.points(6, 2, 5);
    double[] weights = {3, 1, 1, 2, 1, 1};
    for (String spec : DRAWN) {
      LandmarkSelector selector = SelectorCatalog.parse(spec);
      requireSame(spec, selector, kernel, x, weights, 2);
    }
    for (String spec : DRAWN_WITH_TWINS) {
      // Of five of the nine rows at least two differ.
      requireSame(spec, SelectorCatalog.parse(spec), kernel, x, weights, 5);
    }
  }

  private static void requireSame(
      String spec,
      LandmarkSelector selector,
      String kernel,
      double[][] x,
      double[] weights,
      int drawn) {
    int times = 4000;
    boolean ordered = !spec.startsWith("k") || spec.startsWith("kde");
    Map<List<String>, int[]> seen = new HashMap<>();
    double[][] repeated = Selections.repeated(x, weights);
    for (int s = 0; s < times; s++) {
      for (int side = 0; side < 2; side++) {
        Selection selection =
            side == 0
                ? Selection.of(kernel, x, 2).weights(weights).seed(s)
                : Selection.of(kernel, repeated, drawn).seed(times + s);
        List<String> first = points(selection.by(selector)).stream().distinct().limit(2).toList();
        List<String> key = ordered ? first : first.stream().sorted().toList();
        seen.computeIfAbsent(key, k -> new int[2])[side]++;
      }
    }
    double statistic = 0;
    for (int[] both : seen.values()) {
      double difference = both[0] - both[1];
      statistic += difference * difference / (both[0] + both[1]);
    }
    assertThat(statistic)
        .as("%s, %s", spec, kernel)
        .isLessThanOrEqualTo(Selection.limit(seen.size()));
  }
}
