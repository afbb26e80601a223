package dev.mercer.app.data.columns;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What the text of a cell means: a number, a missing value, or neither. */
public final class CellText {

  /** The ways to write "no value", as passed to DuckDB; upper and lower case mean the same. */
  public static final List<String> MISSING =
      List.of(
          "", "NA", "na", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None",
          "none", "?", "-", ".");

  private static final Set<String> MISSING_LOWER =
      Set.copyOf(MISSING.stream().map(s -> s.toLowerCase(Locale.ROOT)).distinct().toList());

  private static final int LONGEST_MISSING = 4;

  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(?i:inf(inity)?)|(?i:true|false)");

  /** Powers of ten that are exact, so that one multiplication or division rounds correctly. */
  private static final double[] EXACT_POWERS = new double[23];

  private static final long EXACT_WHOLE = 1L << 53;

  /** Larger exponents are left to the Java library; this limit only prevents an overflow. */
  private static final int MOST_EXPONENT = 100_000_000;

  static {
    EXACT_POWERS[0] = 1;
    for (int k = 1; k < EXACT_POWERS.length; k++) {
      EXACT_POWERS[k] = 10 * EXACT_POWERS[k - 1];
    }
  }

  private CellText() {}

  public static boolean isMissing(String text) {
    if (text == null) {
      return true;
    }
    String plain = text.strip();
    return plain.length() <= LONGEST_MISSING
        && MISSING_LOWER.contains(plain.toLowerCase(Locale.ROOT));
  }

  public static boolean isNumber(String text) {
    return NUMBER.matcher(text.strip()).matches();
  }

  /** The value of a text for which {@link #isNumber} holds; truth values are 1 and 0. */
  public static double number(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    return switch (plain) {
      case "true" -> 1;
      case "false" -> 0;
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(plain);
    };
  }

  /**
   * A plain decimal, {@code [+-]digits[.digits][e[+-]digits]}, with blanks around it. If its digits
   * make a whole number below 2^53 and its power of ten is exact, no string is made.
   *
   * @return NaN for any other text
   */
  public static double decimal(char[] text, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && text[from] == ' ') {
      from++;
    }
    while (from < to && text[to - 1] == ' ') {
      to--;
    }
    int i = from;
    boolean negative = i < to && text[i] == '-';
    if (negative || i < to && text[i] == '+') {
      i++;
    }
    long whole = 0;
    int power = 0;
    int digits = 0;
    boolean point = false;
    boolean exact = true;
    for (; i < to && (isDigit(text[i]) || text[i] == '.' && !point); i++) {
      if (text[i] == '.') {
        point = true;
      } else {
        whole = 10 * whole + (text[i] - '0');
        exact &= whole < EXACT_WHOLE;
        whole = exact ? whole : 0;
        power -= point ? 1 : 0;
        digits++;
      }
    }
    if (digits == 0) {
      return Double.NaN;
    }
    if (i < to) {
      if (text[i] != 'e' && text[i] != 'E') {
        return Double.NaN;
      }
      int sign = i + 1 < to && (text[i + 1] == '-' || text[i + 1] == '+') ? 1 : 0;
      int first = i + 1 + sign;
      int exponent = 0;
      for (i = first; i < to && isDigit(text[i]); i++) {
        exponent = Math.min(10 * exponent + (text[i] - '0'), MOST_EXPONENT);
      }
      if (i == first || i < to) {
        return Double.NaN;
      }
      power += text[first - 1] == '-' ? -exponent : exponent;
    }
    if (!exact || Math.abs(power) >= EXACT_POWERS.length) {
      return Double.parseDouble(new String(text, from, to - from));
    }
    double value = power < 0 ? whole / EXACT_POWERS[-power] : whole * EXACT_POWERS[power];
    return negative ? -value : value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** The text for a message: in quotes, and cut if it is long. */
  static String quote(String text) {
    return "'" + (text.length() > 40 ? text.substring(0, 40) + "…" : text) + "'";
  }

  /** What a cell is that is not a finite number, as words that follow "is" in a message. */
  public static String describe(String text) {
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
