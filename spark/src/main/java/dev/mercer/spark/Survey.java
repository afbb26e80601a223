package dev.mercer.spark;

import dev.mercer.internal.novelty.NoveltyDraw;
import dev.mercer.internal.rows.DistinctKeys;
import dev.mercer.internal.rows.KeyedRows;
import dev.mercer.internal.rows.RowKeys;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/**
 * A first pass over all rows: their number and length, whether all of them can be fitted, and some
 * of them drawn with {@link RowKeys}, so that the choice depends only on the seed and the rows, not
 * on partitions.
 *
 * @param sample the rows from which a kernel width and the certificate are computed
 * @param drawn the rows that may become landmarks
 * @param largestKey of the rows from which the quantiles of novelty are computed, see {@link
 *     NoveltyDraw}
 */
record Survey(
    long rows,
    double weightSum,
    int columns,
    KeyedRows sample,
    KeyedRows drawn,
    double largestKey) {

  private static final long SAMPLE_SALT = 0x73616D706C65L;
  private static final long DRAW_SALT = 0x64726177L;

  /** The results from one or more partitions. */
  private static final class Part implements Serializable {
    private static final long serialVersionUID = 1;
    final List<long[]> counts = new ArrayList<>(); // partition, rows, columns or -1
    double weightSum;
    double[] sample = new double[0];
    double[] drawn = new double[0];
    double[] keys = new double[0];
    int faultPartition = -1;
    long faultRow;
    String fault;
  }

  /** How many rows to draw. */
  private record Draw(int sample, int landmarks, long seed) implements Serializable {}

  /**
   * Reads all rows once.
   *
   * @param sample the largest number of rows in the sample
   * @param landmarks the largest number of rows drawn for landmarks
   * @throws IllegalArgumentException if a row cannot be fitted; the message names column and row
   */
  static Survey of(JavaRDD<Row> rows, RowChecks checks, int sample, int landmarks, long seed) {
    if (rows.getNumPartitions() == 0) {
      throw new IllegalArgumentException("requirement failed: the data set has no rows");
    }
    Draw draw = new Draw(sample, landmarks, seed);
    Part all =
        rows.mapPartitionsWithIndex(
                (index, iterator) -> List.of(look(index, iterator, checks, draw)).iterator(), true)
            .treeReduce((one, other) -> merge(one, other, draw));
    all.counts.sort(Comparator.comparingLong(count -> count[0]));
    int columns = -1;
    long count = 0;
    for (long[] part : all.counts) {
      if (part[2] >= 0 && columns >= 0 && part[2] != columns) {
        throw fault(count, checks.wrongLength((int) part[2], columns));
      }
      if (part[0] == all.faultPartition) {
        throw fault(count + all.faultRow, all.fault);
      }
      columns = part[2] >= 0 ? (int) part[2] : columns;
      count += part[1];
    }
    if (count == 0) {
      throw new IllegalArgumentException("requirement failed: the data set has no rows");
    }
    if (!(all.weightSum > 0)) {
      throw new IllegalArgumentException(
          "requirement failed: all weights of column " + checks.weightCol() + " are zero");
    }
    return new Survey(
        count,
        all.weightSum,
        columns,
        new KeyedRows(columns, sample).mergeArray(all.sample, 0),
        new KeyedRows(columns, landmarks).mergeArray(all.drawn, 0),
        all.keys[all.keys.length - 1]);
  }

  private static Part look(int index, Iterator<Row> rows, RowChecks checks, Draw draw) {
    Part part = new Part();
    long count = 0;
    int columns = -1;
    KeyedRows sample = null;
    KeyedRows drawn = null;
    DistinctKeys keys = new DistinctKeys(NoveltyDraw.MOST_ROWS);
    double[] values = null;
    while (rows.hasNext()) {
      Row row = rows.next();
      String fault = checks.fault(row, columns);
      if (fault != null) {
        part.faultPartition = index;
        part.faultRow = count;
        part.fault = fault;
        break;
      }
      Vector vector = (Vector) row.get(0);
      if (columns < 0) {
        columns = vector.size();
        sample = new KeyedRows(columns, draw.sample());
        drawn = new KeyedRows(columns, draw.landmarks());
        values = new double[columns];
      }
      count++;
      double weight = checks.weighted() ? row.getDouble(1) : 1;
      part.weightSum += weight;
      if (weight > 0) {
        PartitionBlocks.copy(vector, values, 0);
        long seed = draw.seed();
        keys.offer(NoveltyDraw.key(seed, values, 0, columns));
        sample.offer(RowKeys.key(seed ^ SAMPLE_SALT, values, 0, columns), weight, values, 0);
        if (draw.landmarks() > 0) {
          drawn.offer(RowKeys.key(seed ^ DRAW_SALT, values, 0, columns), weight, values, 0);
        }
      }
    }
    part.counts.add(new long[] {index, count, columns});
    if (columns >= 0) {
      part.sample = sample.toArray();
      part.drawn = drawn.toArray();
      part.keys = keys.toArray();
    }
    return part;
  }

  private static Part merge(Part one, Part other, Draw draw) {
    one.counts.addAll(other.counts);
    one.weightSum += other.weightSum;
    if (other.fault != null && (one.fault == null || other.faultPartition < one.faultPartition)) {
      one.fault = other.fault;
      one.faultPartition = other.faultPartition;
      one.faultRow = other.faultRow;
    }
    long lengths =
        one.counts.stream().mapToLong(count -> count[2]).filter(c -> c >= 0).distinct().count();
    if (lengths > 1) {
      one.sample = new double[0]; // rows of different lengths, which are refused at the end
      one.drawn = one.sample;
      return one;
    }
    int columns = (int) one.counts.stream().mapToLong(count -> count[2]).max().orElse(-1);
    if (columns >= 0) {
      one.sample = merge(one.sample, other.sample, columns, draw.sample());
      one.drawn = merge(one.drawn, other.drawn, columns, draw.landmarks());
      DistinctKeys keys = new DistinctKeys(NoveltyDraw.MOST_ROWS);
      one.keys = keys.offer(one.keys).offer(other.keys).toArray();
    }
    return one;
  }

  private static double[] merge(double[] one, double[] other, int columns, int most) {
    return new KeyedRows(columns, most).mergeArray(one, 0).mergeArray(other, 0).toArray();
  }

  private static IllegalArgumentException fault(long row, String what) {
    return new IllegalArgumentException("requirement failed: row " + row + ": " + what);
  }
}
