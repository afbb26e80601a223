package dev.mercer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * How far an approximate fit can be from the exact one that was not computed.
 *
 * <p>A list of named values, each marked for what it is: exact, a bound, a bound with confidence,
 * or an estimate. The names are those of the report and explained in methods.md, "The certificate";
 * a bound, an estimate and an exact value never share one.
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

    /** The name of this kind in reports. */
    public String text() {
      return text;
    }
  }

  /**
   * A value and its worth.
   *
   * @param value a double, or an array of them
   * @param spread the standard error of an estimate, the confidence of a bound with one; else NaN
   */
  record Entry(Object value, double spread, Kind kind) {

    boolean finite() {
      return value instanceof double[] values
          ? Arrays.stream(values).allMatch(Double::isFinite)
          : Double.isFinite((double) value);
    }

    @Override
    public String toString() {
      String text = value instanceof double[] values ? Arrays.toString(values) : value.toString();
      if (!Double.isNaN(spread)) {
        text += (kind == Kind.ESTIMATE ? " +- " : " with probability ") + spread;
      }
      return text + " (" + kind.text() + ")";
    }
  }

  private final Map<String, Entry> entries;
  private final Map<String, String> reasons; // why a value does not exist

  Certificate(Map<String, Entry> entries, Map<String, String> reasons) {
    this.entries = entries;
    this.reasons = reasons;
  }

  /** A certificate of nothing, to which values are added. */
  public static Certificate empty() {
    return new Certificate(new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  private Certificate plus(String name, Object value, double spread, Kind kind) {
    return plus(name, new Entry(value, spread, kind));
  }

  private Certificate plus(String name, Entry entry) {
    if (entries.containsKey(name) || reasons.containsKey(name)) {
      throw new IllegalArgumentException("the certificate has '" + name + "' already");
    }
    if (!entry.finite()) {
      return without(name, OUT_OF_RANGE);
    }
    Map<String, Entry> more = new LinkedHashMap<>(entries);
    more.put(name, entry);
    return new Certificate(more, reasons);
  }

  private Certificate without(String name, String reason) {
    Map<String, String> more = new LinkedHashMap<>(reasons);
    more.put(name, reason);
    return new Certificate(entries, more);
  }

  /** A copy with one more exact value. */
  public Certificate exact(String name, double value) {
    return plus(name, value, Double.NaN, Kind.EXACT);
  }

  /** A copy with one more value that is never exceeded. */
  public Certificate bound(String name, double value) {
    return plus(name, value, Double.NaN, Kind.BOUND);
  }

  /** A copy with one more bound per component. */
  public Certificate bound(String name, double[] values) {
    return plus(name, values.clone(), Double.NaN, Kind.BOUND);
  }

  /** A copy with one more exact value per component. */
  public Certificate exact(String name, double[] values) {
    return plus(name, values.clone(), Double.NaN, Kind.EXACT);
  }

  /** A copy with one more estimate. */
  public Certificate estimate(String name, double value, double standardError) {
    // An estimate is nothing without its error.
    double known = Double.isFinite(standardError) ? value : Double.NaN;
    return plus(name, known, standardError, Kind.ESTIMATE);
  }

  /** A copy with one more bound that holds with the probability stated. */
  public Certificate confident(String name, double value, double confidence) {
    return plus(name, value, confidence, Kind.BOUND_WITH_CONFIDENCE);
  }

  /** All values of both certificates. */
  public Certificate and(Certificate other) {
    Certificate result = this;
    for (Map.Entry<String, Entry> entry : other.entries.entrySet()) {
      result = result.plus(entry.getKey(), entry.getValue());
    }
    for (Map.Entry<String, String> entry : other.reasons.entrySet()) {
      result = result.without(entry.getKey(), entry.getValue());
    }
    return result;
  }

  Map<String, Entry> entries() {
    return entries;
  }

  Map<String, String> reasons() {
    return reasons;
  }

  /** Whether there is a value of this name. */
  public boolean has(String name) {
    return entries.containsKey(name);
  }

  /**
   * A single number: an exact value, a bound, or the value of an estimate; NaN if there is none of
   * this name, or one per component.
   */
  public double value(String name) {
    return single(name) ? (double) entries.get(name).value() : Double.NaN;
  }

  /** The standard error of an estimate; NaN for any other value. */
  public double standardError(String name) {
    return spread(name, Kind.ESTIMATE);
  }

  /** The probability that a bound with confidence holds; NaN for any other value. */
  public double confidence(String name) {
    return spread(name, Kind.BOUND_WITH_CONFIDENCE);
  }

  private double spread(String name, Kind of) {
    Entry entry = entries.get(name);
    return entry != null && entry.kind() == of ? entry.spread() : Double.NaN;
  }

  /** Whether it is there as a single number, not as one per component. */
  public boolean single(String name) {
    return entries.containsKey(name) && !(entries.get(name).value() instanceof double[]);
  }

  /** The values of an entry that has one per component; null if absent, or a single number. */
  public double[] values(String name) {
    return has(name) && !single(name) ? ((double[]) entries.get(name).value()).clone() : null;
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

  /** The names of all values there are, in the order of the report. */
  public List<String> names() {
    return new ArrayList<>(entries.keySet());
  }

  /** All values and what they are worth, one per line. */
  @Override
  public String toString() {
    StringJoiner lines = new StringJoiner("\n");
    entries.forEach((name, entry) -> lines.add(name + " " + entry));
    reasons.forEach((name, reason) -> lines.add(name + " unknown: " + reason));
    return lines.toString();
  }
}
