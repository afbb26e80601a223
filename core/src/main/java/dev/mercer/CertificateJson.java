package dev.mercer;

import dev.mercer.internal.json.Json;
import dev.mercer.internal.json.JsonNumbers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

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
              json.put(name, value(entry));
              kinds.put(name, entry.kind().text());
            });
    certificate.reasons().forEach((name, reason) -> json.put(name, null));
    json.put("kinds", kinds);
    if (!certificate.reasons().isEmpty()) {
      json.put("reasons", new LinkedHashMap<>(certificate.reasons()));
    }
    return json;
  }

  private static Object value(Certificate.Entry entry) {
    return Double.isNaN(entry.spread())
        ? entry.value()
        : Json.object("value", entry.value(), spreadName(entry.kind()), entry.spread());
  }

  private static String spreadName(Certificate.Kind kind) {
    return kind == Certificate.Kind.ESTIMATE ? "standardError" : "confidence";
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
          for (Certificate.Kind kind : Certificate.Kind.values()) {
            if (kind.text().equals(text)) {
              readEntry(fields.get(name), kind)
                  .ifPresent(entry -> entries.put(String.valueOf(name), entry));
            }
          }
        });
    Map<String, String> reasons = new LinkedHashMap<>();
    if (fields.get("reasons") instanceof Map<?, ?> given) {
      given.forEach((name, text) -> reasons.put(String.valueOf(name), String.valueOf(text)));
    }
    return new Certificate(entries, reasons);
  }

  private static Optional<Certificate.Entry> readEntry(Object json, Certificate.Kind kind) {
    if (json instanceof Map<?, ?> pair) {
      return pair.get("value") instanceof Number value
              && pair.get(spreadName(kind)) instanceof Number spread
          ? Optional.of(new Certificate.Entry(value.doubleValue(), spread.doubleValue(), kind))
          : Optional.empty();
    }
    Object value = json instanceof Number number ? number.doubleValue() : JsonNumbers.doubles(json);
    return Optional.ofNullable(value).map(known -> new Certificate.Entry(known, Double.NaN, kind));
  }
}
