package dev.mercer.spark;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The same rows for core and for Spark. */
final class TestRows {

  static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.IntegerType)
          .add("features", SQLDataTypes.VectorType())
          .add("w", DataTypes.DoubleType);

  final double[][] values;
  final double[] weights;

  /** Points around three centers; every fourth has weight zero. */
  TestRows(int count, int columns, long seed) {
    Random random = new Random(seed);
    values = new double[count][columns];
    weights = new double[count];
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < columns; c++) {
        values[i][c] = random.nextGaussian() + (i % 3 == c % 3 ? 2 : 0);
      }
      weights[i] = i % 4 == 0 ? 0 : 0.5 * (i % 5 + 1);
    }
  }

  Rows rows() {
    return DenseRows.of(values);
  }

  List<Row> sparkRows() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      rows.add(RowFactory.create(i, Vectors.dense(values[i]), weights[i]));
    }
    return rows;
  }

  /** The rows in order, in partitions of about the same size. */
  Dataset<Row> data(SparkSession spark, int partitions) {
    JavaRDD<Row> rdd =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(sparkRows(), partitions);
    return spark.createDataFrame(rdd, SCHEMA);
  }

  /** The rows in order; nearly all in one partition, some partitions without any. */
  Dataset<Row> skewed(SparkSession spark) {
    int all = values.length;
    JavaRDD<Row> rdd =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(sparkRows(), 1)
            .zipWithIndex()
            .mapToPair(
                pair ->
                    new scala.Tuple2<>(pair._2() < 3 ? 1 : pair._2() < all - 5 ? 4 : 6, pair._1()))
            .partitionBy(new ByKey())
            .values();
    return spark.createDataFrame(rdd, SCHEMA);
  }

  private static final class ByKey extends Partitioner {
    private static final long serialVersionUID = 1;

    @Override
    public int numPartitions() {
      return 9;
    }

    @Override
    public int getPartition(Object key) {
      return (Integer) key;
    }
  }
}
