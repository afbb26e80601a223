package dev.mercer.app.data;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the text of a cell stands for: a number, nothing, or neither. */
final class CellText {

  /** Ways to write "no value", as DuckDB is told them; in other cases they mean the same. */
  static final List<String> MISSING =
      List.of(
          "", "NA", "na", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None",
          "none", "?", "-", ".");

  private static final Set<String> MISSING_LOWER =
      Set.copyOf(MISSING.stream().map(s -> s.toLowerCase(Locale.ROOT)).distinct().toList());

  private static final int LONGEST_MISSING = 4;

  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(\\d+(_\\d+)*\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(?i:inf(inity)?)|(?i:true|false)");

  /** Powers of ten that are exact, so that one multiplication or division rounds correctly. */
  private static final double[] EXACT_POWERS = new double[23];

  private static final long EXACT_WHOLE = 1L << 53;

  static {
    EXACT_POWERS[0] = 1;
    for (int k = 1; k < EXACT_POWERS.length; k++) {
      EXACT_POWERS[k] = 10 * EXACT_POWERS[k - 1];
    }
  }

  private CellText() {}

  static boolean isMissing(String text) {
    if (text == null) {
      return true;
    }
    String plain = text.strip();
    return plain.length() <= LONGEST_MISSING
        && MISSING_LOWER.contains(plain.toLowerCase(Locale.ROOT));
  }

  static boolean isNumber(String text) {
    return NUMBER.matcher(text.strip()).matches();
  }

  /** The value of a text that {@link #isNumber}; truth values are 1 and 0. */
  static double number(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT).replace("_", "");
    return switch (plain) {
      case "true" -> 1;
      case "false" -> 0;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(plain);
    };
  }

  /**
   * Short decimals without making a string: digits and a point, fewer than 2^53 in all, and a power
   * of ten that is exact.
   *
   * @return NaN for all other texts, which are no worse for it
   */
  static double shortDecimal(char[] text, int from, int to) {
    int i = from;
    boolean negative = i < to && text[i] == '-';
    if (negative || i < to && text[i] == '+') {
      i++;
    }
    long whole = 0;
    int fraction = 0;
    int digits = 0;
    boolean point = false;
    for (; i < to; i++) {
      char c = text[i];
      if (c >= '0' && c <= '9') {
        whole = 10 * whole + (c - '0');
        digits++;
        fraction += point ? 1 : 0;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        return Double.NaN;
      }
      if (whole >= EXACT_WHOLE) {
        return Double.NaN;
      }
    }
    if (digits == 0 || fraction >= EXACT_POWERS.length) {
      return Double.NaN;
    }
    double value = whole / EXACT_POWERS[fraction];
    return negative ? -value : value;
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
    if (text.strip().equalsIgnoreCase("nan")) {
      return "NaN";
    }
    if (isMissing(text)) {
      return "missing (" + quote(text.strip()) + ")";
    }
    return isNumber(text) ? "infinite" : quote(text.strip()) + ", not a number";
  }
}
