package dev.mercer.evidence.bench;

import java.util.List;
import java.util.Map;

/** Reads fields of a result that was parsed from JSON. */
public final class Fields {

  private Fields() {}

  public static String text(Map<String, Object> object, String name) {
    return String.valueOf(object.get(name));
  }

  public static double number(Map<String, Object> object, String name) {
    return ((Number) object.get(name)).doubleValue();
  }

  public static double[] numbers(Map<String, Object> object, String name) {
    return ((List<?>) object.get(name))
        .stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
  }

  @SuppressWarnings("unchecked") // The keys of a JSON object are always strings.
  public static Map<String, Object> object(Map<String, Object> object, String name) {
    return (Map<String, Object>) object.get(name);
  }

  /** The objects of a list; empty where the field is missing. */
  @SuppressWarnings("unchecked") // The keys of a JSON object are always strings.
  public static List<Map<String, Object>> objects(Map<String, Object> object, String name) {
    List<?> list = (List<?>) object.get(name);
    return list == null ? List.of() : (List<Map<String, Object>>) list;
  }
}
