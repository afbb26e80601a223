package dev.mercer.internal.json;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers in values that were read from JSON or will be written as JSON. */
public final class JsonNumbers {

  private JsonNumbers() {}

  /** A list of numbers as an array; null if the value is not such a list. */
  public static double[] doubles(Object value) {
    if (value instanceof double[] array) {
      return array;
    }
    return numbers(value)
        ? ((List<?>) value).stream().mapToDouble(each -> ((Number) each).doubleValue()).toArray()
        : null;
  }

  /** A list of whole numbers as an array; null if the value is not such a list. */
  public static int[] integers(Object value) {
    if (value instanceof int[] array) {
      return array;
    }
    return numbers(value)
        ? ((List<?>) value).stream().mapToInt(each -> ((Number) each).intValue()).toArray()
        : null;
  }

  private static boolean numbers(Object value) {
    return value instanceof List<?> list && list.stream().allMatch(Number.class::isInstance);
  }

  /**
   * The value, with null in place of infinite numbers and NaN, which JSON cannot represent.
   *
   * @param absent receives the names of the values replaced
   */
  public static Object onlyNumbers(String name, Object value, List<String> absent) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> result = new LinkedHashMap<>();
      map.forEach(
          (key, part) -> result.put((String) key, onlyNumbers(name + "." + key, part, absent)));
      return result;
    }
    boolean number =
        value instanceof Double single
            ? Double.isFinite(single)
            : !(value instanceof double[] several)
                || Arrays.stream(several).allMatch(Double::isFinite);
    if (!number) {
      absent.add(name);
    }
    return number ? value : null;
  }
}
