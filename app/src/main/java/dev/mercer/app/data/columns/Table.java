package dev.mercer.app.data.columns;

import java.util.List;
import java.util.OptionalLong;

/** The rows of one file or one generator; its columns are known before its rows are read. */
public interface Table {

  /** The name of the table in messages. */
  String name();

  /**
   * All columns that may be chosen, in order; the names are invented if the table is not {@link
   * #named}.
   */
  List<String> columnNames();

  /** Whether the column names come from the data. */
  boolean named();

  /**
   * Columns that the header of the table leaves without a name, usually row numbers written by a
   * data-frame library; they are features only if they are requested.
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

  /** The number of rows, if it is known without reading them. */
  OptionalLong knownRowCount();

  /** The number of rows, counted if necessary. */
  default long countRows() {
    return knownRowCount().orElseThrow();
  }

  RowReader open(Selection selection);
}
