package dev.mercer.app.report;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.machine.MachineFacts;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.page.HtmlPage;
import dev.mercer.app.plot.Plot;
import dev.mercer.internal.problem.Indefinite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The page of {@code mercer compare}: which method to choose, the error against landmarks and
 * against time with the spread over repeats, and the certified bounds next to the true errors.
 */
public final class ComparePage {

  /** A fit whose error is within this factor of the exact one is compared by its time. */
  private static final double CLOSE = 1.05;

  private final List<ComparisonTable.Group> groups;
  private final KernelPcaModel exact;

  private ComparePage(KernelPcaModel exact, ComparisonTable table) {
    this.exact = exact;
    this.groups = table.groups();
  }

  /**
   * @param test the unseen rows; null if there are none
   */
  public static String of(
      String source, KernelPcaModel exact, ComparisonTable table, int repeats, String test) {
    return new ComparePage(exact, table).html(source, repeats, test);
  }

  private String html(String source, int repeats, String test) {
    FitReport report = exact.report();
    HtmlPage page = new HtmlPage("Methods compared on " + source);
    page.paragraph(
        String.format(
            Locale.ROOT,
            "%s rows of %s features, kernel %s, %d components; every method beside the exact fit,"
                + " which took %.3g s. %s",
            report.samples(),
            report.features(),
            report.kernel(),
            report.rank(),
            report.seconds(),
            repeats > 1 ? "Bars span the " + repeats + " repeats." : "One fit of each kind."));
    if (exact.kernel().positiveSemidefinite()) {
      errors(page, test);
    } else {
      page.heading("Error");
      page.paragraph(
          "Errors, distances and gaps are not known: " + Indefinite.reason(exact.kernel()) + ".");
    }
    page.heading("Speed");
    page.plot(
        against(
            "Faster than exact",
            "time of the exact fit over that of the method",
            "landmarks",
            "trainingSpeedup",
            "times faster"));
    page.heading("All numbers");
    page.table(numbers());
    for (ComparisonTable.Group group : groups) {
      if (group.failure() != null) {
        page.note(group.name() + ": " + group.failure());
      }
    }
    page.link("table.csv", "every fit as CSV");
    page.heading("Settings");
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("data", source);
    facts.put("unseen rows", test == null ? "none" : test);
    facts.put("kernel", report.kernel());
    facts.put("centre", report.center());
    facts.put("seed", report.seed());
    facts.put("machine", MachineFacts.machine());
    facts.put("software", MachineFacts.software());
    page.facts(facts);
    return page.html();
  }

  private void errors(HtmlPage page, String test) {
    page.heading("Which one to take");
    advice(page);
    page.heading("Error");
    page.plot(
        against(
            "Error and landmarks",
            "error a row over that of the exact components; 1 is perfect",
            "landmarks",
            "normalizedError",
            "error / exact error"));
    page.plot(byTime());
    if (test != null) {
      page.plot(
          against(
              "Error on unseen rows and landmarks",
              "of " + test,
              "landmarks",
              "normalizedValidationError",
              "error / exact error"));
    }
    page.heading("What was known without the exact fit");
    page.plot(certificates());
  }

  private void advice(HtmlPage page) {
    Optional<ComparisonTable.Group> best =
        approximate()
            .filter(group -> !Double.isNaN(group.mean("normalizedError")))
            .min(Comparator.comparingDouble(group -> group.mean("normalizedError")));
    Optional<ComparisonTable.Group> quick =
        approximate()
            .filter(group -> group.mean("normalizedError") <= CLOSE)
            .min(Comparator.comparingDouble(group -> group.mean("fitSeconds")));
    best.ifPresent(group -> page.paragraph("Nearest to exact: " + described(group) + "."));
    page.paragraph(
        quick.isPresent()
            ? "Quickest within 5% of the exact error: " + described(quick.get()) + "."
            : "None came within 5% of the exact error; give more landmarks.");
  }

  private java.util.stream.Stream<ComparisonTable.Group> approximate() {
    return groups.stream().filter(group -> !group.name().equals("exact"));
  }

  private static String described(ComparisonTable.Group group) {
    return String.format(
        Locale.ROOT,
        "%s%s, %.4g times the exact error, fitted in %.3g s",
        group.name(),
        Double.isNaN(group.landmarks())
            ? ""
            : String.format(Locale.ROOT, " with %.0f landmarks", group.landmarks()),
        group.mean("normalizedError"),
        group.mean("fitSeconds"));
  }

  /** A column against the number of landmarks, with a line for each method and selector. */
  private Plot against(String title, String subtitle, String x, String column, String y) {
    Plot plot = Plot.of(title, subtitle, Plot.Axis.logarithmic(x), Plot.Axis.logarithmic(y));
    for (Map.Entry<String, List<ComparisonTable.Group>> each : byName().entrySet()) {
      List<ComparisonTable.Group> line =
          each.getValue().stream()
              .filter(group -> !Double.isNaN(group.landmarks()))
              .filter(group -> group.values(column).length > 0)
              .sorted(Comparator.comparingDouble(ComparisonTable.Group::landmarks))
              .toList();
      if (!line.isEmpty()) {
        plot =
            plot.line(
                each.getKey(),
                line.stream().mapToDouble(ComparisonTable.Group::landmarks).toArray(),
                line.stream().mapToDouble(group -> group.mean(column)).toArray(),
                line.stream().mapToDouble(group -> low(group, column)).toArray(),
                line.stream().mapToDouble(group -> high(group, column)).toArray());
      }
    }
    return plot;
  }

  private static double low(ComparisonTable.Group group, String column) {
    return Arrays.stream(group.values(column)).min().orElse(Double.NaN);
  }

  private static double high(ComparisonTable.Group group, String column) {
    return Arrays.stream(group.values(column)).max().orElse(Double.NaN);
  }

  private Plot byTime() {
    Plot plot =
        Plot.of(
            "Error and time",
            "down and to the left is better",
            Plot.Axis.logarithmic("seconds to fit"),
            Plot.Axis.logarithmic("error / exact error"));
    for (Map.Entry<String, List<ComparisonTable.Group>> each : byName().entrySet()) {
      List<ComparisonTable.Group> line =
          each.getValue().stream()
              .filter(group -> group.values("normalizedError").length > 0)
              .sorted(Comparator.comparingDouble(group -> group.mean("fitSeconds")))
              .toList();
      if (!line.isEmpty()) {
        plot =
            plot.line(
                each.getKey(),
                line.stream().mapToDouble(group -> group.mean("fitSeconds")).toArray(),
                line.stream().mapToDouble(group -> group.mean("normalizedError")).toArray());
      }
    }
    return plot;
  }

  private Plot certificates() {
    List<ComparisonTable.Group> known =
        groups.stream().filter(group -> group.values("optimalityGap").length > 0).toList();
    double[] places = new double[known.size()];
    List<String> names = new ArrayList<>();
    for (int k = 0; k < places.length; k++) {
      places[k] = k;
      names.add(
          known.get(k).name() + String.format(Locale.ROOT, " %.0f", known.get(k).landmarks()));
    }
    return Plot.of(
            "Optimality gap",
            "share of the best possible variance that is missed",
            Plot.Axis.of("fit", names),
            Plot.Axis.logarithmic("gap"))
        .dots("for sure at most", places, column(known, "optimalityGap"), null)
        .dots("estimate", places, column(known, "optimalityGapEstimate"), null)
        .dots("true", places, column(known, "trueGap"), null);
  }

  private static double[] column(List<ComparisonTable.Group> groups, String name) {
    return groups.stream().mapToDouble(group -> group.mean(name)).toArray();
  }

  private Map<String, List<ComparisonTable.Group>> byName() {
    Map<String, List<ComparisonTable.Group>> result = new LinkedHashMap<>();
    for (ComparisonTable.Group group : groups) {
      if (group.failure() == null) {
        result.computeIfAbsent(group.name(), name -> new ArrayList<>()).add(group);
      }
    }
    // Exact comes last, so that the colors of the other methods do not depend on it.
    List<ComparisonTable.Group> reference = result.remove("exact");
    if (reference != null) {
      result.put("exact", reference);
    }
    return result;
  }

  private DataTable numbers() {
    DataTable table =
        new DataTable(
            "Means over the repeats",
            "method, selector",
            "landmarks",
            "fit s",
            "times faster",
            "scoring times faster",
            "error",
            "of exact",
            "operator distance",
            "true gap",
            "gap estimate",
            "gap for sure");
    for (ComparisonTable.Group group : groups) {
      if (group.failure() == null) {
        table.row(
            group.name(),
            Double.isNaN(group.landmarks()) ? null : (Object) group.landmarks(),
            group.mean("fitSeconds"),
            group.mean("trainingSpeedup"),
            group.mean("testingSpeedup"),
            group.mean("empiricalError"),
            group.mean("normalizedError"),
            group.mean("operatorDistance"),
            group.mean("trueGap"),
            group.mean("optimalityGapEstimate"),
            group.mean("optimalityGap"));
      }
    }
    return table;
  }
}
