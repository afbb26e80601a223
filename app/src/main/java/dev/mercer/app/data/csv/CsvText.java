package dev.mercer.app.data.csv;

/** Cells of comma-separated text. */
public final class CsvText {

  private CsvText() {}

  /** A text so that it reads back as the same text: in quotes only if that is necessary. */
  public static String quoted(String text) {
    boolean plain =
        text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
            && text.equals(text.strip());
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
