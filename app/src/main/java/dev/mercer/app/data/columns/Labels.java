package dev.mercer.app.data.columns;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels as text that compares equal whatever wrote it: 2, 2.0 and +2 are the same class. */
public final class Labels {

  private static final Pattern WHOLE = Pattern.compile("([+-]?)(\\d+)(?:\\.0*)?");

  private Labels() {}

  /**
   * Whole numbers without sign of plus or fraction, other text without outer blanks; null for
   * nothing.
   */
  public static String canonical(String text) {
    if (text == null) {
      return null;
    }
    String label = text.strip();
    if (label.isEmpty()) {
      return null;
    }
    Matcher whole = WHOLE.matcher(label);
    if (!whole.matches()) {
      return label;
    }
    String digits = whole.group(2);
    boolean negative = whole.group(1).equals("-") && !digits.chars().allMatch(c -> c == '0');
    return negative ? "-" + digits : digits;
  }
}
