package dev.mercer.app.cli.console;

/**
 * Text in which no character acts on the terminal that shows it. Names of columns and files, cells
 * and models come from anywhere, and a terminal obeys what it finds in them: escape sequences move
 * the cursor, change the window's title or answer for the user, and marks of direction make text
 * read as another. Such characters are shown by their number, {@code \u005cu001b}, which also is
 * what JSON means by them, so that JSON stays the same JSON.
 *
 * <p>These are the control characters (C0 without line end and tab, DEL, C1), the marks and
 * embeddings of right-to-left text, and the separators of lines and paragraphs.
 */
public final class Visible {

  private static final char DELETE = 0x7F;
  private static final char LAST_CONTROL = 0x9F;

  private Visible() {}

  /** Lines stay lines. */
  static String text(String text) {
    return visible(text, true);
  }

  /** Line ends are shown, too: for a name or a message, which could otherwise pass for several. */
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

  /** A carriage return alone would let what follows take the place of what was there. */
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
