package dev.mercer.internal.spec;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A name with parameters, {@code name(key=value,…)}, as people write it and reports print it.
 *
 * <p>{@link #parse} divides the text into its parts. {@link #requireName} and {@link #requireKeys}
 * refuse unknown names and suggest the nearest known one. The getters refuse values that are not
 * allowed. {@link #text} prints the spec in the order in which it was written, without spaces:
 * {@code parse(spec.text())} equals the spec.
 *
 * @param parameters values by key, in the order written; a value may itself be a spec
 */
public record Spec(String name, Map<String, String> parameters) {

  public Spec {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    requireWord(name);
    parameters.forEach(
        (key, value) -> {
          requireWord(key);
          requireReadable(key, value);
        });
  }

  /**
   * @throws IllegalArgumentException if the text is not {@code name} or {@code name(key=value,…)},
   *     the message contains the position
   */
  public static Spec parse(String text) {
    return parse("spec", text);
  }

  /**
   * @param what what the text is called in messages, for instance {@code "selector"}
   */
  public static Spec parse(String what, String text) {
    SpecReader reader = new SpecReader(what, text);
    Spec spec = reader.spec();
    reader.expectEnd();
    return spec;
  }

  /** The specs in a list separated by commas; commas inside parentheses do not separate. */
  public static List<String> split(String list) {
    List<String> result = new java.util.ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= list.length(); i++) {
      char c = i < list.length() ? list.charAt(i) : ',';
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == list.length())) {
        result.add(list.substring(start, i).strip());
        start = i + 1;
      }
    }
    return result;
  }

  public static Spec of(String name) {
    return new Spec(name, Map.of());
  }

  /** This spec with one value added, or replaced if the key exists. */
  public Spec with(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(parameters);
    changed.put(key, value);
    return new Spec(name, changed);
  }

  public Spec with(String key, double value) {
    return with(key, Numbers.text(value));
  }

  /**
   * This spec with one value added, unless the value is the usual one, which is left out of the
   * text.
   */
  public Spec withUnusual(String key, double value, double usual) {
    return value == usual ? this : with(key, value);
  }

  /** The text that {@link #parse} turns back into this spec. */
  public String text() {
    if (parameters.isEmpty()) {
      return name;
    }
    return parameters.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(",", name + "(", ")"));
  }

  /**
   * Refuses an unknown name with a message that lists the known ones; otherwise returns this spec.
   */
  public Spec requireName(String kind, Collection<String> known) {
    if (!known.contains(name)) {
      throw new IllegalArgumentException(Names.unknown(kind, name, known));
    }
    return this;
  }

  /** Refuses unknown keys with a message that lists the known ones; otherwise returns this spec. */
  public Spec requireKeys(Collection<String> known) {
    for (String key : parameters.keySet()) {
      if (!known.contains(key)) {
        throw new IllegalArgumentException(Names.unknownKey(name, key, known));
      }
    }
    return this;
  }

  public Spec requireKeys(String... known) {
    return requireKeys(List.of(known));
  }

  public boolean has(String key) {
    return parameters.containsKey(key);
  }

  /** The value as it was written. */
  public String value(String key) {
    String value = parameters.get(key);
    if (value == null) {
      throw new IllegalArgumentException(
          name + " needs " + key + ": write " + name + "(" + key + "=…)");
    }
    return value;
  }

  public String value(String key, String fallback) {
    return parameters.getOrDefault(key, fallback);
  }

  /** A finite number. */
  public double number(String key) {
    return number(key, -Double.MAX_VALUE, Double.MAX_VALUE);
  }

  public double number(String key, double fallback) {
    return has(key) ? number(key) : fallback;
  }

  /** A number from {@code low} to {@code high}, both included. */
  public double number(String key, double low, double high) {
    double number = parsed(key, "a number");
    if (!(number >= low && number <= high)) {
      throw refusal(key, "is outside " + Numbers.text(low) + " to " + Numbers.text(high));
    }
    return number;
  }

  public double number(String key, double fallback, double low, double high) {
    return has(key) ? number(key, low, high) : fallback;
  }

  /** A number above zero. */
  public double positive(String key) {
    double number = parsed(key, "a number above 0");
    if (!(number > 0)) {
      throw refusal(key, "is not above 0");
    }
    return number;
  }

  public double positive(String key, double fallback) {
    return has(key) ? positive(key) : fallback;
  }

  /**
   * A whole number from {@code low} to {@code high}, both included. A whole number may also be
   * written as 1e6.
   */
  public int integer(String key, int low, int high) {
    double number = parsed(key, "a whole number");
    if (number != Math.rint(number)) {
      throw refusal(key, "is not a whole number");
    }
    if (number < low || number > high) {
      throw refusal(key, "is outside " + low + " to " + high);
    }
    return (int) number;
  }

  public int integer(String key, int fallback, int low, int high) {
    return has(key) ? integer(key, low, high) : fallback;
  }

  /** Any whole number of 64 bits, for instance a seed. */
  public long seed(String key, long fallback) {
    if (!has(key)) {
      return fallback;
    }
    try {
      return Long.parseLong(value(key));
    } catch (NumberFormatException e) {
      throw refusal(key, "is not a whole number of 64 bits");
    }
  }

  public boolean flag(String key, boolean fallback) {
    return choice(key, String.valueOf(fallback), List.of("true", "false")).equals("true");
  }

  /** One of the allowed words. */
  public String choice(String key, String fallback, Collection<String> allowed) {
    String value = value(key, fallback);
    if (!allowed.contains(value)) {
      throw refusal(
          key,
          "is none of "
              + String.join(", ", allowed)
              + "; did you mean '"
              + Names.nearest(value, allowed)
              + "'?");
    }
    return value;
  }

  /** A value that is itself a spec. */
  public Spec nested(String key, String fallback) {
    return parse(key + " of " + name, value(key, fallback));
  }

  private double parsed(String key, String meaning) {
    String value = value(key);
    try {
      return Numbers.parse(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          name + ": " + key + " must be " + meaning + "; " + e.getMessage(), e);
    }
  }

  private IllegalArgumentException refusal(String key, String problem) {
    return new IllegalArgumentException(
        name + ": " + key + " = " + Names.quote(value(key)) + " " + problem);
  }

  private static void requireWord(String word) {
    if (!SpecReader.isWord(word)) {
      throw new IllegalArgumentException(
          Names.quote(word) + " is not a name: a letter, then letters, digits, '-', '_' or '.'");
    }
  }

  /**
   * A spec can be made without the reader, so values that the reader would not accept are refused
   * here.
   */
  private static void requireReadable(String key, String value) {
    if (!SpecReader.isValue(value)) {
      throw new IllegalArgumentException(
          "value "
              + Names.quote(value)
              + " of "
              + key
              + " is empty, has spaces around it, or a"
              + " ',', '=' or ')' outside parentheses");
    }
  }
}
