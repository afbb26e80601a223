package dev.mercer.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** What cannot be fitted is refused with the column and the row. */
abstract class BadInputSuite {

  private final TestRows rows = new TestRows(40, 3, 5);

  private static KernelPcaEstimator estimator() {
    return new KernelPcaEstimator().setKernel("gaussian(sigma=2)").setRank(2).setLandmarks(10);
  }

  /** The rows with one of them changed. */
  private Dataset<Row> with(SparkSession spark, int row, Object features, Object weight) {
    List<Row> all = new ArrayList<>(rows.sparkRows());
    all.set(row, RowFactory.create(row, features, weight));
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(all, 7),
        TestRows.SCHEMA);
  }

  private void refused(Dataset<Row> data, String... words) {
    assertThatThrownBy(() -> estimator().setWeightCol("w").fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void rowsThatCannotBeFitted(SparkSession spark) {
    refused(with(spark, 33, null, 1.0), "row 33", "column features is null");
    refused(with(spark, 17, Vectors.dense(1, 2), 1.0), "row 17", "vector of 2 values, not 3");
    refused(
        with(spark, 5, Vectors.dense(1, Double.NaN, 2), 1.0),
        "row 5",
        "column features has NaN as feature 1");
    refused(
        with(spark, 39, Vectors.sparse(3, new int[] {2}, new double[] {1 / 0.0}), 1.0),
        "row 39",
        "Infinity as feature 2");
    refused(with(spark, 0, Vectors.dense(1, 2, 3), null), "row 0", "column w is null");
    refused(with(spark, 8, Vectors.dense(1, 2, 3), -1.0), "row 8", "column w is -1.0");
  }

  @Test
  void lengthsThatDifferBetweenPartitions(SparkSession spark) {
    List<Row> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(RowFactory.create(i, i < 10 ? Vectors.dense(i, 1, 2) : Vectors.dense(i, 1), 1.0));
    }
    refused(
        spark.createDataFrame(
            JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(all, 2),
            TestRows.SCHEMA),
        "row 10",
        "vector of 2 values, not 3");
  }

  @Test
  void columnsThatAreNotThereOrOfAnotherType(SparkSession spark) {
    Dataset<Row> data = rows.data(spark, 2);
    assertThatThrownBy(() -> estimator().setFeaturesCol("nothing").fit(data))
        .hasMessageContaining("nothing does not exist. Available: id, features, w");
    assertThatThrownBy(() -> estimator().setFeaturesCol("w").fit(data))
        .hasMessageContaining("Column w must be of type")
        .hasMessageContaining("but was actually of type double");
    assertThatThrownBy(() -> estimator().setWeightCol("features").fit(data))
        .hasMessageContaining("Column features must be of type numeric");
    assertThatThrownBy(() -> estimator().setOutputCol("id").fit(data))
        .hasMessageContaining("Column id already exists");
    KernelPcaTransformer fitted = estimator().fit(data);
    assertThatThrownBy(() -> fitted.setFeaturesCol("id").transform(data))
        .hasMessageContaining("Column id must be of type");
  }

  @Test
  void nothingOrTooLittleToFit(SparkSession spark) {
    Dataset<Row> data = rows.data(spark, 2);
    assertThatThrownBy(() -> estimator().fit(data.limit(0))).hasMessageContaining("has no rows");
    assertThatThrownBy(
            () ->
                estimator()
                    .fit(
                        spark
                            .emptyDataFrame()
                            .sparkSession()
                            .createDataFrame(List.<Row>of(), TestRows.SCHEMA)))
        .hasMessageContaining("has no rows");
    assertThatThrownBy(() -> estimator().setLandmarks(41).fit(data))
        .hasMessageContaining("landmarks = 41 exceeds the 40 rows of column features");
    assertThatThrownBy(() -> estimator().setRank(11).fit(data))
        .hasMessageContaining("landmarks = 10 is fewer than the rank 11");
    List<Row> equal =
        java.util.Collections.nCopies(20, RowFactory.create(1, Vectors.dense(1, 2, 3), 1.0));
    assertThatThrownBy(
            () ->
                new KernelPcaEstimator()
                    .setKernel("gaussian(sigma=2)")
                    .setRank(1)
                    .fit(spark.createDataFrame(equal, TestRows.SCHEMA)))
        .hasMessageContaining("no variance");
    Dataset<Row> unweighted = data.selectExpr("id", "features", "0.0 as w");
    assertThatThrownBy(() -> estimator().setWeightCol("w").fit(unweighted))
        .hasMessageContaining("all weights of column w are zero");
  }

  @Test
  void settingsThatContradictEachOther(SparkSession spark) {
    Dataset<Row> data = rows.data(spark, 2);
    assertThatThrownBy(() -> estimator().setTolerance(0.1).fit(data))
        .hasMessageContaining("set one of them");
    assertThatThrownBy(() -> estimator().setSelector("shadow").fit(data))
        .hasMessageContaining("says how many landmarks there are");
    assertThatThrownBy(() -> new KernelPcaEstimator().setSelector("given").fit(data))
        .hasMessageContaining("needs landmarkPoints");
    assertThatThrownBy(() -> estimator().setKernel("gausian")).hasMessageContaining("gaussian");
    assertThatThrownBy(() -> estimator().setRank(0)).hasMessageContaining("rank");
    assertThatThrownBy(
            () ->
                new KernelPcaEstimator()
                    .setLandmarkPoints(new double[][] {{1, 2}, {3, 4}})
                    .setRank(1)
                    .fit(data))
        .hasMessageContaining("2 columns");
  }

  @Test
  void rowsThatCannotBeScored(SparkSession spark) {
    KernelPcaTransformer fitted = estimator().fit(rows.data(spark, 2)).setOutputCol("y");
    assertThatThrownBy(() -> fitted.transform(with(spark, 3, null, 1.0)).collectAsList())
        .hasStackTraceContaining("column features is null");
    assertThatThrownBy(
            () -> fitted.transform(with(spark, 3, Vectors.dense(1, 2), 1.0)).collectAsList())
        .hasStackTraceContaining("vector of 2 values, not 3");
  }
}
