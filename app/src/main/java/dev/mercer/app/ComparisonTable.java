package dev.mercer.app;

import dev.mercer.Comparison;
import dev.mercer.KernelPcaModel;
import dev.mercer.certify.Certificate;
import dev.mercer.spec.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results of a comparison: one line a fit as CSV, one line a kind of fit to read. */
final class ComparisonTable {

  private static final List<String> SHOWN =
      List.of(
          "fitSeconds",
          "trainingSpeedup",
          "testingSpeedup",
          "empiricalError",
          "normalizedError",
          "operatorDistance",
          "trueGap",
          "optimalityGapEstimate",
          "optimalityGap");

  private final List<Map<String, Object>> lines = new ArrayList<>();
  private final boolean validated;

  /**
   * @param validated whether there are unseen rows
   */
  ComparisonTable(boolean validated) {
    this.validated = validated;
  }

  /**
   * @param measures null where the model cannot be compared in the kernel's feature space
   */
  void add(
      ComparedFit fit,
      KernelPcaModel model,
      Comparison.Measures measures,
      double trainingSpeedup,
      double testingSpeedup,
      double shareKept) {
    Map<String, Object> line = start(fit);
    Object chosen = model.report().get("selector");
    line.put("selector", chosen == null ? "" : chosen);
    Object count = model.report().get("landmarks");
    line.put("landmarks", count == null ? "" : count);
    line.put("rank", model.rank());
    line.put("fitSeconds", model.report().seconds());
    line.put("trainingSpeedup", trainingSpeedup);
    line.put("testingSpeedup", testingSpeedup);
    line.put("shareKept", shareKept);
    if (measures != null) {
      line.put("empiricalError", measures.empiricalError());
      line.put("normalizedError", measures.normalizedError());
      if (validated) {
        line.put("validationError", measures.validationError());
        line.put("normalizedValidationError", measures.normalizedValidationError());
      }
      line.put("operatorDistance", measures.operatorDistance());
      line.put("operatorDistanceSquaredPerRank", measures.operatorDistanceSquaredPerRank());
      line.put("embeddingDifference", measures.embeddingDifference());
      line.put("eigenvalueDifference", measures.eigenvalueDifference());
      line.put("trueGap", measures.trueGap());
    }
    Certificate certificate = model.report().certificate();
    if (certificate != null) {
      for (String name : List.of("residualTrace", "optimalityGap", "optimalityGapEstimate")) {
        if (certificate.has(name)) {
          line.put(name, certificate.value(name));
        }
      }
    }
    lines.add(line);
  }

  void addFailure(ComparedFit fit, String message) {
    Map<String, Object> line = start(fit);
    line.put("selector", fit.selector() == null ? "" : fit.selector());
    line.put("landmarks", fit.landmarks() == 0 ? "" : fit.landmarks());
    line.put("error", message);
    lines.add(line);
  }

  private static Map<String, Object> start(ComparedFit fit) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("method", fit.methodSpec());
    line.put("selector", "");
    line.put("landmarks", "");
    line.put("repeat", fit.repeat());
    return line;
  }

  private List<String> columns() {
    List<String> columns =
        new ArrayList<>(
            List.of(
                "method",
                "selector",
                "landmarks",
                "repeat",
                "rank",
                "fitSeconds",
                "trainingSpeedup",
                "testingSpeedup",
                "shareKept",
                "empiricalError",
                "normalizedError"));
    if (validated) {
      columns.addAll(List.of("validationError", "normalizedValidationError"));
    }
    columns.addAll(
        List.of(
            "operatorDistance",
            "operatorDistanceSquaredPerRank",
            "embeddingDifference",
            "eigenvalueDifference",
            "trueGap",
            "residualTrace",
            "optimalityGap",
            "optimalityGapEstimate",
            "error"));
    return columns;
  }

  /** One line a fit. */
  String csv() {
    StringBuilder text = new StringBuilder();
    text.append(String.join(",", columns())).append('\n');
    for (Map<String, Object> line : lines) {
      List<String> cells = new ArrayList<>();
      for (String column : columns()) {
        cells.add(cell(line.get(column)));
      }
      text.append(String.join(",", cells)).append('\n');
    }
    return text.toString();
  }

  private static String cell(Object value) {
    if (value == null || value instanceof Double number && number.isNaN()) {
      return "";
    }
    String text = value instanceof Double number ? Numbers.text(number) : value.toString();
    return text.matches("[^\",\n\r]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** One line a kind of fit: means over the repeats. */
  String text() {
    Map<String, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    for (Map<String, Object> line : lines) {
      String name = line.get("method") + " " + line.get("selector");
      String key = String.format(Locale.ROOT, "%-36s %7s", name.strip(), line.get("landmarks"));
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(line);
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-36s %7s %9s %8s %8s %10s %8s %8s %9s %9s %9s%n",
            "method, selector",
            "points",
            "fit s",
            "faster",
            "scoring",
            "error",
            "of exact",
            "operator",
            "true gap",
            "estimate",
            "bound"));
    groups.forEach(
        (key, group) -> {
          text.append(key);
          if (group.stream().allMatch(line -> line.containsKey("error"))) {
            text.append("  ").append(group.get(0).get("error")).append('\n');
            return;
          }
          String[] formats = {
            " %9.4g", " %7.3gx", " %7.3gx", " %10.4g", " %8.4g", " %8.3g", " %9.3g", " %9.3g",
            " %9.3g"
          };
          for (int i = 0; i < formats.length; i++) {
            double mean = mean(group, SHOWN.get(i));
            String shown = String.format(Locale.ROOT, formats[i], mean);
            text.append(Double.isNaN(mean) ? " ".repeat(shown.length()) : shown);
          }
          text.append('\n');
        });
    return text.toString();
  }

  private static double mean(List<Map<String, Object>> group, String column) {
    return group.stream()
        .filter(line -> line.get(column) instanceof Number)
        .mapToDouble(line -> ((Number) line.get(column)).doubleValue())
        .average()
        .orElse(Double.NaN);
  }
}
