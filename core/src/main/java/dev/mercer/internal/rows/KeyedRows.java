package dev.mercer.internal.rows;

import dev.mercer.data.DenseRows;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows with the smallest keys among all rows offered, each once, together with the weight of
 * all rows equal to it. If the rows are divided into parts, merging the rows kept for each part
 * gives the same result as offering all rows to one object, whatever the parts are: a row that is
 * among the smallest of all is among the smallest of every part that contains it, so none of its
 * weight is lost.
 *
 * <p>Rows are equal if their keys and all columns are equal. Cost: O(log most) per row that is
 * kept, and one comparison for any other. Memory: for each of {@code most} rows, d numbers and a
 * small constant.
 */
public final class KeyedRows {

  private final int columns;
  private final int most;
  private final TreeMap<Entry, double[]> kept = new TreeMap<>(); // maps a row to its weight

  private record Entry(double key, double[] row) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byKey = Double.compare(key, other.key);
      return byKey != 0 ? byKey : Arrays.compare(row, other.row);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Entry entry && compareTo(entry) == 0;
    }

    @Override
    public int hashCode() {
      return Double.hashCode(key);
    }
  }

  /**
   * @param most the most rows that are kept
   */
  public KeyedRows(int columns, int most) {
    this.columns = columns;
    this.most = most;
  }

  public int count() {
    return kept.size();
  }

  public int columns() {
    return columns;
  }

  /** Offers a row, which is copied if it is kept. */
  public void offer(double key, double weight, double[] values, int at) {
    if (most == 0 || kept.size() == most && key > kept.lastKey().key()) {
      return;
    }
    double[] row = new double[columns];
    for (int c = 0; c < columns; c++) {
      row[c] = values[at + c] + 0.0; // makes -0 equal to 0, as it is for the key
    }
    double[] weightOfRow = kept.computeIfAbsent(new Entry(key, row), entry -> new double[1]);
    weightOfRow[0] += weight;
    if (kept.size() > most) {
      kept.pollLastEntry();
    }
  }

  /** Offers the rows that were kept for another part. */
  public KeyedRows merge(KeyedRows other) {
    other.kept.forEach((entry, weight) -> offer(entry.key(), weight[0], entry.row(), 0));
    return this;
  }

  /** The rows, by ascending key. */
  public DenseRows rows() {
    return rows(kept.size());
  }

  /** The first rows by ascending key, at most {@code first}. */
  public DenseRows rows(int first) {
    int taken = Math.min(first, kept.size());
    double[] values = new double[Math.multiplyExact(taken, columns)];
    int at = 0;
    for (Entry entry : kept.keySet()) {
      if (at == values.length) {
        break;
      }
      System.arraycopy(entry.row(), 0, values, at, columns);
      at += columns;
    }
    return DenseRows.wrap(taken, columns, values);
  }

  /** The weights of the rows in {@link #rows}. */
  public double[] weights() {
    return kept.values().stream().mapToDouble(weight -> weight[0]).toArray();
  }

  /**
   * Key, weight and values of every row, one row after the other, so that they can be sent to
   * another process.
   */
  public double[] toArray() {
    double[] result = new double[Math.multiplyExact(kept.size(), columns + 2)];
    int at = 0;
    for (Map.Entry<Entry, double[]> entry : kept.entrySet()) {
      result[at] = entry.getKey().key();
      result[at + 1] = entry.getValue()[0];
      System.arraycopy(entry.getKey().row(), 0, result, at + 2, columns);
      at += columns + 2;
    }
    return result;
  }

  /** Offers all rows that {@link #toArray} returned; they begin at {@code at}. */
  public KeyedRows mergeArray(double[] array, int at) {
    for (int from = at; from < array.length; from += columns + 2) {
      offer(array[from], array[from + 1], array, from + 2);
    }
    return this;
  }
}
