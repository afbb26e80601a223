package dev.mercer.internal.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One pass over a JSON text by recursive descent, as deep as {@link Json#MAX_DEPTH} allows. Cost:
 * linear in the text. Fails with {@link JsonException} only.
 */
final class JsonParser {

  /** Integers of this many digits may or may not fit a long; longer ones never do. */
  private static final int LONG_DIGITS = 19;

  private final String text;
  private final int maxValues;
  private int at;
  private int values;

  JsonParser(String text, int maxValues) {
    if (text.length() > Json.MAX_LENGTH) {
      throw new JsonException(
          Json.MAX_LENGTH,
          "the text has "
              + text.length()
              + " characters; at most "
              + Json.MAX_LENGTH
              + " are read");
    }
    this.text = text;
    this.maxValues = maxValues;
  }

  Object document() {
    skipSpace();
    Object result = value(0);
    end();
    return result;
  }

  Map<String, Object> objectDocument() {
    skipSpace();
    if (peek() != '{') {
      throw expected("an object, '{'");
    }
    values = 1;
    Map<String, Object> result = object(1);
    end();
    return result;
  }

  private void end() {
    skipSpace();
    if (at < text.length()) {
      throw expected("the end of the text");
    }
  }

  /** The value that starts here, inside {@code depth} open containers. */
  private Object value(int depth) {
    if (++values > maxValues) {
      throw new JsonException(at, "more than " + maxValues + " values; no more are read");
    }
    switch (peek()) {
      case '{':
        return object(depth + 1);
      case '[':
        return array(depth + 1);
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> object(int depth) {
    open(depth);
    Map<String, Object> result = new LinkedHashMap<>();
    if (peek() == '}') {
      at++;
      return result;
    }
    while (true) {
      if (peek() != '"') {
        throw expected("a key in double quotes");
      }
      int start = at;
      String key = string();
      skipSpace();
      take(':');
      skipSpace();
      Object value = value(depth);
      if (result.containsKey(key)) {
        throw new JsonException(start, "the key '" + excerpt(key) + "' is given twice");
      }
      result.put(key, value);
      skipSpace();
      if (peek() == '}') {
        at++;
        return result;
      }
      take(',');
      skipSpace();
    }
  }

  private List<Object> array(int depth) {
    open(depth);
    List<Object> result = new ArrayList<>();
    if (peek() == ']') {
      at++;
      return result;
    }
    while (true) {
      result.add(value(depth));
      skipSpace();
      if (peek() == ']') {
        at++;
        return result;
      }
      take(',');
      skipSpace();
    }
  }

  private void open(int depth) {
    if (depth > Json.MAX_DEPTH) {
      throw new JsonException(at, "nested deeper than " + Json.MAX_DEPTH + " levels");
    }
    at++;
    skipSpace();
  }

  private String string() {
    int start = at++;
    StringBuilder built = null; // only if there is an escape
    int copied = at;
    boolean surrogates = false;
    while (true) {
      int c = peek();
      if (c < 0) {
        throw new JsonException(start, "the string does not end");
      } else if (c == '"') {
        break;
      } else if (c < ' ') {
        throw new JsonException(at, "a raw control character " + name(c) + "; escape it");
      } else if (c == '\\') {
        built = built == null ? new StringBuilder() : built;
        built.append(text, copied, at);
        char escaped = escape();
        surrogates |= Character.isSurrogate(escaped);
        built.append(escaped);
        copied = at;
      } else {
        surrogates |= Character.isSurrogate((char) c);
        at++;
      }
    }
    String result =
        built == null ? text.substring(copied, at) : built.append(text, copied, at).toString();
    at++;
    if (surrogates && loneSurrogate(result) >= 0) {
      throw new JsonException(start, "the string has half of a surrogate pair");
    }
    return result;
  }

  /** The character of the escape that starts here; moves behind it. */
  private char escape() {
    int start = at++;
    int c = peek();
    at++;
    switch (c) {
      case '"':
      case '\\':
      case '/':
        return (char) c;
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        int code = 0;
        for (int i = 0; i < 4; i++) {
          int digit = hexDigit(peek());
          if (digit < 0) {
            throw new JsonException(start, "\\u takes four hexadecimal digits");
          }
          code = code << 4 | digit;
          at++;
        }
        return (char) code;
      default:
        throw new JsonException(
            start, "\\ is followed by one of \" \\ / b f n r t u, not by " + name(c));
    }
  }

  private static int hexDigit(int c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return c > 0 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  private Object number() {
    int start = at;
    if (peek() == '-') {
      at++;
    }
    int firstDigit = at;
    if (!isDigit(peek())) {
      at = start;
      throw expected("a value");
    }
    digits();
    int integerDigits = at - firstDigit;
    if (integerDigits > 1 && text.charAt(firstDigit) == '0') {
      throw new JsonException(start, "a number has no leading zeros");
    }
    boolean integer = true;
    if (peek() == '.') {
      integer = false;
      at++;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      integer = false;
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      digits();
    }
    String number = text.substring(start, at);
    // "-0" is left to double, which has it.
    if (integer && integerDigits <= LONG_DIGITS && !number.equals("-0")) {
      BigInteger whole = new BigInteger(number);
      if (whole.bitLength() < Long.SIZE) {
        return whole.longValue();
      }
    }
    double value = Double.parseDouble(number);
    if (Double.isInfinite(value)) {
      throw new JsonException(start, "a number beyond the largest double, " + Double.MAX_VALUE);
    }
    return value;
  }

  private void digits() {
    if (!isDigit(peek())) {
      throw expected("a digit");
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw expected("a value");
    }
    at += word.length();
    return value;
  }

  private void take(char wanted) {
    if (peek() != wanted) {
      throw expected("'" + wanted + "'");
    }
    at++;
  }

  private void skipSpace() {
    for (int c = peek(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek()) {
      at++;
    }
  }

  /** The character here, or -1 at the end of the text. */
  private int peek() {
    return at < text.length() ? text.charAt(at) : -1;
  }

  private JsonException expected(String what) {
    return new JsonException(at, "expected " + what + ", found " + name(peek()));
  }

  private static String name(int c) {
    if (c < 0) {
      return "the end of the text";
    }
    return c > ' ' && c < 127 ? "'" + (char) c + "'" : String.format("U+%04X", c);
  }

  private static String excerpt(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  /** Index of the first surrogate without its other half, or -1. */
  static int loneSurrogate(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return i;
      }
    }
    return -1;
  }
}
