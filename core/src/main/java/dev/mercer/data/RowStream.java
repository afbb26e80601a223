package dev.mercer.data;

import dev.mercer.internal.rows.RowsInTurn;

/**
 * Rows that arrive once, in order, by blocks; their number need not be known. What a source cannot
 * read it reports as {@link java.io.UncheckedIOException}.
 */
public interface RowStream extends AutoCloseable {

  /** Number of features, d. */
  int columns();

  /**
   * Reads the next rows, row-major, into {@code block} from its start on.
   *
   * @param block has room for {@code maxRows} rows
   * @param maxRows at least 1
   * @return how many rows were read, 1 to {@code maxRows}; 0 at the end and ever after
   */
  int next(double[] block, int maxRows);

  @Override
  void close();

  /** The given rows in order, at most {@code blockRows} at a time. */
  static RowStream of(Rows rows, int blockRows) {
    return new RowsInTurn(rows, blockRows);
  }
}
