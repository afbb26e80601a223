package dev.mercer.spark;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.features.PartSums;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/**
 * The rows of a partition as dense blocks, so that kernels are computed by matrix products. Only
 * one block is in memory at a time; the next one uses the same arrays.
 */
final class PartitionBlocks implements Iterator<PartitionBlocks.Block> {

  /**
   * Some rows of a partition.
   *
   * @param rows valid until the next block is read; the same holds for the weights
   * @param weights null if all are one
   */
  record Block(Rows rows, double[] weights) {}

  private final Iterator<Row> source;
  private final RowChecks checks;
  private final int columns;
  private final int most;
  private final double[] values;
  private final double[] weights;
  private long read;

  /**
   * @param checks which fields of a row are used, and what they must contain
   * @param most the largest number of rows in a block
   */
  PartitionBlocks(Iterator<Row> source, RowChecks checks, int columns, int most) {
    this.source = source;
    this.checks = checks;
    this.columns = columns;
    this.most = most;
    this.values = new double[Math.multiplyExact(most, columns)];
    this.weights = checks.weighted() ? new double[most] : null;
  }

  /** Receives the rows of a partition; weights are null if all are one. */
  interface Sink {
    void add(Rows rows, double[] weights);
  }

  /** Passes all rows of a partition to a sink, block by block. */
  static void feed(Iterator<Row> source, RowChecks checks, int columns, Sink sink) {
    PartitionBlocks blocks =
        new PartitionBlocks(source, checks, columns, PartSums.blockRows(columns));
    while (blocks.hasNext()) {
      Block block = blocks.next();
      sink.add(block.rows(), block.weights());
    }
  }

  @Override
  public boolean hasNext() {
    return source.hasNext();
  }

  @Override
  public Block next() {
    if (!source.hasNext()) {
      throw new NoSuchElementException();
    }
    int count = 0;
    while (count < most && source.hasNext()) {
      Row row = source.next();
      String fault = checks.fault(row, columns);
      if (fault != null) {
        throw new IllegalArgumentException(
            fault + " (row " + read + " of a partition; the rows changed since they were counted)");
      }
      read++;
      copy((Vector) row.get(0), values, count * columns);
      if (weights != null) {
        weights[count] = row.getDouble(1);
      }
      count++;
    }
    double[] rows = count == most ? values : Arrays.copyOf(values, count * columns);
    double[] some = weights == null || count == most ? weights : Arrays.copyOf(weights, count);
    return new Block(DenseRows.wrap(count, columns, rows), some);
  }

  /** Writes the values of a vector, zeros included, to {@code into} from index {@code at} on. */
  static void copy(Vector vector, double[] into, int at) {
    if (vector instanceof DenseVector dense) {
      System.arraycopy(dense.values(), 0, into, at, dense.values().length);
      return;
    }
    SparseVector sparse = (SparseVector) vector;
    Arrays.fill(into, at, at + sparse.size(), 0);
    int[] indices = sparse.indices();
    double[] entries = sparse.values();
    for (int i = 0; i < indices.length; i++) {
      into[at + indices[i]] = entries[i];
    }
  }
}
