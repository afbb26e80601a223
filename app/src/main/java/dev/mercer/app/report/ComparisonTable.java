package dev.mercer.app.report;

import dev.mercer.Certificate;
import dev.mercer.Comparison;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.cli.console.Visible;
import dev.mercer.app.data.csv.CsvText;
import dev.mercer.internal.spec.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** The results of a comparison: as CSV with one line per fit, as text with one per kind of fit. */
public final class ComparisonTable {

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
  public ComparisonTable(boolean validated) {
    this.validated = validated;
  }

  /**
   * @param measures null if the model cannot be compared in the feature space of the kernel
   */
  public void add(
      ComparedFit fit,
      KernelPcaModel model,
      Comparison.Measures measures,
      double trainingSpeedup,
      double testingSpeedup,
      double shareKept) {
    Map<String, Object> line = start(fit);
    OptionalInt landmarks = model.report().landmarks();
    line.put("selector", model.report().selector().orElse(""));
    line.put("landmarks", landmarks.isPresent() ? landmarks.getAsInt() : "");
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

  public void addFailure(ComparedFit fit, String message) {
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

  /** One line per fit. */
  public String csv() {
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
    return value instanceof Double number ? Numbers.text(number) : CsvText.quoted(value.toString());
  }

  /** The repeats of one kind of fit: a method, a selector, a number of landmarks. */
  static final class Group {

    private final String name;
    private final String landmarks;
    private final List<Map<String, Object>> lines = new ArrayList<>();

    private Group(String name, String landmarks) {
      this.name = name;
      this.landmarks = landmarks;
    }

    /** The name of the method and the selector. */
    String name() {
      return name;
    }

    /** The number of landmarks; NaN if there are none. */
    double landmarks() {
      return landmarks.isEmpty() ? Double.NaN : Double.parseDouble(landmarks);
    }

    /** Why it failed; null if at least one repeat did not. */
    String failure() {
      return lines.stream().allMatch(line -> line.containsKey("error"))
          ? String.valueOf(lines.get(0).get("error"))
          : null;
    }

    /** The values of a column over the repeats; empty if the column does not apply. */
    double[] values(String column) {
      return lines.stream()
          .filter(line -> line.get(column) instanceof Number)
          .mapToDouble(line -> ((Number) line.get(column)).doubleValue())
          .filter(value -> !Double.isNaN(value))
          .toArray();
    }

    double mean(String column) {
      return Arrays.stream(values(column)).average().orElse(Double.NaN);
    }
  }

  /** The kinds of fit, in order. */
  List<Group> groups() {
    Map<List<String>, Group> groups = new LinkedHashMap<>();
    for (Map<String, Object> line : lines) {
      String name = (line.get("method") + " " + line.get("selector")).strip();
      String landmarks = String.valueOf(line.get("landmarks"));
      groups
          .computeIfAbsent(List.of(name, landmarks), key -> new Group(name, landmarks))
          .lines
          .add(line);
    }
    return List.copyOf(groups.values());
  }

  /** One line per kind of fit, with means over the repeats. */
  public String text() {
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
    String[] formats = {
      " %9.4g", " %7.3gx", " %7.3gx", " %10.4g", " %8.4g", " %8.3g", " %9.3g", " %9.3g", " %9.3g"
    };
    for (Group group : groups()) {
      text.append(String.format(Locale.ROOT, "%-36s %7s", group.name, group.landmarks));
      if (group.failure() != null) {
        text.append("  ").append(Visible.line(group.failure())).append('\n');
        continue;
      }
      for (int i = 0; i < formats.length; i++) {
        double mean = group.mean(SHOWN.get(i));
        String shown = String.format(Locale.ROOT, formats[i], mean);
        text.append(Double.isNaN(mean) ? " ".repeat(shown.length()) : shown);
      }
      text.append('\n');
    }
    return text.toString();
  }
}
