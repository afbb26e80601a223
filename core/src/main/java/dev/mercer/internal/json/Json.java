package dev.mercer.internal.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads and writes JSON (RFC 8259) as plain Java values.
 *
 * <table>
 *   <caption>Java values for each kind of JSON value</caption>
 *   <tr><th>JSON</th><th>read as</th><th>written from</th></tr>
 *   <tr><td>object</td><td>{@code LinkedHashMap<String, Object>}, order kept</td><td>any map with
 *       string keys</td></tr>
 *   <tr><td>array</td><td>{@code ArrayList<Object>}</td><td>any collection, any array
 *       ({@code double[]}, {@code int[]}, {@code long[]}, {@code String[]}, …)</td></tr>
 *   <tr><td>number</td><td>{@code Long} if it has neither fraction nor exponent and fits, else
 *       {@code Double}</td><td>{@code Byte}, {@code Short}, {@code Integer}, {@code Long}; {@code
 *       Double} and {@code Float} always with a fraction or exponent, so that they come back as
 *       {@code Double} with the same bits</td></tr>
 *   <tr><td>string, true, false, null</td><td>{@code String}, {@code Boolean}, null</td><td>the
 *       same, and any {@code CharSequence}</td></tr>
 * </table>
 *
 * <p>Reading is strict, and its memory is limited. A text may have at most {@link #MAX_LENGTH}
 * characters, {@link #MAX_DEPTH} levels of containers and {@link #MAX_VALUES} values. Refused are
 * duplicate keys, lone surrogates, unknown escapes, raw control characters, leading zeros, numbers
 * beyond the range of double or of more than 1000 characters, and anything after the document.
 * Every refusal is a {@link JsonException} with its position.
 *
 * <p>NaN and the infinities are refused on writing, with the path to the value: JSON cannot
 * represent them, and null in their place would hide a numerical failure. A caller who means "not
 * known" writes null.
 */
public final class Json {

  /** The most characters in a text that is read: more than the largest safetensors header has. */
  public static final int MAX_LENGTH = 100_000_000;

  /** The most containers inside one another, for reading and writing. */
  public static final int MAX_DEPTH = 64;

  /**
   * The most values (containers and scalars) in a text that is read. A value can take 100 bytes of
   * memory for 4 characters of text, so a limit on the length alone would not protect the heap from
   * hostile text.
   */
  public static final int MAX_VALUES = 10_000_000;

  /**
   * Two different decimals of at most this many digits are different doubles, unless they are
   * subnormal.
   */
  private static final int UNIQUE_DIGITS = 15;

  private Json() {}

  /**
   * The value of a JSON text.
   *
   * @throws JsonException if it is not exactly one JSON document within the bounds
   */
  public static Object parse(String text) {
    return new JsonReader(text, MAX_VALUES).document();
  }

  /**
   * The object of a JSON text, with a limit on the number of values that the caller chooses.
   *
   * @throws JsonException if it is not exactly one JSON object within the bounds
   */
  public static Map<String, Object> parseObject(String text, int maxValues) {
    return new JsonReader(text, maxValues).objectDocument();
  }

  /** The object of a JSON text; otherwise like {@link #parse}. */
  public static Map<String, Object> parseObject(String text) {
    return parseObject(text, MAX_VALUES);
  }

  /** An object from alternating keys and values, kept in this order; values may be null. */
  public static Map<String, Object> object(Object... keysAndValues) {
    if (keysAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "keys and values come in pairs, not as " + keysAndValues.length + " things");
    }
    Map<String, Object> result = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      if (!(keysAndValues[i] instanceof String key)) {
        throw new IllegalArgumentException("a key is a string, not " + keysAndValues[i]);
      }
      if (result.containsKey(key)) {
        throw new IllegalArgumentException("the key '" + key + "' is given twice");
      }
      result.put(key, keysAndValues[i + 1]);
    }
    return result;
  }

  /**
   * Text for people to read. Objects, and arrays of containers, take several lines, indented by two
   * spaces; arrays of scalars take one line. The text does not end with a line break.
   *
   * @throws IllegalArgumentException for NaN, infinities, lone surrogates, keys that are not
   *     strings, values of other types, and more than {@link #MAX_DEPTH} levels (for instance a
   *     cycle)
   */
  public static String write(Object value) {
    return new JsonWriter(true).text(value);
  }

  /** The same value as text without any white space. */
  public static String compact(Object value) {
    return new JsonWriter(false).text(value);
  }

  /**
   * The shortest decimal that reads back as the same double, with a fraction or an exponent.
   *
   * <p>Before JDK 19, {@code Double.toString} gives more digits than needed for about one number in
   * a hundred (2e23 becomes 1.9999999999999998E23).
   */
  public static String number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(value + " is not a number that JSON can hold");
    }
    String text = Double.toString(value);
    boolean subnormal = Math.abs(value) < Double.MIN_NORMAL;
    int digits = significantDigits(text);
    if (digits <= UNIQUE_DIGITS && !subnormal) {
      return text; // no shorter decimal is read as this double
    }
    BigDecimal exact = new BigDecimal(value);
    for (int k = subnormal ? 1 : UNIQUE_DIGITS; k < digits; k++) {
      BigDecimal shorter = exact.round(new MathContext(k)).stripTrailingZeros();
      if (shorter.doubleValue() == value) {
        String result = shorter.toString();
        return result.indexOf('.') < 0 && result.indexOf('E') < 0 ? result + ".0" : result;
      }
    }
    return text;
  }

  private static int significantDigits(String text) {
    int first = -1;
    int last = -1;
    int seen = 0;
    for (int i = 0; i < text.length() && text.charAt(i) != 'E'; i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        if (c != '0') {
          first = first < 0 ? seen : first;
          last = seen;
        }
        seen++;
      }
    }
    return first < 0 ? 0 : last - first + 1;
  }
}
