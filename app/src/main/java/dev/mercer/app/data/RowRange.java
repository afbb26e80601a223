package dev.mercer.app.data;

/**
 * Rows {@code from} to {@code to}, counted from zero, without the end.
 *
 * @param to {@link #OPEN} for all rows from {@code from} on
 */
public record RowRange(long from, long to) {

  public static final long OPEN = Long.MAX_VALUE;

  public static final RowRange ALL = new RowRange(0, OPEN);

  public RowRange {
    if (from < 0 || to <= from) {
      throw new DataException(
          "rows "
              + text(from, to)
              + " hold nothing; write A:B with 0 <= A < B, zero-based, B excluded");
    }
  }

  /** Reads {@code A:B}, {@code A:} or {@code :B}. */
  public static RowRange parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0 || text.length() == 1) {
      throw malformed(text);
    }
    String from = text.substring(0, colon).strip();
    String to = text.substring(colon + 1).strip();
    try {
      return new RowRange(
          from.isEmpty() ? 0 : Long.parseLong(from), to.isEmpty() ? OPEN : Long.parseLong(to));
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
  }

  public boolean isBounded() {
    return to != OPEN;
  }

  @Override
  public String toString() {
    return text(from, to);
  }

  private static String text(long from, long to) {
    return from + ":" + (to == OPEN ? "" : to);
  }

  private static DataException malformed(String text) {
    return new DataException(
        "rows '"
            + text
            + "' are not a range; write A:B, A: or :B, zero-based, B excluded (0:1000 is the first thousand)");
  }
}
