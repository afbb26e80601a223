package dev.mercer.app.data.json;

/** JSON values that are neither strings nor nested: numbers and a few words. */
final class JsonWords {

  private static final String[] WORDS = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};

  private JsonWords() {}

  static boolean valid(char[] text, int start, int end) {
    return number(text, start, end) || word(text, start, end);
  }

  static boolean isNull(char[] text, int start, int end) {
    return is("null", text, start, end);
  }

  private static boolean word(char[] text, int start, int end) {
    for (String word : WORDS) {
      if (is(word, text, start, end)) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(String word, char[] text, int start, int end) {
    if (end - start != word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (text[start + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** {@code [-]digits[.digits][e[+-]digits]}; the first digit is 0 only if no other follows. */
  private static boolean number(char[] text, int start, int end) {
    int i = start < end && text[start] == '-' ? start + 1 : start;
    int whole = digits(text, i, end);
    if (whole == i || text[i] == '0' && whole > i + 1) {
      return false;
    }
    i = whole;
    if (i < end && text[i] == '.') {
      int fraction = digits(text, i + 1, end);
      if (fraction == i + 1) {
        return false;
      }
      i = fraction;
    }
    if (i < end && (text[i] == 'e' || text[i] == 'E')) {
      i++;
      i += i < end && (text[i] == '+' || text[i] == '-') ? 1 : 0;
      int exponent = digits(text, i, end);
      return exponent > i && exponent == end;
    }
    return i == end;
  }

  /** The end of the digits that begin at {@code start}. */
  private static int digits(char[] text, int start, int end) {
    int i = start;
    while (i < end && text[i] >= '0' && text[i] <= '9') {
      i++;
    }
    return i;
  }
}
