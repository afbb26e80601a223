package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.GivenPoints;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.Arrays;
import java.util.List;
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
