package dev.mercer.spark;

import dev.mercer.data.DenseRows;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
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

/**
 * A mixture of ten Gaussians in fifty columns, each row made from its number alone: any process can
 * make any part of the rows, always the same, and nobody has to keep them.
 */
final class GeneratedRows {

  static final int COLUMNS = 50;
  static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.LongType, false)
          .add("features", SQLDataTypes.VectorType(), false);

  private static final int COMPONENTS = 10;
  private static final double APART = 2;
  private static final double[][] CENTERS = centers();

  private GeneratedRows() {}

  private static double[][] centers() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] centers = new double[COMPONENTS][COLUMNS];
    for (double[] center : centers) {
      for (int c = 0; c < COLUMNS; c++) {
        center[c] = APART * random.nextGaussian();
      }
    }
    return centers;
  }

  private static void fill(long row, double[] into, int at) {
    SplittableRandom random = new SplittableRandom(0x9E3779B97F4A7C15L * (row + 1));
    double[] center = CENTERS[random.nextInt(COMPONENTS)];
    for (int c = 0; c < COLUMNS; c++) {
      into[at + c] = center[c] + random.nextGaussian();
    }
  }

  static double[] row(long number) {
    double[] row = new double[COLUMNS];
    fill(number, row, 0);
    return row;
  }

  static DenseRows inMemory(int count) {
    double[] values = new double[Math.multiplyExact(count, COLUMNS)];
    for (int i = 0; i < count; i++) {
      fill(i, values, i * COLUMNS);
    }
    return DenseRows.wrap(count, COLUMNS, values);
  }

  /** The first rows in partitions of about the same size, made whenever they are read. */
  static Dataset<Row> data(SparkSession spark, long count, int partitions) {
    return data(
        spark, LongStream.rangeClosed(0, partitions).map(i -> count * i / partitions).toArray());
  }

  /**
   * @param cuts rows at which partitions begin, and the end of the last
   */
  static Dataset<Row> data(SparkSession spark, long... cuts) {
    List<long[]> ranges = new ArrayList<>();
    for (int i = 1; i < cuts.length; i++) {
      ranges.add(new long[] {cuts[i - 1], cuts[i]});
    }
    JavaRDD<Row> rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(ranges, ranges.size())
            .flatMap(range -> new Range(range[0], range[1]));
    return spark.createDataFrame(rows, SCHEMA);
  }

  private static final class Range implements Iterator<Row> {
    private final long end;
    private long next;

    Range(long first, long end) {
      this.next = first;
      this.end = end;
    }

    @Override
    public boolean hasNext() {
      return next < end;
    }

    @Override
    public Row next() {
      Row row = RowFactory.create(next, Vectors.dense(row(next)));
      next++;
      return row;
    }
  }
}
