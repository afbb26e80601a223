package dev.mercer.app.data;

/**
 * Rows that a {@link DataSource} delivers: row-major features and, if the source has them, labels
 * and weights. The caller allocates a block once and has it filled again and again.
 */
public final class RowBlock {

  private static final int NONE = -1;

  private final int capacity;
  private final int columns;
  private final double[] values;
  private final String[] labels;
  private final double[] weights;
  private final boolean[] incomplete;
  private final int[] unreadable;
  private int rows;

  public RowBlock(int capacity, int columns) {
    if (capacity < 1 || columns < 1 || (long) capacity * columns > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a block of "
              + capacity
              + " rows x "
              + columns
              + " columns is not between 1 and 2^31 values");
    }
    this.capacity = capacity;
    this.columns = columns;
    values = new double[capacity * columns];
    labels = new String[capacity];
    weights = new double[capacity];
    incomplete = new boolean[capacity];
    unreadable = new int[capacity];
  }

  /** The number of rows that fit. */
  public int capacity() {
    return capacity;
  }

  /** The number of features. */
  public int columns() {
    return columns;
  }

  /** The number of rows filled by the last {@link DataSource#next}. */
  public int rows() {
    return rows;
  }

  /**
   * The features, row-major, in the first {@code rows() * columns()} entries. The array is shared,
   * not copied.
   */
  public double[] values() {
    return values;
  }

  /**
   * The label of a row, with whole numbers written without a fraction; null if it is missing or the
   * source has no labels.
   */
  public String label(int row) {
    return labels[row];
  }

  /** The weight of a row; 1 if the source has no weights. */
  public double weight(int row) {
    return weights[row];
  }

  /** Whether a row contains a NaN, which happens only under {@link MissingPolicy#NAN}. */
  public boolean incomplete(int row) {
    return incomplete[row];
  }

  void clear() {
    rows = 0;
  }

  /** Clears what an earlier use has left in this row. */
  public void reset(int row) {
    labels[row] = null;
    weights[row] = 1;
    incomplete[row] = false;
    unreadable[row] = NONE;
  }

  public void setLabel(int row, String label) {
    labels[row] = label;
  }

  public void setWeight(int row, double weight) {
    weights[row] = weight;
  }

  void setIncomplete(int row) {
    incomplete[row] = true;
  }

  /** Marks a cell whose text is neither a number nor a way to write "missing". */
  public void setUnreadable(int row, int column) {
    unreadable[row] = column;
  }

  /** The column of a cell that is not a number, or -1. */
  public int unreadable(int row) {
    return unreadable[row];
  }

  /** Accepts the row at {@code from}: moves it down behind the rows accepted before. */
  void accept(int from) {
    int to = rows++;
    if (to != from) {
      System.arraycopy(values, from * columns, values, to * columns, columns);
      labels[to] = labels[from];
      weights[to] = weights[from];
      incomplete[to] = incomplete[from];
      unreadable[to] = unreadable[from];
    }
  }

  /** Copies a row's label and weight from another block. */
  public void copyMarks(int row, RowBlock source, int sourceRow) {
    labels[row] = source.labels[sourceRow];
    weights[row] = source.weights[sourceRow];
    incomplete[row] = source.incomplete[sourceRow];
  }
}
