package dev.mercer;

import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonNumbers;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A certificate as the JSON of reports, and back: values, their kinds, reasons for those absent.
 */
final class CertificateJson {

  private CertificateJson() {}

  /** The certificate as the report writes it, with the kind of every value under {@code kinds}. */
  static Map<String, Object> tree(Certificate certificate) {
    Map<String, Object> json = new LinkedHashMap<>();
    Map<String, Object> kinds = new LinkedHashMap<>();
    certificate
        .entries()
        .forEach(
            (name, entry) -> {
              json.put(name, value(entry.value()));
              kinds.put(name, entry.kind().text());
            });
    certificate.reasons().forEach((name, reason) -> json.put(name, null));
    json.put("kinds", kinds);
    if (!certificate.reasons().isEmpty()) {
      json.put("reasons", new LinkedHashMap<>(certificate.reasons()));
    }
    return json;
  }

  private static Object value(Object value) {
    if (value instanceof Certificate.Estimate estimate) {
      return Json.object("value", estimate.value(), "standardError", estimate.standardError());
    }
    if (value instanceof Certificate.Confident confident) {
      return Json.object("value", confident.value(), "confidence", confident.confidence());
    }
    return value;
  }

  /**
   * A certificate read back from a report; what is not of its form is left out, so that reports of
   * other versions can be read.
   *
   * @return null if there is none
   */
  static Certificate read(Object json) {
    if (!(json instanceof Map<?, ?> fields) || !(fields.get("kinds") instanceof Map<?, ?> kinds)) {
      return null;
    }
    Map<String, Certificate.Entry> entries = new LinkedHashMap<>();
    kinds.forEach(
        (name, text) -> {
          Object value = readValue(fields.get(name));
          for (Certificate.Kind kind : Certificate.Kind.values()) {
            if (kind.text().equals(text) && value != null) {
              entries.put(String.valueOf(name), new Certificate.Entry(value, kind));
            }
          }
        });
    Map<String, String> reasons = new LinkedHashMap<>();
    if (fields.get("reasons") instanceof Map<?, ?> given) {
      given.forEach((name, text) -> reasons.put(String.valueOf(name), String.valueOf(text)));
    }
    return new Certificate(entries, reasons);
  }

  private static Object readValue(Object json) {
    if (json instanceof Number number) {
      return number.doubleValue();
    }
    if (json instanceof Map<?, ?> pair && pair.get("value") instanceof Number value) {
      if (pair.get("standardError") instanceof Number error) {
        return new Certificate.Estimate(value.doubleValue(), error.doubleValue());
      }
      if (pair.get("confidence") instanceof Number confidence) {
        return new Certificate.Confident(value.doubleValue(), confidence.doubleValue());
      }
    }
    return JsonNumbers.doubles(json);
  }
}
