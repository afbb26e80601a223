package dev.mercer.data;

import dev.mercer.internal.rows.RowPass;
import dev.mercer.internal.rows.SelectedRows;

/**
 * n rows of d features, read by stretches: from memory, a mapped file, or another source behind a
 * scaling or a choice of rows. Reading is thread-safe.
 */
public interface Rows {

  /** Number of rows, n. */
  int count();

  /** Number of features, d. */
  int columns();

  /**
   * Copies rows {@code first} to {@code first + count - 1}, row-major, to {@code into} from {@code
   * offset} on.
   */
  void copy(int first, int count, double[] into, int offset);

  /** Copies the same rows, rounded to float. */
  void copy(int first, int count, float[] into, int offset);

  /**
   * The array that holds rows {@code first} to {@code first + count - 1} as they would be copied,
   * one after the other from {@link #directOffset} on, or null where there is none; for reading
   * only.
   */
  default double[] directDoubles(int first, int count) {
    return null;
  }

  /** The same for rows stored as floats. */
  default float[] directFloats(int first, int count) {
    return null;
  }

  /** Where row {@code first} starts in the array that holds it. */
  default int directOffset(int first) {
    return 0;
  }

  /**
   * How many rows to copy at a time: enough to keep a loop busy, few enough that a buffer for them
   * stays far below the longest array, however wide they are; as many as {@link DenseRows} keeps in
   * one array, so that they can be read where they lie; and no more than there are.
   */
  default int blockRows() {
    return RowPass.blockRows(columns(), count());
  }

  /**
   * Some of these rows by number, from 0 on, in any order and repeated if wished; nothing is copied
   * before it is asked for.
   */
  default Rows select(int... numbers) {
    return new SelectedRows(this, numbers);
  }

  /** Bytes of memory these rows hold while they are alive. */
  long bytes();
}
