package dev.mercer.internal.features;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.rows.SelectedRows;
import java.util.List;

/**
 * The landmarks chosen, in the order they were chosen.
 *
 * @param rows their row numbers, distinct; null if they are points that are not rows
 * @param points the landmarks themselves, m x d; null for rows of a precomputed matrix
 * @param weights how many rows (by weight) each landmark stands for; their sum is the sum of the
 *     weights of the rows; null if the selector gives none (then the rows nearest to each landmark
 *     are counted)
 * @param features what the selector computed anyway and others need not compute again: features of
 *     all rows in the order of the landmarks, one column per landmark; or null
 * @param notes remarks for the user
 */
public record Landmarks(
    int[] rows, Rows points, double[] weights, RowFeatures features, List<String> notes) {

  public Landmarks {
    notes = List.copyOf(notes);
  }

  /** Rows of the request as landmarks. */
  public static Landmarks ofRows(GramColumns gram, int[] rows, double[] weights) {
    Rows points =
        gram.kernel().hasPoints() ? DenseRows.copyOf(new SelectedRows(gram.rows(), rows)) : null;
    return new Landmarks(rows.clone(), points, weights, null, List.of());
  }

  /** Points that are not rows. */
  public static Landmarks ofPoints(Rows points, double[] weights) {
    return new Landmarks(null, points, weights, null, List.of());
  }

  /**
   * The same landmarks with the features of all rows, which must have been computed from these
   * landmarks.
   */
  public Landmarks with(RowFeatures computed) {
    return new Landmarks(rows, points, weights, computed, notes);
  }

  /** The same landmarks with the number of rows that each stands for. */
  public Landmarks counting(double[] rowsOfEach) {
    return new Landmarks(rows, points, rowsOfEach, features, notes);
  }

  public int count() {
    return rows != null ? rows.length : points.count();
  }

  /** The same landmarks with one more note. */
  public Landmarks with(String note) {
    List<String> more = new java.util.ArrayList<>(notes);
    more.add(note);
    return new Landmarks(rows, points, weights, features, more);
  }

  /** The kernel values of all rows with the landmarks. */
  public GramColumns.Columns columns(GramColumns gram) {
    return rows != null ? gram.of(rows) : gram.of(points);
  }

  /** The kernel values of all rows with some of the landmarks, in the order given. */
  public GramColumns.Columns columns(GramColumns gram, int[] some) {
    if (rows == null) {
      return gram.of(DenseRows.copyOf(new SelectedRows(points, some)));
    }
    int[] numbers = new int[some.length];
    for (int i = 0; i < some.length; i++) {
      numbers[i] = rows[some[i]];
    }
    return gram.of(numbers);
  }
}
