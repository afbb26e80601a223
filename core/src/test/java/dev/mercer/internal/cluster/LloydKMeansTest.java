package dev.mercer.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.internal.select.Selections;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.KMeans;
import dev.mercer.landmark.KMeansNearest;
import dev.mercer.landmark.LandmarkSelector;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LloydKMeansTest {

  private static final String KERNEL = "gaussian(sigma=2)";

  /** The lowest of the nearest points, by the double loop. */
  private static int nearest(double[] x, double[][] points) {
    int best = 0;
    for (int j = 1; j < points.length; j++) {
      if (Pairing.SQUARED_DISTANCE.of(x, points[j])
          < Pairing.SQUARED_DISTANCE.of(x, points[best])) {
        best = j;
      }
    }
    return best;
  }

  private static double[][] unflatten(double[] values, int d) {
    double[][] result = new double[values.length / d][];
    Arrays.setAll(result, i -> Arrays.copyOfRange(values, i * d, (i + 1) * d));
    return result;
  }

  private static double[] flatten(double[][] points) {
    return Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[][] all(Rows rows) {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    return unflatten(values, rows.columns());
  }

  /** Lloyd as in a textbook, with the same first centers; null if a cluster runs empty. */
  private static int[] naive(double[][] x, double[] w, double[][] centers, int iterations) {
    int[] cluster = new int[x.length];
    for (int t = 0; t < iterations; t++) {
      double[][] sums = new double[centers.length][x[0].length];
      double[] sizes = new double[centers.length];
      for (int i = 0; i < x.length; i++) {
        cluster[i] = nearest(x[i], centers);
        sizes[cluster[i]] += w[i];
        for (int c = 0; c < x[i].length; c++) {
          sums[cluster[i]][c] += w[i] * x[i][c];
        }
      }
      for (int j = 0; j < centers.length; j++) {
        if (sizes[j] == 0) {
          return null;
        }
        for (int c = 0; c < x[0].length; c++) {
          centers[j][c] = sums[j][c] / sizes[j];
        }
      }
    }
    return cluster;
  }

  @Property(tries = 25)
  void lloydEqualsTheTextbook(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int steps) {
    int k = 5;
    double[][] x = Selections.clusters(400, 3, k, 2, 20, seed);
    double[] w = Selections.weights(x.length, seed);
    double[][] first = new double[k][];
    for (int j = 0; j < k; j++) {
      w[j] = 1; // a center of its own weight: no cluster of the first step is empty
      first[j] = x[j].clone();
    }
    try (Workers workers = Workers.of(2)) {
      ShiftedRows rows = new ShiftedRows(DenseRows.of(x), workers);
      LloydKMeans.Clusters found = new LloydKMeans(rows, w).iterate(flatten(first), steps);
      int[] expected = naive(x, w, first, found.iterations());
      Assume.that(expected != null);
      assertThat(found.cluster()).containsExactly(expected);
      // Means of 400 rows of size 50 at most: 400 roundings of 2^-53 of 50 on either side.
      double rounding = 2 * 400 * 50 * 0x1p-53;
      assertThat(found.centers()).containsExactly(flatten(first), Offset.offset(rounding));
    }
  }

  @Property(tries = 15)
  void theSumNeverGrows(@ForAll long seed) {
    double[][] x = Selections.grid(300, 2, 9, 0.3, 5, seed);
    try (Workers workers = Workers.of(1)) {
      ShiftedRows rows = new ShiftedRows(DenseRows.of(x), workers);
      double[] first = flatten(Arrays.copyOf(x, 20)); // duplicates among them: empty clusters
      double last = Double.POSITIVE_INFINITY;
      for (int iterations = 1; iterations < 12; iterations++) {
        LloydKMeans.Clusters found = new LloydKMeans(rows, null).iterate(first, iterations);
        assertThat(found.objective()).isLessThanOrEqualTo(last * (1 + 1e-12));
        assertThat(found.sizes()).doesNotContain(0);
        assertThat(Arrays.stream(found.sizes()).sum()).isEqualTo(300);
        last = found.objective();
      }
    }
  }

  /**
   * Equal centers leave all but the first empty; the farthest rows must fill them, equal ones
   * together.
   */
  @Test
  void emptyClustersAreFilledWithTheFarthestRows() {
    double[][] x = {{0}, {1}, {2}, {10}, {10}, {-9}};
    try (Workers workers = Workers.of(1)) {
      ShiftedRows rows = new ShiftedRows(DenseRows.of(x), workers);
      LloydKMeans.Clusters one = new LloydKMeans(rows, null).iterate(new double[] {0, 0, 0}, 1);
      assertThat(one.cluster()).containsExactly(0, 0, 0, 1, 1, 2);
      LloydKMeans.Clusters found = new LloydKMeans(rows, null).iterate(new double[] {0, 0, 0}, 50);
      assertThat(found.sizes()).containsExactly(3, 2, 1);
      // Six rows of size 10 at most.
      assertThat(found.centers())
          .containsExactly(new double[] {1, 10, -9}, Offset.offset(2 * 6 * 10 * 0x1p-53));
    }
  }

  @Test
  void centersAreTheMeansOfTheirClusters() {
    double[][] x = Selections.clusters(500, 4, 6, 1, 3, 1);
    double[] w = Selections.weights(500, 2);
    Landmarks found = Selections.select(new KMeans(3), x, KERNEL, w, 6, 1, 2);
    assertThat(found.rows()).isNull();
    assertThat(found.count()).isEqualTo(6);
    assertThat(Arrays.stream(found.weights()).sum()).isEqualTo(Arrays.stream(w).sum());
    double[] sum = new double[4];
    double[] expected = new double[4];
    double[][] centers = all(found.points());
    for (int c = 0; c < 4; c++) {
      for (int j = 0; j < 6; j++) {
        sum[c] += found.weights()[j] * centers[j][c];
      }
      for (int i = 0; i < 500; i++) {
        expected[c] += w[i] * x[i][c];
      }
    }
    // Sums of 1,000 terms of size 40 at most.
    assertThat(sum).containsExactly(expected, Offset.offset(1000 * 1000 * 40 * 0x1p-53));
  }

  /** A batch of proposals thinned has the distribution of k-means++: tested on three rows. */
  @Test
  void seedsHaveTheDistributionOfKMeansPlusPlus() {
    // From 0: squared distances 1 and 9. From 1: 1 and 4. From 3: 9 and 4.
    double[][] x = {{0}, {1}, {3}};
    double[] w = {1, 2, 1};
    int trials = 20_000;
    int[][] counts = new int[3][3];
    try (Workers workers = Workers.of(1)) {
      ShiftedRows rows = new ShiftedRows(DenseRows.of(x), workers);
      SplittableRandom random = new SplittableRandom(1);
      for (int t = 0; t < trials; t++) {
        int[] seeds = KMeansSeeds.choose(rows, w, 2, random);
        counts[seeds[0]][seeds[1]]++;
      }
    }
    double[][] expected = {
      {0, 0.25 * 2 / 11, 0.25 * 9 / 11},
      {0.5 * 1 / 5, 0, 0.5 * 4 / 5},
      {0.25 * 9 / 17, 0.25 * 8 / 17, 0}
    };
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double p = expected[i][j];
        double deviation = Math.sqrt(p * (1 - p) / trials);
        assertThat(counts[i][j] / (double) trials)
            .isCloseTo(p, Offset.offset(5 * deviation)); // one in a million
      }
    }
  }

  /** The same where batches are larger than one: the third seed of five rows. */
  @Test
  void thinnedBatchesHaveTheDistributionToo() {
    double[][] x = {{0}, {1}, {3}, {3.5}, {7}};
    int trials = 20_000;
    double[] counts = new double[5 * 5 * 5 * 5];
    double[] expected = new double[counts.length];
    try (Workers workers = Workers.of(1)) {
      ShiftedRows rows = new ShiftedRows(DenseRows.of(x), workers);
      SplittableRandom random = new SplittableRandom(2);
      for (int t = 0; t < trials; t++) {
        int[] s = KMeansSeeds.choose(rows, null, 4, random);
        counts[((s[0] * 5 + s[1]) * 5 + s[2]) * 5 + s[3]] += 1.0 / trials;
      }
    }
    for (int first = 0; first < 5; first++) {
      expect(x, new int[] {first}, 0.2, expected);
    }
    for (int i = 0; i < counts.length; i++) {
      double deviation = Math.sqrt(expected[i] * (1 - expected[i]) / trials);
      assertThat(counts[i]).isCloseTo(expected[i], Offset.offset(5 * deviation + 1e-12));
    }
  }

  private static void expect(double[][] x, int[] chosen, double p, double[] into) {
    if (chosen.length == 4) {
      into[((chosen[0] * 5 + chosen[1]) * 5 + chosen[2]) * 5 + chosen[3]] += p;
      return;
    }
    double[] mass = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      double least = Double.POSITIVE_INFINITY;
      for (int c : chosen) {
        least = Math.min(least, Pairing.SQUARED_DISTANCE.of(x[i], x[c]));
      }
      mass[i] = least;
    }
    double total = Arrays.stream(mass).sum();
    for (int i = 0; i < x.length; i++) {
      if (mass[i] > 0) {
        int[] longer = Arrays.copyOf(chosen, chosen.length + 1);
        longer[chosen.length] = i;
        expect(x, longer, p * mass[i] / total, into);
      }
    }
  }

  @Property(tries = 20)
  void nearestSelectorTakesTheRowsNearestToTheCenters(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int k) {
    double[][] x = Selections.grid(600, 2, 12, 0.1, 3, seed); // ties everywhere
    double[] w = Selections.weights(600, seed);
    Landmarks centers = Selections.select(new KMeans(4), x, KERNEL, w, k, seed, 2);
    Landmarks found = Selections.select(new KMeansNearest(4), x, KERNEL, w, k, seed, 2);
    assertThat(found.weights()).containsExactly(centers.weights());
    boolean[] taken = new boolean[600]; // the rows chosen and those equal to them
    double[][] points = all(centers.points());
    for (int j = 0; j < points.length; j++) {
      int best = -1;
      for (int i = 0; i < 600; i++) {
        if (w[i] > 0
            && !taken[i]
            && (best < 0
                || Pairing.SQUARED_DISTANCE.of(x[i], points[j])
                    < Pairing.SQUARED_DISTANCE.of(x[best], points[j]))) {
          best = i;
        }
      }
      for (int i = 0; i < 600; i++) {
        taken[i] |= Arrays.equals(x[i], x[best]);
      }
      assertThat(found.rows()[j]).isEqualTo(best);
    }
  }

  /** Two centers with the same nearest row: the second takes the next that is not its equal. */
  @Test
  void rowsAreTakenOnce() {
    double[][] x = {{0}, {5}, {1}, {6}, {-0.0}};
    try (Workers workers = Workers.of(1)) {
      ShiftedRows rows = new ShiftedRows(DenseRows.of(x), workers);
      double[] points = {0.1, 0.2, 0.3, 4};
      assertThat(NearestRows.distinct(rows, null, rows.points(points))).containsExactly(0, 2, 1, 3);
    }
  }

  @Property(tries = 25)
  void nearestWeightsEqualTheDoubleLoop(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 80) int m) {
    for (double offset : new double[] {0, 1e5}) {
      double[][] x = Selections.grid(500, 2, 15, 0.1, offset, seed);
      double[] w = Selections.weights(500, seed);
      double[][] points = Selections.grid(m, 2, 8, 0.2, offset + 0.1, seed + 1);
      double[] expected = new double[m];
      for (int i = 0; i < 500; i++) {
        expected[nearest(x[i], points)] += w[i];
      }
      try (Workers workers = Workers.of(2)) {
        GramColumns gram = Selections.request(x, KERNEL, w, 1, 0, workers).gram();
        Landmarks landmarks = Landmarks.ofPoints(DenseRows.of(points), null);
        assertThat(NearestWeights.of(gram, landmarks, w)).containsExactly(expected);
      }
    }
  }

  @Test
  void nearestWeightsOfAPrecomputedKernelAreThoseInFeatureSpace() {
    double[][] x = Selections.clusters(300, 3, 4, 3, 1, 8);
    double[][] gram = new double[300][300];
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 300; j++) {
        gram[i][j] = Pairing.INNER_PRODUCT.of(x[i], x[j]); // feature space = data space
      }
    }
    int[] rows = {17, 200, 3, 250, 90};
    double[] w = Selections.weights(300, 4);
    try (Workers workers = Workers.of(2)) {
      GramColumns given =
          new GramColumns(DenseRows.of(gram), new Precomputed(true), 1 << 20, workers);
      GramColumns points = Selections.request(x, "linear", w, 1, 0, workers).gram();
      assertThat(NearestWeights.of(given, Landmarks.ofRows(given, rows, null), w))
          .containsExactly(NearestWeights.of(points, Landmarks.ofRows(points, rows, null), w));
    }
  }

  @Test
  void sameBitsForAnyNumberOfThreads() {
    double[][] x = Selections.clusters(1500, 7, 9, 3, 4, 6);
    for (long seed = 0; seed < 3; seed++) {
      Landmarks one = Selections.select(new KMeans(6), x, KERNEL, null, 40, seed, 1);
      Landmarks three = Selections.select(new KMeans(6), x, KERNEL, null, 40, seed, 3);
      assertThat(three.weights()).containsExactly(one.weights());
      assertThat(flatten(all(three.points()))).containsExactly(flatten(all(one.points())));
      KMeansNearest nearest = new KMeansNearest(6);
      assertThat(Selections.select(nearest, x, KERNEL, null, 40, seed, 1).rows())
          .containsExactly(Selections.select(nearest, x, KERNEL, null, 40, seed, 3).rows());
    }
  }

  @Test
  void fewerDifferentRowsThanLandmarks() {
    double[][] x = {{1, 1}, {1, 1}, {2, 0}, {1, 1}, {9, 9}, {2, 0}};
    double[] w = {1, 2, 1, 1, 0, 1};
    for (LandmarkSelector selector : new LandmarkSelector[] {new KMeans(5), new KMeansNearest(5)}) {
      Landmarks found = Selections.select(selector, x, KERNEL, w, 4, 3, 1);
      assertThat(found.count()).isEqualTo(2);
      assertThat(found.weights()).containsExactlyInAnyOrder(4, 2);
      assertThat(found.notes()).singleElement().asString().contains("2 different rows", "of 4");
    }
  }

  @Test
  void everyRowItsOwnCenter() {
    double[][] x = Selections.clusters(50, 3, 3, 1, 0, 2);
    Landmarks found = Selections.select(new KMeansNearest(20), x, KERNEL, null, 50, 0, 2);
    assertThat(Arrays.stream(found.rows()).sorted().toArray())
        .containsExactly(java.util.stream.IntStream.range(0, 50).toArray());
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> new KMeans(0)).hasMessageContaining("iterations = 0");
    assertThatThrownBy(() -> SelectorCatalog.parse("kmeans(iterations=1.5)"))
        .hasMessageContaining("whole");
    assertThatThrownBy(() -> SelectorCatalog.parse("kmeans-nearest(steps=3)"))
        .hasMessageContaining("iterations");
    assertThat(SelectorCatalog.parse("kmeans").spec()).isEqualTo("kmeans");
    assertThat(SelectorCatalog.parse("kmeans-nearest(iterations=7)").spec())
        .isEqualTo("kmeans-nearest(iterations=7)");
    double[][] huge = {{1e200}, {-1e200}, {0}};
    assertThatThrownBy(() -> Selections.select(new KMeans(5), huge, KERNEL, null, 2, 0, 1))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("scale");
    double[][] x = {{0}, {1}, {2}};
    assertThatThrownBy(
            () -> Selections.select(new KMeans(5), x, KERNEL, new double[] {1, 0, 1}, 3, 0, 1))
        .hasMessageContaining("positive weight");
    try (Workers workers = Workers.of(1)) {
      GramColumns gram =
          new GramColumns(
              DenseRows.of(new double[][] {{1, 0}, {0, 1}}), new Precomputed(true), 4, workers);
      SelectionRequest request = new SelectionRequest(gram, null, true, 1, 1, 0, 0, 1 << 20);
      assertThatThrownBy(() -> SelectorCatalog.algorithm(new KMeansNearest(4)).select(request))
          .hasMessageContaining("kmeans-nearest needs points")
          .hasMessageContaining("kernel-kmeans");
    }
  }
}
