package dev.mercer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far an approximate fit can be from the exact one that was not computed.
 *
 * <p>A list of named values, each marked for what it is: exact, a bound, a bound with confidence,
 * or an estimate. The names are those of the report (cli.md); a bound, an estimate and an exact
 * value never share one.
 *
 * <p>A value that is no number, as squares of very small or very large kernel values may be, does
 * not exist: the report writes null for it and says why under {@code reasons}.
 */
public final class Certificate {

  private static final String OUT_OF_RANGE =
      "the numbers it follows from are beyond the range of double; scale the data or the weights"
          + " towards 1";

  /** What a value is worth. */
  public enum Kind {
    /** True to rounding. */
    EXACT("exact"),
    /** Holds always. */
    BOUND("bound"),
    /** Holds with the probability stated, over the random vectors drawn. */
    BOUND_WITH_CONFIDENCE("bound with confidence"),
    /** Close, but may be on either side. */
    ESTIMATE("estimate");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** An estimate and its standard error. */
  public record Estimate(double value, double standardError) {}

  /** A bound that holds with this probability. */
  public record Confident(double value, double confidence) {}

  private record Entry(Object value, Kind kind) {}

  private final Map<String, Entry> entries;
  private final Map<String, String> reasons; // why a value does not exist

  private Certificate(Map<String, Entry> entries, Map<String, String> reasons) {
    this.entries = entries;
    this.reasons = reasons;
  }

  public static Certificate empty() {
    return new Certificate(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  private Certificate plus(String name, Object value, Kind kind) {
    if (entries.containsKey(name) || reasons.containsKey(name)) {
      throw new IllegalArgumentException("the certificate has '" + name + "' already");
    }
    if (!finite(value)) {
      return without(name, OUT_OF_RANGE);
    }
    Map<String, Entry> more = new LinkedHashMap<>(entries);
    more.put(name, new Entry(value, kind));
    return new Certificate(more, reasons);
  }

  private Certificate without(String name, String reason) {
    Map<String, String> more = new LinkedHashMap<>(reasons);
    more.put(name, reason);
    return new Certificate(entries, more);
  }

  private static boolean finite(Object value) {
    if (value instanceof Estimate estimate) {
      return Double.isFinite(estimate.value()) && Double.isFinite(estimate.standardError());
    }
    if (value instanceof Confident confident) {
      return Double.isFinite(confident.value());
    }
    return value instanceof double[] values
        ? Arrays.stream(values).allMatch(Double::isFinite)
        : Double.isFinite((double) value);
  }

  /** This certificate with an exact value more. */
  public Certificate exact(String name, double value) {
    return plus(name, value, Kind.EXACT);
  }

  public Certificate bound(String name, double value) {
    return plus(name, value, Kind.BOUND);
  }

  public Certificate bound(String name, double[] values) {
    return plus(name, values.clone(), Kind.BOUND);
  }

  public Certificate exact(String name, double[] values) {
    return plus(name, values.clone(), Kind.EXACT);
  }

  public Certificate estimate(String name, Estimate value) {
    return plus(name, value, Kind.ESTIMATE);
  }

  public Certificate confident(String name, Confident value) {
    return plus(name, value, Kind.BOUND_WITH_CONFIDENCE);
  }

  /** All values of both certificates. */
  public Certificate and(Certificate other) {
    Certificate result = this;
    for (Map.Entry<String, Entry> entry : other.entries.entrySet()) {
      result = result.plus(entry.getKey(), entry.getValue().value(), entry.getValue().kind());
    }
    for (Map.Entry<String, String> entry : other.reasons.entrySet()) {
      result = result.without(entry.getKey(), entry.getValue());
    }
    return result;
  }

  public boolean has(String name) {
    return entries.containsKey(name);
  }

  /** A single number: an exact value, a bound, or the value of an estimate; NaN if absent. */
  public double value(String name) {
    Entry entry = entries.get(name);
    if (entry == null) {
      return Double.NaN;
    }
    if (entry.value() instanceof Estimate estimate) {
      return estimate.value();
    }
    if (entry.value() instanceof Confident confident) {
      return confident.value();
    }
    return (double) entry.value();
  }

  /** Whether it is there as a single number, not as one a component. */
  public boolean single(String name) {
    return entries.containsKey(name) && !(entries.get(name).value() instanceof double[]);
  }

  /** A value a component; null if absent. */
  public double[] values(String name) {
    Entry entry = entries.get(name);
    return entry == null ? null : ((double[]) entry.value()).clone();
  }

  /** What a value is worth; null if absent. */
  public Kind kind(String name) {
    Entry entry = entries.get(name);
    return entry == null ? null : entry.kind();
  }

  /** Why a value that this certificate could have does not exist; null where it does. */
  public String reason(String name) {
    return reasons.get(name);
  }

  public List<String> names() {
    return new ArrayList<>(entries.keySet());
  }

  /** The certificate as the report writes it, with the kind of every value under {@code kinds}. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    Map<String, Object> kinds = new LinkedHashMap<>();
    entries.forEach(
        (name, entry) -> {
          Object value = entry.value();
          if (value instanceof Estimate estimate) {
            value = pair("value", estimate.value(), "standardError", estimate.standardError());
          } else if (value instanceof Confident confident) {
            value = pair("value", confident.value(), "confidence", confident.confidence());
          }
          json.put(name, value);
          kinds.put(name, entry.kind().text());
        });
    reasons.forEach((name, reason) -> json.put(name, null));
    json.put("kinds", kinds);
    if (!reasons.isEmpty()) {
      json.put("reasons", new LinkedHashMap<>(reasons));
    }
    return json;
  }

  /**
   * A certificate read back from a report; what is not of its form is left out, so that reports of
   * other versions can be read.
   *
   * @return null if there is none
   */
  public static Certificate parse(Object json) {
    if (!(json instanceof Map<?, ?> fields) || !(fields.get("kinds") instanceof Map<?, ?> kinds)) {
      return null;
    }
    Map<String, Entry> entries = new LinkedHashMap<>();
    kinds.forEach(
        (name, text) -> {
          Object value = parseValue(fields.get(name));
          for (Kind kind : Kind.values()) {
            if (kind.text.equals(text) && value != null) {
              entries.put((String) name, new Entry(value, kind));
            }
          }
        });
    Map<String, String> reasons = new LinkedHashMap<>();
    if (fields.get("reasons") instanceof Map<?, ?> given) {
      given.forEach((name, text) -> reasons.put(String.valueOf(name), String.valueOf(text)));
    }
    return new Certificate(entries, reasons);
  }

  private static Object parseValue(Object json) {
    if (json instanceof Number number) {
      return number.doubleValue();
    }
    if (json instanceof List<?> list && list.stream().allMatch(Number.class::isInstance)) {
      return list.stream().mapToDouble(entry -> ((Number) entry).doubleValue()).toArray();
    }
    if (json instanceof Map<?, ?> pair && pair.get("value") instanceof Number value) {
      if (pair.get("standardError") instanceof Number error) {
        return new Estimate(value.doubleValue(), error.doubleValue());
      }
      if (pair.get("confidence") instanceof Number confidence) {
        return new Confident(value.doubleValue(), confidence.doubleValue());
      }
    }
    return null;
  }

  private static Map<String, Object> pair(String name, double value, String other, double more) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put(name, value);
    result.put(other, more);
    return result;
  }

  @Override
  public String toString() {
    return "Certificate " + toJson();
  }
}
