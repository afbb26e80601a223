package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.cluster.KernelClusters;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.KernelKMeans;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelKMeansSelectorTest {

  private static final String KERNEL = "gaussian(sigma=3)";

  private static double[] flat(double[][] gram) {
    return Arrays.stream(gram).flatMapToDouble(Arrays::stream).toArray();
  }

  /** |phi(x_i) - mean of a cluster|^2, from every pair. */
  private static double distance(double[][] k, double[] w, int[] cluster, int c, int i) {
    double size = 0;
    double cross = 0;
    double norm = 0;
    for (int a = 0; a < cluster.length; a++) {
      if (cluster[a] == c) {
        size += w[a];
        cross += w[a] * k[i][a];
        for (int b = 0; b < cluster.length; b++) {
          norm += cluster[b] == c ? w[a] * w[b] * k[a][b] : 0;
        }
      }
    }
    return k[i][i] - 2 * cross / size + norm / (size * size);
  }

  private static double[] positive(int n, long seed) {
    return Arrays.stream(Selections.weights(n, seed)).map(w -> w + 1).toArray();
  }

  @Property(tries = 15)
  void theObjectiveIsTheDefinitionAndNeverGrows(@ForAll long seed) {
    double[][] x = Selections.clusters(90, 2, 6, 2, 0, seed);
    double[][] k = Definition.gram(KernelSpec.kernel(KERNEL), x);
    double[] w = positive(90, seed);
    try (Workers workers = Workers.of(2)) {
      double last = Double.POSITIVE_INFINITY;
      for (int iterations = 1; iterations < 10; iterations++) {
        KernelClusters found =
            KernelClusters.of(flat(k), w, 8, iterations, new SplittableRandom(seed), workers);
        int[] cluster = new int[90];
        Arrays.setAll(cluster, found::cluster);
        double sum = 0;
        for (int i = 0; i < 90; i++) {
          sum += w[i] * distance(k, w, cluster, cluster[i], i);
        }
        // Sums of 90^2 values of at most 1 with weights of at most 4, in two orders.
        double rounding = 90 * 4 * 8 * 90 * 0x1p-53;
        assertThat(found.objective()).isCloseTo(sum, Offset.offset(rounding));
        assertThat(found.objective()).isLessThanOrEqualTo(last);
        assertThat(Arrays.stream(cluster).distinct().count()).isEqualTo(8);
        last = found.objective();
      }
    }
  }

  /** Converged: no row is nearer to the mean of another cluster. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void endsAtNearestMeans(long seed) {
    double[][] x = Selections.clusters(80, 2, 4, 1, 0, seed);
    double[][] k = Definition.gram(KernelSpec.kernel(KERNEL), x);
    double[] w = positive(80, seed);
    try (Workers workers = Workers.of(1)) {
      KernelClusters found =
          KernelClusters.of(flat(k), w, 4, 1000, new SplittableRandom(seed), workers);
      int[] cluster = new int[80];
      Arrays.setAll(cluster, found::cluster);
      double gain = 0;
      for (int i = 0; i < 80; i++) {
        double own = distance(k, w, cluster, cluster[i], i);
        for (int c = 0; c < 4; c++) {
          gain = Math.max(gain, w[i] * (own - distance(k, w, cluster, c, i)));
        }
      }
      // These end because no row moves; the rest is rounding.
      assertThat(gain).isLessThanOrEqualTo(1e-12);
    }
  }

  /** Every landmark is the row nearest to its mean that no earlier one has. */
  @Property(tries = 10)
  void landmarksAreTheRowsNearestToTheMeans(@ForAll long seed) {
    double[][] x = Selections.clusters(150, 2, 5, 2, 0, seed);
    double[] w = Selections.weights(150, seed);
    Landmarks found = Selections.select(new KernelKMeans(20), x, KERNEL, w, 9, seed, 2);
    assertThat(found.count()).isEqualTo(9);
    assertThat(Arrays.stream(found.rows()).distinct().count()).isEqualTo(9);
    assertThat(Arrays.stream(found.rows())).allSatisfy(row -> assertThat(w[row]).isPositive());
    assertThat(Arrays.stream(found.weights()).sum()).isEqualTo(Arrays.stream(w).sum());
    // The same clusters again, from the rows of positive weight.
    int[] kept = java.util.stream.IntStream.range(0, 150).filter(i -> w[i] > 0).toArray();
    double[][] some = Arrays.stream(kept).mapToObj(i -> x[i]).toArray(double[][]::new);
    double[] v = Arrays.stream(kept).mapToDouble(i -> w[i]).toArray();
    double[][] k = Definition.gram(KernelSpec.kernel(KERNEL), some);
    try (Workers workers = Workers.of(1)) {
      SelectionRequest request = Selections.request(x, KERNEL, w, 9, seed, workers);
      KernelClusters clusters =
          KernelClusters.of(
              request.gram().of(kept).among(), v, 9, 20, request.random().split(), workers);
      int[] cluster = new int[kept.length];
      Arrays.setAll(cluster, clusters::cluster);
      boolean[] taken = new boolean[kept.length];
      for (int c = 0; c < 9; c++) {
        double least = Double.POSITIVE_INFINITY;
        double size = 0;
        int place = Arrays.binarySearch(kept, found.rows()[c]);
        for (int i = 0; i < kept.length; i++) {
          size += cluster[i] == c ? v[i] : 0;
          if (!taken[i]) {
            least = Math.min(least, distance(k, v, cluster, c, i));
          }
        }
        taken[place] = true;
        assertThat(found.weights()[c]).isEqualTo(size);
        assertThat(distance(k, v, cluster, c, place)).isCloseTo(least, Offset.offset(1e-11));
      }
    }
  }

  /** With the linear kernel it is k-means in the space of the data: clear groups are found. */
  @Test
  void findsClearGroups() {
    double[][] x = new double[120][];
    for (int i = 0; i < x.length; i++) {
      x[i] = new double[] {100 * (i % 4), (i / 4) % 3};
    }
    for (String kernel : new String[] {"linear", "gaussian(sigma=20)"}) {
      Landmarks found = Selections.select(new KernelKMeans(20), x, kernel, null, 4, 1, 2);
      assertThat(found.weights()).containsOnly(30);
      assertThat(Arrays.stream(found.rows()).map(row -> row % 4).sorted().toArray())
          .containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void aSampleIsSaidAndAllRowsAreCounted() {
    double[][] x = Selections.clusters(400, 2, 4, 1, 0, 3);
    try (Workers workers = Workers.of(2)) {
      GramColumns gram = Selections.request(x, KERNEL, null, 1, 0, workers).gram();
      // 100^2 values and as many clusters, blocks of all rows for two threads, and the columns.
      long memory =
          8L * 100 * (100 + 10)
              + 8 * 2 * 400 * 100
              + GramColumns.columnBytes(gram.rows(), gram.kernel(), 100, 2);
      SelectionRequest request = new SelectionRequest(gram, null, true, 1, 10, 0, 5, memory);
      Landmarks found = SelectorCatalog.algorithm(new KernelKMeans(20)).select(request);
      assertThat(found.notes()).singleElement().asString().contains("sample of 100 of 400");
      assertThat(Arrays.stream(found.weights()).sum()).isEqualTo(400);
      assertThat(Arrays.stream(found.rows()).distinct().count()).isEqualTo(10);
      SelectionRequest tight = new SelectionRequest(gram, null, true, 1, 101, 0, 5, memory);
      assertThatThrownBy(() -> SelectorCatalog.algorithm(new KernelKMeans(20)).select(tight))
          .hasMessageContaining("ask for at most 9");
    }
  }

  @Test
  void sameForAnyNumberOfThreadsAndForTheMatrixItself() {
    double[][] x = Selections.clusters(500, 3, 7, 2, 1, 4);
    KernelKMeans selector = new KernelKMeans(10);
    Landmarks one = Selections.select(selector, x, KERNEL, null, 30, 2, 1);
    Landmarks three = Selections.select(selector, x, KERNEL, null, 30, 2, 3);
    assertThat(three.rows()).containsExactly(one.rows());
    assertThat(three.weights()).containsExactly(one.weights());
    double[][] k = Definition.gram(KernelSpec.kernel(KERNEL), x);
    try (Workers workers = Workers.of(2)) {
      GramColumns gram = new GramColumns(DenseRows.of(k), new Precomputed(true), 1, workers);
      SelectionRequest request = new SelectionRequest(gram, null, true, 1, 30, 0, 2, 1 << 28);
      assertThat(SelectorCatalog.algorithm(selector).select(request).rows())
          .containsExactly(one.rows());
    }
  }

  @Test
  void fewerDifferentRowsThanLandmarks() {
    double[][] x = new double[40][];
    Arrays.setAll(x, i -> new double[] {i % 3, 0.1 * (i % 3)});
    Landmarks found = Selections.select(new KernelKMeans(20), x, KERNEL, null, 5, 0, 1);
    assertThat(found.count()).isEqualTo(3);
    assertThat(found.notes()).singleElement().asString().contains("only 3 different");
  }

  /** Not a kernel of any feature space: whatever comes out is rows and weights all the same. */
  @Property(tries = 10)
  void indefiniteKernelsEndToo(@ForAll long seed) {
    double[][] x = Selections.clusters(100, 2, 5, 2, 0, seed);
    Landmarks found =
        Selections.select(new KernelKMeans(50), x, "tanh(scale=0.5,offset=-1)", null, 8, seed, 1);
    assertThat(Arrays.stream(found.rows()).distinct().count()).isEqualTo(found.count());
    assertThat(Arrays.stream(found.weights()).sum()).isEqualTo(100);
  }

  @Test
  void specs() {
    assertThat(KernelKMeansSelector.read(Spec.parse("kernel-kmeans")).spec())
        .isEqualTo("kernel-kmeans");
    assertThatThrownBy(() -> KernelKMeansSelector.read(Spec.parse("kernel-kmeans(iterations=0)")))
        .hasMessageContaining("iterations");
  }
}
