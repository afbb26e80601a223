package dev.mercer.app.data;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What the text of a cell stands for: a number, nothing, or neither. */
final class CellText {

  /**
   * Ways to write "no value", in lower case; NaN is a number that is not finite, but means the same
   * to us.
   */
  static final List<String> MISSING =
      List.of("", "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "nil", "?", "-", ".");

  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(\\d+(_\\d+)*\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(?i:inf(inity)?)|(?i:true|false)");

  private CellText() {}

  static boolean isMissing(String text) {
    return text == null || MISSING.contains(text.strip().toLowerCase(Locale.ROOT));
  }

  static boolean isNumber(String text) {
    return NUMBER.matcher(text.strip()).matches();
  }

  /** Shown in a message: quoted and cut. */
  static String quote(String text) {
    return "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
  }

  /** What a cell that is no finite number is, to follow "is" in a message. */
  static String describe(String text) {
    if (text == null || text.isBlank()) {
      return "missing";
    }
    String plain = text.strip().toLowerCase(Locale.ROOT);
    if (plain.equals("nan")) {
      return "NaN";
    }
    if (isMissing(text)) {
      return "missing (" + quote(text.strip()) + ")";
    }
    return isNumber(text) ? "infinite" : quote(text.strip()) + ", not a number";
  }
}
