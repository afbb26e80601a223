package dev.mercer.evidence.bench.fastsum;

import dev.mercer.app.plot.Plot;
import dev.mercer.app.plot.SvgPlot;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.CaseResults;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes what docs/explanation/fast-summation.md shows of the measurements: two pictures, and the
 * table of crossovers between its two marks in the text.
 */
final class SumPictures {

  private static final String BEGIN = "<!-- crossover: written by evidence/fastsum --pictures -->";
  private static final String END = "<!-- end of crossover -->";
  private static final double ERROR = 1e-6;
  private static final Plot.Axis SECONDS = Plot.Axis.logarithmic("seconds");

  private SumPictures() {}

  /**
   * Writes into docs from the results. If {@code quick}, reads the results of the last quick run
   * and writes next to them instead.
   */
  static void write(Path root, boolean quick) throws IOException {
    Path folder = root.resolve(quick ? "evidence/target/quick" : "evidence/results");
    Path images = quick ? folder : root.resolve("docs/images");
    CaseResults results = new CaseResults(folder, FastSumComparison.PAGE);
    Map<String, Object> tiles = known(results, "tiles");
    Crossover crossover = new Crossover(known(results, "schemes"));
    Files.createDirectories(images);
    Files.writeString(images.resolve("fastsum-points.svg"), againstPoints(tiles));
    Files.writeString(images.resolve("fastsum-columns.svg"), againstColumns(crossover));
    String table = table(crossover);
    if (quick) {
      Files.writeString(folder.resolve("crossover.md"), table);
    } else {
      Path page = root.resolve("docs/explanation/fast-summation.md");
      Files.writeString(page, replaced(Files.readString(page), table));
    }
    BenchCase.say("pictures in " + images);
  }

  private static Map<String, Object> known(CaseResults results, String name) {
    Map<String, Object> record = results.earlier(name);
    if (record.isEmpty()) {
      throw new IllegalStateException(
          "nothing was measured for the case '" + name + "'; run evidence/fastsum " + name);
    }
    return record;
  }

  /** The time of a product against the number of points, fast and exact. */
  static String againstPoints(Map<String, Object> record) {
    Plot plot =
        Plot.of(
            "Time of a product against the number of points",
            String.format(
                Locale.ROOT,
                "Gaussian, unit cube, sigma %s, error %s of a kernel value, %s threads",
                record.get("sigma"),
                power(Fields.number(record, "error")),
                record.get("threads")),
            Plot.Axis.logarithmic("points"),
            SECONDS);
    for (int columns = 2; columns <= 3; columns++) {
      int wanted = columns;
      List<Map<String, Object>> runs =
          Fields.objects(record, "runs").stream()
              .filter(run -> Fields.number(run, "columns") == wanted)
              .toList();
      plot = line(plot, "exact tiles, d = " + columns, runs, "tilesSeconds", true);
      plot = line(plot, "fast, d = " + columns, runs, "seconds", false);
    }
    return SvgPlot.draw(plot);
  }

  /** Adds a line of medians to the plot if there are any. */
  private static Plot line(
      Plot plot, String name, List<Map<String, Object>> runs, String field, boolean reference) {
    List<Map<String, Object>> measured =
        runs.stream().filter(run -> run.containsKey(field)).toList();
    if (measured.isEmpty()) {
      return plot;
    }
    double[] points = measured.stream().mapToDouble(run -> Fields.number(run, "rows")).toArray();
    double[] seconds =
        measured.stream().mapToDouble(run -> Timing.median(Fields.numbers(run, field))).toArray();
    return reference ? plot.reference(name, points, seconds) : plot.line(name, points, seconds);
  }

  /** The time against the number of coordinates, at the largest number of points. */
  static String againstColumns(Crossover crossover) {
    int n = crossover.rows().stream().mapToInt(row -> row.points).max().orElseThrow();
    List<Crossover.Row> shown =
        crossover.rows().stream().filter(row -> row.points == n && row.error == ERROR).toList();
    Plot plot =
        Plot.of(
            "Time against the number of coordinates",
            String.format(
                Locale.ROOT,
                "Gaussian, %,d points in the unit cube, error %s, set-up and %d products",
                n,
                power(ERROR),
                Crossover.PRODUCTS),
            Plot.Axis.linear("coordinates d"),
            SECONDS);
    double anySigma = shown.get(0).sigma;
    List<Crossover.Row> tiles = shown.stream().filter(row -> row.sigma == anySigma).toList();
    plot =
        plot.reference(
            "exact tiles",
            columns(tiles),
            tiles.stream().mapToDouble(row -> Crossover.PRODUCTS * row.tilesSeconds()).toArray());
    for (double sigma : shown.stream().mapToDouble(row -> row.sigma).distinct().toArray()) {
      List<Crossover.Row> some = shown.stream().filter(row -> row.sigma == sigma).toList();
      plot =
          plot.line(
              "fastest, sigma " + Crossover.plain(sigma),
              columns(some),
              some.stream().mapToDouble(Crossover.Row::seconds).toArray());
    }
    return SvgPlot.draw(plot);
  }

  private static double[] columns(List<Crossover.Row> rows) {
    return rows.stream().mapToDouble(row -> row.columns).toArray();
  }

  /** The error as text, such as 1e-6 rather than 1e-06. */
  private static String power(double error) {
    return String.format(Locale.ROOT, "%.0e", error).replace("e-0", "e-");
  }

  static String table(Crossover crossover) {
    Markdown text = new Markdown();
    crossover.appendFastest(text);
    text.paragraph("\n" + crossover.verdict());
    return text.toString();
  }

  /** The page with the text between its two marks replaced. */
  static String replaced(String page, String table) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalStateException(
          "docs/explanation/fast-summation.md has lost the marks '"
              + BEGIN
              + "' and '"
              + END
              + "'");
    }
    return page.substring(0, begin + BEGIN.length()) + "\n" + table + "\n" + page.substring(end);
  }
}
