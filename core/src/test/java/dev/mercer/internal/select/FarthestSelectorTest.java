package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.Farthest;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Farthest points by blocks against the same, one at a time by plain loops. */
class FarthestSelectorTest {

  private static int[] definition(Selection selection) {
    double[][] gram = selection.gram();
    double[] w = selection.weightsOrOnes();
    int n = gram.length;
    double[] distance = new double[n];
    double largest = 0;
    for (int i = 0; i < n; i++) {
      distance[i] = w[i] > 0 ? gram[i][i] : Double.NEGATIVE_INFINITY;
      largest = Math.max(largest, Math.abs(gram[i][i]));
    }
    int[] chosen = new int[selection.count()];
    for (int k = 0; k < chosen.length; k++) {
      double most = Arrays.stream(distance).max().orElseThrow();
      if (k > 0 && most <= 1e-14 * largest) {
        return Arrays.copyOf(chosen, k);
      }
      while (distance[chosen[k]] < most - 1e-14 * largest) {
        chosen[k]++;
      }
      int s = chosen[k];
      for (int i = 0; i < n; i++) {
        double now = Math.max(0, gram[i][i] + gram[s][s] - 2 * gram[i][s]);
        double before = k > 0 ? distance[i] : Double.POSITIVE_INFINITY;
        distance[i] = w[i] > 0 ? Math.min(before, now) : 0;
      }
    }
    return chosen;
  }

  @Test
  void everyKernel() {
    double[][] points = Definition.points(120, 3, 7);
    double[] weights = new double[120];
    Arrays.setAll(weights, i -> i % 4 * 0.5);
    for (String spec : Definition.KERNELS) {
      for (double[] given : new double[][] {null, weights}) {
        Selection selection = Selection.of(spec, points, 15).weights(given);
        assertThat(selection.by(new Farthest()).rows()).as(spec).isEqualTo(definition(selection));
      }
    }
  }

  @Property(tries = 25)
  void blocksAreThoseOfOneAtATime(
      @ForAll @IntRange(min = 1, max = 400) int n,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll long seed) {
    Selection selection =
        Selection.of("laplacian(sigma=2)", Definition.points(n, d, seed), Math.min(n, 80));
    assertThat(selection.by(new Farthest()).rows()).isEqualTo(definition(selection));
  }

  @Test
  void equalRowsAreTakenOnceTheLowestFirst() {
    double[][] points = new double[300][];
    double[][] distinct = Definition.points(40, 3, 5);
    Arrays.setAll(points, i -> distinct[i % 40]);
    Landmarks landmarks =
        Selection.of("gaussian(sigma=1.5)", points, 60).threads(2).by(new Farthest());
    assertThat(landmarks.rows())
        .hasSize(40)
        .isEqualTo(definition(Selection.of("gaussian(sigma=1.5)", distinct, 40)));
    assertThat(landmarks.notes()).singleElement().asString().contains("40 landmarks instead of 60");
  }
}
