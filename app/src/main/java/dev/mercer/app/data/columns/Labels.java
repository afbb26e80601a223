package dev.mercer.app.data.columns;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Labels as text in one form, so that equal classes compare equal, such as 2, 2.0 and +2. */
public final class Labels {

  private static final Pattern WHOLE = Pattern.compile("([+-]?)(\\d+)(?:\\.0*)?");

  private Labels() {}

  /**
   * Whole numbers without a plus sign and without a fraction; other text without blanks around it;
   * null for an empty text.
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
