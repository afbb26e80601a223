package dev.mercer.app.data;

import java.util.List;
import java.util.OptionalLong;

/** Rows in order, read once from front to back. Not for several threads at a time. */
public interface DataSource extends AutoCloseable {

  /** What is read, as the user named it. */
  String name();

  /** The names of the features, in column order; empty where the data has none. */
  List<String> featureNames();

  /** Feature columns. */
  int columns();

  boolean labeled();

  boolean weighted();

  /**
   * No more than this many rows will come; exactly as many when neither classes nor missing values
   * leave rows out.
   */
  OptionalLong rowCountHint();

  /** How many rows will come; empty where only reading them tells. */
  OptionalLong exactRowCount();

  /**
   * Fills {@code block} with the next rows: as many as fit, fewer only at the end.
   *
   * @return the rows filled, 0 at the end
   * @throws DataException where the input is not what it should be
   */
  int next(RowBlock block);

  /** Rows left out so far because a value was missing. */
  long droppedRows();

  /** Rows delivered so far that hold a NaN. */
  long incompleteRows();

  @Override
  void close();
}
