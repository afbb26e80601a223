package dev.mercer.app.data.columns;

import java.util.List;
import java.util.OptionalLong;

/** One file, or one generator, of rows: its columns are known before its rows are read. */
public interface Table {

  /** What messages call it. */
  String name();

  /**
   * All columns that may be chosen from, in order; made-up names where it is not {@link #named}.
   */
  List<String> columnNames();

  /** Whether the names are the data's own. */
  boolean named();

  /**
   * Columns that the header of the table leaves without a name, mostly row numbers that a
   * data-frame library wrote; they are features only when they are asked for.
   */
  default List<String> unnamedColumns() {
    return List.of();
  }

  /**
   * The name of the label column that comes with the data and is never a feature; null if there is
   * none.
   */
  default String ownLabel() {
    return null;
  }

  /** Whether a column of the table can be named as label or weight. */
  default boolean columnsCanBeNamed() {
    return true;
  }

  /** The number of rows where it is known without reading them. */
  OptionalLong knownRowCount();

  /** The number of rows, counted if need be. */
  default long countRows() {
    return knownRowCount().orElseThrow();
  }

  RowReader open(Selection selection);
}
