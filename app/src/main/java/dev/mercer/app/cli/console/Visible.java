package dev.mercer.app.cli.console;

/**
 * Text without characters that control the terminal. Names of columns and files, cells and models
 * can come from anywhere, and a terminal executes what it finds in them: escape sequences move the
 * cursor, change the title of the window or answer for the user, and direction marks change the
 * order in which text is read. Such characters are replaced by their number, {@code \u005cu001b}.
 * JSON has the same escapes, so JSON keeps its meaning.
 *
 * <p>These are the control characters (C0 except line end and tab, DEL, C1), the marks and
 * embeddings of right-to-left text, and the separators of lines and paragraphs.
 */
public final class Visible {

  private static final char DELETE = 0x7F;
  private static final char LAST_CONTROL = 0x9F;

  private Visible() {}

  /** Text of several lines: line ends are kept. */
  static String text(String text) {
    return visible(text, true);
  }

  /** A name or a message: line ends are replaced, too, because it must not look like several. */
  public static String line(String text) {
    return visible(text, false);
  }

  private static String visible(String text, boolean lines) {
    StringBuilder shown = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = lines && endsLine(text, i) || !acts(c);
      if (!plain && shown == null) {
        shown = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (shown != null) {
        shown.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
      }
    }
    return shown == null ? text : shown.toString();
  }

  /** A carriage return alone is no line end: it would let the following text overwrite the line. */
  private static boolean endsLine(String text, int i) {
    char c = text.charAt(i);
    return c == '\n' || c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
  }

  private static boolean acts(char c) {
    if (c < ' ') {
      return c != '\t';
    }
    return c >= DELETE && c <= LAST_CONTROL
        || c == '\u061c' // Arabic letter mark
        || c == '\u200e' // left-to-right mark
        || c == '\u200f' // right-to-left mark
        || c >= '\u2028' && c <= '\u202e' // separators, embeddings, overrides
        || c >= '\u2066' && c <= '\u2069'; // isolates
  }
}
