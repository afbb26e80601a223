package dev.mercer.app.data;

import java.util.List;
import java.util.Objects;

/**
 * Which rows of a table are kept.
 *
 * @param range the range of rows, counted before any filter
 * @param classes the labels whose rows are kept; empty for all
 * @param missing what happens to rows with NaN, infinite or missing values
 */
public record KeptRows(RowRange range, List<String> classes, MissingPolicy missing) {

  /** All rows; any missing value is an error. */
  static final KeptRows ALL = new KeptRows(RowRange.ALL, List.of(), MissingPolicy.ERROR);

  public KeptRows {
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(missing, "missing");
    classes = List.copyOf(classes);
  }

  /** Whether rows may be left out because of their content. */
  public boolean filtered() {
    return !classes.isEmpty() || missing == MissingPolicy.DROP;
  }
}
