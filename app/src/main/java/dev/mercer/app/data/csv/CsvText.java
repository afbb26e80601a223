package dev.mercer.app.data.csv;

/** Cells of comma-separated text. */
public final class CsvText {

  private CsvText() {}

  /** A text as it reads back the same: in quotes where it would not, bare where it would. */
  public static String quoted(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip());
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
