package dev.mercer.app.data;

import java.util.List;
import java.util.OptionalLong;

/** Rows in order, read once from front to back. Not thread-safe. */
public interface DataSource extends AutoCloseable {

  /** The name of the source as the user gave it. */
  String name();

  /** The names of the features, in column order; empty if the data has none. */
  List<String> featureNames();

  /** The number of features. */
  int columns();

  boolean labeled();

  boolean weighted();

  /**
   * An upper bound of the number of rows. It is the exact number if neither classes nor missing
   * values leave rows out.
   */
  OptionalLong rowCountHint();

  /** The exact number of rows; empty if it is only known after reading them. */
  OptionalLong exactRowCount();

  /**
   * Fills {@code block} with the next rows: as many as fit, and fewer only at the end.
   *
   * @return the number of rows filled; 0 at the end
   * @throws DataException if the input is not as it should be
   */
  int next(RowBlock block);

  /** The number of rows left out so far because a value was missing. */
  long droppedRows();

  /** The number of rows delivered so far that contain a NaN. */
  long incompleteRows();

  @Override
  void close();
}
