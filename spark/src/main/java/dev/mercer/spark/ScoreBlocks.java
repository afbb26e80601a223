package dev.mercer.spark;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.PartSums;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.score.ModelScorer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;

/** Scores the rows of a partition block by block, on one thread per partition. */
final class ScoreBlocks implements MapPartitionsFunction<Row, Row> {

  private static final long serialVersionUID = 1;

  /** The number of rows in whole tiles of a matrix product; rows are held with all columns. */
  private static final int MOST_ROWS = 4 * GramColumns.BLOCK_ROWS;

  private final Broadcast<Sent.Model> sent;
  private final int features;
  private final RowChecks checks;

  ScoreBlocks(Broadcast<Sent.Model> sent, int features, String featuresCol) {
    this.sent = sent;
    this.features = features;
    this.checks = new RowChecks(featuresCol, null, null);
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) throws IOException {
    if (!rows.hasNext()) {
      return rows;
    }
    return new Scored(rows, sent.value().value());
  }

  private final class Scored implements Iterator<Row> {

    private final Iterator<Row> source;
    private final KernelPcaModel model;
    private final Workers workers = Workers.of(1); // only the thread of the task
    private final ModelScorer scorer;
    private final int most;
    private final double[] values;
    private final List<Row> block = new ArrayList<>();
    private double[] scores;
    private int at;
    private long scored;

    Scored(Iterator<Row> source, KernelPcaModel model) {
      this.source = source;
      this.model = model;
      this.scorer = ModelScorer.of(model, Precision.DOUBLE, Integer.MAX_VALUE, workers);
      this.most = Math.min(MOST_ROWS, PartSums.blockRows(model.columns()));
      this.values = new double[Math.multiplyExact(most, model.columns())];
    }

    @Override
    public boolean hasNext() {
      return at < block.size() || source.hasNext();
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      if (at == block.size()) {
        scoreBlock();
      }
      Row row = block.get(at);
      int rank = model.rank();
      double[] own = Arrays.copyOfRange(scores, at * rank, (at + 1) * rank);
      at++;
      return new ScoredRow(row, Vectors.dense(own));
    }

    private void scoreBlock() {
      block.clear();
      at = 0;
      int columns = model.columns();
      while (block.size() < most && source.hasNext()) {
        Row row = source.next();
        Vector vector = (Vector) row.get(features);
        String fault = checks.fault(vector, columns);
        if (fault != null) {
          throw new IllegalArgumentException(
              "requirement failed: row " + (scored + block.size()) + " of a partition: " + fault);
        }
        PartitionBlocks.copy(vector, values, block.size() * columns);
        block.add(row);
      }
      int count = block.size();
      double[] rows = count == most ? values : Arrays.copyOf(values, count * columns);
      scores = scorer.score(DenseRows.wrap(count, columns, rows)).values();
      scored += count;
    }
  }

  /** A row with one more field, without copying the row. */
  private record ScoredRow(Row row, Vector scores) implements Row {

    @Override
    public int length() {
      return row.length() + 1;
    }

    @Override
    public Object get(int field) {
      return field < row.length() ? row.get(field) : scores;
    }

    @Override
    public Row copy() {
      return this; // it is immutable
    }
  }
}
