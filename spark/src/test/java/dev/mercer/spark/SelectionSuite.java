package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Landmarks chosen on a cluster. */
abstract class SelectionSuite {

  private static final int N = 700;
  private final TestRows rows = new TestRows(N, 3, 8);

  private KernelPcaEstimator estimator(String selector) {
    return new KernelPcaEstimator()
        .setKernel("gaussian(sigma=1.5)")
        .setRank(3)
        .setSelector(selector)
        .setSeed(7);
  }

  private static List<List<Double>> points(KernelPcaModel model) {
    Rows points = model.points();
    double[] values = new double[points.count() * points.columns()];
    points.copy(0, points.count(), values, 0);
    List<List<Double>> result = new java.util.ArrayList<>();
    for (int i = 0; i < points.count(); i++) {
      result.add(
          Arrays.stream(values, i * points.columns(), (i + 1) * points.columns()).boxed().toList());
    }
    return result;
  }

  private Set<List<Double>> allRows() {
    return Arrays.stream(rows.values)
        .map(row -> Arrays.stream(row).boxed().toList())
        .collect(Collectors.toSet());
  }

  @Test
  void uniformAndPivotsAreTheSameHoweverRowsAreDividedAndOrdered(SparkSession spark) {
    for (String selector : List.of("uniform", "rpcholesky")) {
      KernelPcaEstimator estimator = estimator(selector).setLandmarks(30);
      List<List<Double>> expected = points(estimator.fit(rows.data(spark, 1)).model());
      assertThat(new HashSet<>(expected)).hasSize(30).isSubsetOf(allRows());
      assertThat(points(estimator.fit(rows.data(spark, 7)).model())).isEqualTo(expected);
      assertThat(points(estimator.fit(rows.data(spark, 2).repartition(5)).model()))
          .isEqualTo(expected);
      assertThat(
              points(
                  estimator
                      .copy(estimator.extractParamMap())
                      .setSeed(8)
                      .fit(rows.data(spark, 1))
                      .model()))
          .isNotEqualTo(expected);
    }
  }

  @Test
  void pivotsLeaveLessThanRowsAtRandom(SparkSession spark) {
    Dataset<Row> data = rows.data(spark, 4).cache();
    double uniform = 0;
    double pivots = 0;
    for (int seed = 0; seed < 3; seed++) {
      uniform += share(estimator("uniform").setLandmarks(25).setSeed(seed).fit(data));
      pivots += share(estimator("rpcholesky").setLandmarks(25).setSeed(seed).fit(data));
    }
    data.unpersist();
    assertThat(pivots).isLessThan(uniform);
  }

  private static double share(KernelPcaTransformer fitted) {
    return fitted.model().report().certificate().value("residualTraceShare");
  }

  @Test
  void toleranceIsMet(SparkSession spark) {
    for (String selector : List.of("uniform", "rpcholesky")) {
      KernelPcaTransformer fitted = estimator(selector).setTolerance(0.02).fit(rows.data(spark, 3));
      assertThat(share(fitted)).isLessThanOrEqualTo(0.02);
      KernelPcaTransformer capped =
          estimator(selector).setTolerance(1e-6).setMaxLandmarks(70).fit(rows.data(spark, 3));
      assertThat(capped.model().points().count()).isLessThanOrEqualTo(70);
      assertThat(capped.model().report().notes())
          .anyMatch(note -> note.contains("the goal was not met"));
    }
  }

  @Test
  void mergedShadowsCoverWithinTwiceTheRadius(SparkSession spark) {
    double ell = 2;
    KernelPcaModel model = estimator("shadow(ell=" + ell + ")").fit(rows.data(spark, 5)).model();
    List<List<Double>> centers = points(model);
    assertThat(allRows()).containsAll(centers);
    double farthest = 0;
    for (double[] row : rows.values) {
      double nearest = Double.POSITIVE_INFINITY;
      for (List<Double> center : centers) {
        double squared = 0;
        for (int c = 0; c < 3; c++) {
          squared += Math.pow(row[c] - center.get(c), 2);
        }
        nearest = Math.min(nearest, Math.sqrt(squared));
      }
      farthest = Math.max(farthest, nearest);
    }
    assertThat(farthest).isLessThan(2 * 1.5 / ell);
    double[] weights = model.report().landmarkWeights().orElseThrow();
    assertThat(Arrays.stream(weights).sum()).isCloseTo(N, within(1e-9));
    // The bound restated: e^2 = 2 (1 - k(2 sigma / ell)).
    double feature = Math.sqrt(2 * (1 - Math.exp(-2 / (ell * ell))));
    assertThat(model.report().certificate().value("mmdBound")).isCloseTo(feature, within(1e-12));
    assertThat(model.report().notes()).anyMatch(note -> note.contains("2 sigma / ell"));
    // Nothing is merged: the bound of one machine.
    KernelPcaModel whole = estimator("shadow(ell=" + ell + ")").fit(rows.data(spark, 1)).model();
    assertThat(whole.report().certificate().value("mmdBound"))
        .isCloseTo(Math.sqrt(2 * (1 - Math.exp(-0.5 / (ell * ell)))), within(1e-12));
  }

  @Test
  void clusterCentersAreLandmarks(SparkSession spark) {
    KernelPcaModel model =
        estimator("kmeans").setLandmarks(12).setWeightCol("w").fit(rows.data(spark, 2)).model();
    assertThat(model.points().count()).isEqualTo(12);
    assertThat(share(new KernelPcaTransformer(model))).isLessThan(0.6);
  }

  @Test
  void refusesSelectorsOfOneMachine() {
    assertThatThrownBy(() -> estimator("greedy"))
        .hasMessageContaining("does not work on a cluster");
    assertThatThrownBy(() -> estimator("rpcholesky(accelerated=false)"))
        .hasMessageContaining("a job for every landmark");
    assertThatThrownBy(() -> estimator("uniforn")).hasMessageContaining("uniform");
  }
}
