package dev.mercer.app.data.synthetic;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.columns.QuotedNames;
import dev.mercer.internal.spec.Spec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A parsed {@code name(key=value,…)}: returns its values after checking them, and finally refuses
 * keys that were never used.
 */
final class SyntheticSpec {

  private final String name;
  private final Map<String, String> values;
  private final Set<String> known = new TreeSet<>();

  private SyntheticSpec(String name, Map<String, String> values) {
    this.name = name;
    this.values = values;
  }

  /** Parses the text with the same grammar as kernels and methods. */
  static SyntheticSpec parse(String text) {
    try {
      Spec spec = Spec.parse("synthetic data", text);
      return new SyntheticSpec(spec.name(), spec.parameters());
    } catch (IllegalArgumentException e) {
      throw new DataException(e.getMessage(), e);
    }
  }

  String name() {
    return name;
  }

  long whole(String key, long fallback, long least, long most) {
    known.add(key);
    String text = values.get(key);
    if (text == null) {
      return fallback;
    }
    try {
      // People write a million as 1e6.
      double value = Double.parseDouble(text);
      long whole = text.matches("[+-]?\\d+") ? Long.parseLong(text) : (long) value;
      if (whole >= least && whole <= most && (whole == value || text.matches("[+-]?\\d+"))) {
        return whole;
      }
    } catch (NumberFormatException e) {
      throw wrong(key, text, least, most, e);
    }
    throw wrong(key, text, least, most, null);
  }

  double real(String key, double fallback, double least, double most) {
    known.add(key);
    String text = values.get(key);
    if (text == null) {
      return fallback;
    }
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong(key, text, least, most, e);
    }
    throw wrong(key, text, least, most, null);
  }

  /** Fails if there are other keys; to be called after all allowed keys were read. */
  void requireNoOthers() {
    List<String> unknown = new ArrayList<>(values.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new DataException(
          "synthetic:"
              + name
              + " has no '"
              + unknown.get(0)
              + "'"
              + QuotedNames.suggestion(unknown.get(0), known)
              + "; it takes "
              + QuotedNames.list(known));
    }
  }

  DataException unknownName(Collection<String> allowed) {
    return new DataException(
        "nothing is called synthetic:"
            + name
            + QuotedNames.suggestion(name, allowed)
            + "; there are "
            + QuotedNames.list(allowed));
  }

  private DataException wrong(String key, String text, Object least, Object most, Exception cause) {
    return new DataException(
        key
            + "="
            + text
            + " in synthetic:"
            + name
            + " is not allowed; from "
            + least
            + " to "
            + most,
        cause);
  }
}
