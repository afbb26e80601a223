package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonNumbers;
import dev.mercer.internal.novelty.NoveltyDraw;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** The same landmarks give the same model as on one machine, however the rows are divided. */
abstract class EqualToCoreSuite {

  private static final int N = 600;

  private final TestRows rows = new TestRows(N, 4, 3);
  private final double[][] landmarks =
      Arrays.stream(new int[] {3, 99, 340, 512, 77, 599, 211, 450, 5, 18, 300, 399})
          .mapToObj(i -> rows.values[i])
          .toArray(double[][]::new);

  private KernelPcaEstimator estimator(String kernel) {
    return new KernelPcaEstimator()
        .setKernel(kernel)
        .setRank(4)
        .setOutputCol("scores")
        .setLandmarkPoints(landmarks);
  }

  private KernelPcaModel expected(String kernel, boolean center, double[] weights) {
    return KernelPca.with(KernelSpec.parse(kernel))
        .rank(4)
        .seed(7)
        .center(center)
        .method(Subset.of(Landmarking.by(new GivenPoints(DenseRows.of(landmarks)))))
        .fit(rows.rows(), weights);
  }

  private void equal(KernelPcaTransformer found, Dataset<Row> data, KernelPcaModel expected) {
    for (int i = 0; i < expected.rank(); i++) {
      assertThat(found.model().eigenvalues()[i])
          .isCloseTo(expected.eigenvalues()[i], within(1e-10 * expected.eigenvalues()[i]));
    }
    double[] scores = expected.transform(rows.rows()).values();
    double largest = Arrays.stream(scores).map(Math::abs).max().orElseThrow();
    List<Row> scored = found.transform(data).select("id", "scores").collectAsList();
    assertThat(scored).hasSize(N);
    for (Row row : scored) {
      int id = row.getInt(0);
      double[] expectedScores = Arrays.copyOfRange(scores, 4 * id, 4 * id + 4);
      assertThat(((Vector) row.get(1)).toArray())
          .containsExactly(expectedScores, within(1e-9 * largest));
    }
    assertThat(found.model().report().samples()).isEqualTo(N);
    for (String name : List.of("residualTrace", "optimalityGap", "capturedVariance")) {
      double value = expected.report().certificate().value(name);
      assertThat(found.model().report().certificate().value(name))
          .as(name)
          .isCloseTo(value, within(1e-9 * (1 + value)));
    }
  }

  @Test
  void forAnyPartitions(SparkSession spark) {
    KernelPcaModel expected = expected("gaussian(sigma=2)", true, null);
    for (int partitions : new int[] {1, 2, 7, 64}) {
      Dataset<Row> data = rows.data(spark, partitions);
      assertThat(data.rdd().getNumPartitions()).isEqualTo(partitions);
      equal(estimator("gaussian(sigma=2)").fit(data), data, expected);
    }
  }

  @Test
  void forSkewedAndEmptyPartitions(SparkSession spark) {
    Dataset<Row> data = rows.skewed(spark);
    equal(
        estimator("gaussian(sigma=2)").fit(data), data, expected("gaussian(sigma=2)", true, null));
  }

  @Test
  void weightedNotCentredAndByOtherKernels(SparkSession spark) {
    Dataset<Row> data = rows.data(spark, 3);
    equal(
        estimator("gaussian(sigma=2)").setWeightCol("w").fit(data),
        data,
        expected("gaussian(sigma=2)", true, rows.weights));
    equal(
        estimator("polynomial(degree=2,offset=1)").setCenter(false).fit(data),
        data,
        expected("polynomial(degree=2,offset=1)", false, null));
  }

  /** Entry by entry: what is not of the engine, the time or the sample of the certificate. */
  @Test
  void theReportIsThatOfCore(SparkSession spark) {
    for (double[] weights : new double[][] {null, rows.weights}) {
      KernelPcaEstimator estimator = estimator("gaussian(sigma=2)").setSeed(7);
      if (weights != null) {
        estimator.setWeightCol("w");
      }
      KernelPcaModel expected = expected("gaussian(sigma=2)", true, weights);
      Map<String, Object> found = json(estimator.fit(rows.data(spark, 5)).model());
      Map<String, Object> core = json(expected);
      assertThat(found.remove("engine")).isNotNull();
      assertThat(found.keySet()).containsExactlyInAnyOrderElementsOf(core.keySet());
      List<String> ofEngine =
          List.of("selector", "notes", "threads", "backend", "peakBytesPlanned", "stages");
      List<String> ofTime = List.of("seconds");
      List<String> ofSample = List.of("certificate");
      for (String name : core.keySet()) {
        if (Stream.of(ofEngine, ofTime, ofSample).noneMatch(some -> some.contains(name))) {
          requireClose(name, found.get(name), core.get(name));
        }
      }
      assertThat(((Map<?, ?>) found.get("certificate")).keySet())
          .isEqualTo(((Map<?, ?>) core.get("certificate")).keySet());
      assertThat(last(found).get("name")).isEqualTo("novelty");
      assertThat(last(found).get("kernelEvaluations"))
          .isEqualTo(last(core).get("kernelEvaluations"));
    }
  }

  private static Map<String, Object> json(KernelPcaModel model) {
    return Json.parseObject(model.report().toJson());
  }

  private static Map<?, ?> last(Map<String, Object> report) {
    List<?> stages = (List<?>) report.get("stages");
    return (Map<?, ?>) stages.get(stages.size() - 1);
  }

  /** Equal, numbers to rounding of the largest in their list. */
  private static void requireClose(String name, Object found, Object expected) {
    if (expected instanceof Map<?, ?> map) {
      assertThat(((Map<?, ?>) found).keySet()).as(name).isEqualTo(map.keySet());
      map.forEach(
          (key, value) -> requireClose(name + "." + key, ((Map<?, ?>) found).get(key), value));
    } else if (JsonNumbers.doubles(expected) != null) {
      double[] values = JsonNumbers.doubles(expected);
      double size = Arrays.stream(values).map(Math::abs).max().orElse(0);
      assertThat(JsonNumbers.doubles(found)).as(name).containsExactly(values, within(1e-9 * size));
    } else if (expected instanceof Double value) {
      assertThat((double) found).as(name).isCloseTo(value, within(1e-9 * (1 + Math.abs(value))));
    } else {
      assertThat(found).as(name).isEqualTo(expected);
    }
  }

  /** More rows than quantiles are taken over: the same ones are drawn, wherever they lie. */
  @Test
  void rowsForNoveltyAreDrawnAsByCore(SparkSession spark) {
    TestRows many = new TestRows(2 * NoveltyDraw.MOST_ROWS + 500, 3, 8);
    double[][] points = Arrays.copyOfRange(many.values, 40, 60);
    KernelPcaEstimator estimator =
        new KernelPcaEstimator()
            .setKernel("gaussian(sigma=2)")
            .setRank(3)
            .setSeed(11)
            .setWeightCol("w")
            .setLandmarkPoints(points);
    KernelPcaModel found = estimator.fit(many.data(spark, 4)).model();
    KernelPcaModel expected =
        KernelPca.with(KernelSpec.parse("gaussian(sigma=2)"))
            .rank(3)
            .seed(11)
            .method(Subset.of(Landmarking.by(new GivenPoints(DenseRows.of(points)))))
            .fit(many.rows(), many.weights);
    assertThat(found.report().novelty().orElseThrow().rows()).isEqualTo(NoveltyDraw.MOST_ROWS);
    requireClose("novelty", json(found).get("novelty"), json(expected).get("novelty"));
    KernelPcaModel without = estimator.setNovelty(false).fit(many.data(spark, 4)).model();
    assertThat(without.report().novelty()).isEmpty();
    assertThat(without.report().noveltyReason()).contains("told to leave them out");
  }

  @Test
  void sparseVectorsAreTheirDenseTwins(SparkSession spark) {
    TestRows some = new TestRows(N, 4, 3);
    List<Row> sparse = new java.util.ArrayList<>();
    for (int i = 0; i < N; i++) {
      for (int c = 0; c < 4; c++) {
        some.values[i][c] = (i + c) % 3 == 0 ? 0 : some.values[i][c];
      }
      Vector dense = Vectors.dense(some.values[i]);
      sparse.add(RowFactory.create(i, i % 2 == 0 ? dense.toSparse() : dense, 1.0));
    }
    KernelPcaEstimator uniform =
        new KernelPcaEstimator().setKernel("gaussian(sigma=2)").setRank(3).setLandmarks(40);
    KernelPcaModel one = uniform.fit(some.data(spark, 2)).model();
    KernelPcaModel other =
        uniform.fit(spark.createDataFrame(sparse, TestRows.SCHEMA).repartition(5)).model();
    assertThat(other.eigenvalues()).containsExactly(one.eigenvalues(), within(1e-9));
  }
}
