package dev.mercer.evidence.bench.fastsum;

import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Evaluates what {@link SchemesCase} measured: which scheme the cost model chooses, which scheme is
 * fastest, and by how much. All comparisons are of set-up plus {@value #PRODUCTS} products with one
 * vector.
 */
final class Crossover {

  static final int PRODUCTS = 20;

  static final String TILES = "exact";

  /** A choice counts as good if its time is within this factor of the fastest. */
  private static final double GOOD = 1.5;

  private final Map<String, Object> record;
  private final List<Row> rows;

  Crossover(Map<String, Object> record) {
    this.record = record;
    this.rows =
        Fields.objects(record, "runs").stream().map(run -> new Row(run, tiles(run))).toList();
  }

  /**
   * The time of exact tiles: the measured one, otherwise that of the largest measured size, scaled
   * by the number of pairs of points.
   */
  private double tiles(Map<String, Object> run) {
    double n = Fields.number(run, "rows");
    double seconds = Double.NaN;
    for (Map<String, Object> tiles : Fields.objects(record, "tiles")) {
      double measured = Fields.number(tiles, "rows");
      if (tiles.get("columns").equals(run.get("columns")) && measured <= n) {
        double ratio = n / measured;
        seconds = Timing.median(Fields.numbers(tiles, "seconds")) * ratio * ratio;
      }
    }
    return seconds;
  }

  /** One combination of the grid's parameters. */
  static final class Row {
    final int columns;
    final double sigma;
    final int points;
    final double error;
    final Map<String, Object> run;
    private final double tilesSeconds;
    private final Map<String, Double> forecast = new LinkedHashMap<>();
    private final Map<String, Double> measured = new LinkedHashMap<>();

    private Row(Map<String, Object> run, double tilesSeconds) {
      this.run = run;
      this.columns = (int) Fields.number(run, "columns");
      this.sigma = Fields.number(run, "sigma");
      this.points = (int) Fields.number(run, "rows");
      this.error = Fields.number(run, "error");
      this.tilesSeconds = tilesSeconds;
      for (Map<String, Object> scheme : Fields.objects(run, "schemes")) {
        String name = Fields.text(scheme, "scheme");
        forecast.put(
            name,
            Fields.number(scheme, "setupForecast") + PRODUCTS * Fields.number(scheme, "forecast"));
        if (scheme.containsKey("seconds")) {
          measured.put(
              name,
              Timing.median(Fields.numbers(scheme, "setupSeconds"))
                  + PRODUCTS * Timing.median(Fields.numbers(scheme, "seconds")));
        }
      }
      forecast.put(TILES, PRODUCTS * Fields.number(run, "tilesForecast"));
      measured.put(TILES, PRODUCTS * tilesSeconds);
    }

    String chosen() {
      return least(forecast);
    }

    String fastest() {
      return least(measured);
    }

    /** The time of the fastest scheme; that of exact tiles if nothing is faster. */
    double seconds() {
      return measured.get(fastest());
    }

    double tilesSeconds() {
      return tilesSeconds;
    }

    /** The time of the chosen scheme divided by that of the fastest; NaN if it was not measured. */
    double loss() {
      return measured.getOrDefault(chosen(), Double.NaN) / seconds();
    }

    private static String least(Map<String, Double> seconds) {
      String best = TILES;
      for (Map.Entry<String, Double> entry : seconds.entrySet()) {
        best = entry.getValue() < seconds.get(best) ? entry.getKey() : best;
      }
      return best;
    }
  }

  List<Row> rows() {
    return rows;
  }

  /** A sentence about how good the choices were. */
  String verdict() {
    List<Double> losses =
        rows.stream().map(Row::loss).filter(loss -> !Double.isNaN(loss)).sorted().toList();
    long good = losses.stream().filter(loss -> loss <= GOOD).count();
    return losses.isEmpty()
        ? "No choice was measured."
        : String.format(
            Locale.ROOT,
            "The model's choice takes at most %.1f times as long as the fastest in %d of %d cases"
                + " whose choice was measured (of %d); the worst takes %.1f times as long.",
            GOOD,
            good,
            losses.size(),
            rows.size(),
            losses.get(losses.size() - 1));
  }

  /**
   * The table of the fastest schemes: one line per d, sigma and error, one column per number of
   * points.
   */
  void appendFastest(Markdown page) {
    Set<Integer> sizes = new LinkedHashSet<>();
    rows.forEach(row -> sizes.add(row.points));
    Map<List<String>, Map<Integer, Row>> lines = new LinkedHashMap<>();
    for (Row row : rows) {
      List<String> key =
          List.of(Integer.toString(row.columns), plain(row.sigma), Markdown.error(row.error));
      lines.computeIfAbsent(key, k -> new LinkedHashMap<>()).put(row.points, row);
    }
    List<String> headings = new ArrayList<>(List.of("d", "sigma", "error"));
    sizes.forEach(n -> headings.add(String.format(Locale.ROOT, "n = %,d", n)));
    List<List<String>> table = new ArrayList<>();
    lines.forEach(
        (key, line) -> {
          List<String> cells = new ArrayList<>(key);
          sizes.forEach(n -> cells.add(fastest(line.get(n))));
          table.add(cells);
        });
    page.table(headings, table);
  }

  private static String fastest(Row row) {
    String best = row.fastest();
    return best.equals(TILES)
        ? TILES + " " + Timing.text(row.seconds())
        : best
            + " "
            + Timing.text(row.seconds())
            + " ("
            + FigtreeCase.times(PRODUCTS * row.tilesSeconds() / row.seconds())
            + ")";
  }

  /** The table of every scheme for every combination of parameters. */
  void appendAll(Markdown page) {
    Set<String> names = new LinkedHashSet<>();
    rows.forEach(row -> names.addAll(row.forecast.keySet()));
    names.remove(TILES);
    List<String> headings = new ArrayList<>(List.of("d", "sigma", "error", "n"));
    headings.addAll(names);
    headings.addAll(List.of(TILES, "chosen", "fastest", "chosen / fastest"));
    List<List<String>> table = new ArrayList<>();
    for (Row row : rows) {
      List<String> cells = new ArrayList<>();
      cells.add(Integer.toString(row.columns));
      cells.add(plain(row.sigma));
      cells.add(Markdown.error(row.error));
      cells.add(Integer.toString(row.points));
      names.forEach(name -> cells.add(cell(row, name)));
      cells.add(small(Fields.number(row.run, "tilesForecast")) + " / " + small(row.tilesSeconds()));
      cells.add(row.chosen());
      cells.add(row.fastest());
      double loss = row.loss();
      cells.add(Double.isNaN(loss) ? "–" : String.format(Locale.ROOT, "%.2f", loss));
      table.add(cells);
    }
    page.table(headings, table);
  }

  private static String cell(Row row, String name) {
    for (Map<String, Object> scheme : Fields.objects(row.run, "schemes")) {
      if (scheme.get("scheme").equals(name)) {
        String forecast = small(Fields.number(scheme, "forecast"));
        return scheme.containsKey("seconds")
            ? forecast
                + " / "
                + small(Timing.median(Fields.numbers(scheme, "seconds")))
                + " ("
                + small(Timing.median(Fields.numbers(scheme, "setupSeconds")))
                + ")"
            : forecast;
      }
    }
    return "–";
  }

  private static String small(double seconds) {
    return String.format(Locale.ROOT, "%.2g", seconds);
  }

  /** The number as text; whole numbers get no decimal point. */
  static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
