package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.LandmarkBasis;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.MomentsPass;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.features.ResidualRace;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import dev.mercer.landmark.Shadow;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Pivots of rows in parts: as on one machine, and the same however rows are divided. */
class RemotePivotsTest {

  private static final int N = 400;
  private final Kernel kernel = Gaussian.sigma(0.7);
  private final Rows rows = Definition.rows(Definition.points(N, 3, 21));

  private Landmarks pivots(Rows all, int parts, int most, double tolerance, long seed) {
    try (Workers workers = Workers.of(1)) {
      RemotePivots pivots =
          new RemotePivots(kernel, all.columns(), most, tolerance, seed, all.count(), workers);
      while (pivots.wantsMore()) {
        double[] result = new double[0];
        int size = (all.count() + parts - 1) / parts;
        for (int first = 0; first < all.count(); first += size) {
          ResidualRace race =
              new ResidualRace(
                  PartTask.fromBytes(pivots.task().toBytes(), Backend.instance().blas()),
                  pivots.raceSeed(),
                  pivots.cutOff(),
                  pivots.proposals(),
                  workers);
          race.add(new RowSlice(all, first, Math.min(size, all.count() - first)), null);
          result = ResidualRace.merge(result, race.result(), all.columns(), pivots.proposals());
        }
        pivots.raced(result);
      }
      return pivots.landmarks();
    }
  }

  private static double[] values(Rows points) {
    double[] values = new double[points.count() * points.columns()];
    points.copy(0, points.count(), values, 0);
    return values;
  }

  @Test
  void sameForAnyParts() {
    double[] one = values(pivots(rows, 1, 40, 0, 3).points());
    assertThat(one).hasSize(40 * 3);
    for (int parts : new int[] {2, 7, 64}) {
      assertThat(values(pivots(rows, parts, 40, 0, 3).points())).isEqualTo(one);
    }
    assertThat(values(pivots(rows, 1, 40, 0, 4).points())).isNotEqualTo(one);
  }

  @Test
  void landmarksAreDistinctRows() {
    double[] found = values(pivots(rows, 3, 60, 0, 8).points());
    double[][] all = new double[N][3];
    for (int i = 0; i < N; i++) {
      rows.copy(i, 1, all[i], 0);
    }
    java.util.Set<Integer> numbers = new java.util.HashSet<>();
    for (int j = 0; j < 60; j++) {
      double[] point = Arrays.copyOfRange(found, 3 * j, 3 * j + 3);
      for (int i = 0; i < N; i++) {
        if (Arrays.equals(all[i], point)) {
          numbers.add(i);
        }
      }
    }
    assertThat(numbers).hasSize(60);
  }

  /** Both have the same distribution, so their residuals agree in the mean. */
  @Test
  void residualsAreThoseOfOneMachine() {
    int runs = 60;
    double[] remote = new double[runs];
    double[] single = new double[runs];
    try (Workers workers = Workers.of(1)) {
      GramColumns gram = new GramColumns(rows, kernel, 0, workers);
      for (int run = 0; run < runs; run++) {
        remote[run] = residual(gram, pivots(rows, 2, 15, 0, 100 + run));
        Landmarks chosen =
            SelectorCatalog.algorithm(new RandomlyPivotedCholesky())
                .select(new SelectionRequest(gram, null, true, 1, 15, 0, 100 + run, 1L << 30));
        single[run] = residual(gram, Landmarks.ofPoints(DenseRows.copyOf(chosen.points()), null));
      }
    }
    double difference = mean(remote) - mean(single);
    double error = Math.sqrt((variance(remote) + variance(single)) / runs);
    assertThat(Math.abs(difference)).isLessThan(4 * error);
  }

  private static double residual(GramColumns gram, Landmarks landmarks) {
    LandmarkBasis basis = LandmarkBasis.of(gram, null, landmarks);
    return MomentsPass.throughFeatures(basis, null).moments().residualTrace();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
  }

  @Test
  void stopsAtTheToleranceAndAtTheEnd() {
    Landmarks enough = pivots(rows, 3, N, 0.05, 1);
    try (Workers workers = Workers.of(1)) {
      GramColumns gram = new GramColumns(rows, kernel, 0, workers);
      assertThat(residual(gram, enough)).isLessThan(0.05 * N);
    }
    assertThat(enough.notes()).isEmpty();
    // Three rows, each many times: no fourth landmark is to be had.
    double[][] three = new double[30][];
    for (int i = 0; i < 30; i++) {
      three[i] = new double[] {i % 3, 1, 2};
    }
    Landmarks few = pivots(Definition.rows(three), 4, 10, 0, 1);
    assertThat(few.count()).isEqualTo(3);
    assertThat(few.notes()).anyMatch(note -> note.contains("3 landmarks instead of 10"));
  }

  @Test
  void shadowsOfBlocksAreThoseOfAllRows() {
    try (Workers workers = Workers.of(1)) {
      Selector selector = new ShadowSelector(new Shadow(1.5));
      GramColumns gram = new GramColumns(rows, kernel, 0, workers);
      double[] weights = new double[N];
      Arrays.setAll(weights, i -> i % 5 == 0 ? 0 : 1 + i % 3);
      Landmarks expected =
          selector.select(new SelectionRequest(gram, weights, true, 1, N, 0, 0, 1L << 30));
      ShadowStream stream = new ShadowStream(kernel, selector, 3, workers);
      for (int first = 0; first < N; first += 33) {
        int count = Math.min(33, N - first);
        stream.add(
            new RowSlice(rows, first, count), Arrays.copyOfRange(weights, first, first + count));
      }
      assertThat(values(stream.centers())).isEqualTo(values(expected.points()));
      assertThat(stream.weights()).containsExactly(expected.weights(), within(1e-12));
    }
  }
}
