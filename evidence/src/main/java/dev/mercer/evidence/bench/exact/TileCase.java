package dev.mercer.evidence.bench.exact;

import dev.mercer.app.machine.TileRates;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How close the tiles of a Gram matrix come to the speed that their two ingredients, products and
 * exponentials, allow. The rates are measured by {@link TileRates}, as {@code mercer doctor} does.
 * Also, how long a whole stored matrix of such tiles takes, including norms, memory allocation and
 * the coordination of threads.
 */
record TileCase(String name) implements BenchCase {

  private static final int ROWS = 16 * TileRates.TILE;
  private static final int QUICK_ROWS = 4 * TileRates.TILE;
  private static final int THREADS = 2;
  private static final int[] COLUMNS = {784, 256, 16};
  private static final long MEASURED = 5_000_000_000L;
  private static final long MEASURED_QUICKLY = 100_000_000;
  private static final double TARGET = 0.7;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    int n = setting.quick() ? QUICK_ROWS : ROWS;
    List<Object> runs = new ArrayList<>();
    try (Workers workers = Workers.of(THREADS)) {
      for (Precision precision : Precision.values()) {
        boolean single = precision == Precision.FLOAT;
        for (int columns : COLUMNS) {
          BenchCase.say(name + ": " + columns + " columns, " + precision.text());
          TileRates rates =
              TileRates.measure(
                  columns, single, setting.quick() ? MEASURED_QUICKLY : MEASURED, workers);
          DenseRows rows = RandomPoints.rows(RandomPoints.cube(n, columns), columns, precision);
          long[] evaluations = new long[1];
          Timing<StoredGram> matrix =
              Timing.of(
                  () -> {
                    KernelTiles tiles =
                        new KernelTiles(
                            rows, Gaussian.gamma(1.0 / columns), single, TileRates.TILE, workers);
                    StoredGram gram = new StoredGram(tiles, single, workers);
                    evaluations[0] = tiles.evaluations();
                    return gram;
                  },
                  setting.quick());
          runs.add(
              Json.object(
                  "rows", n,
                  "columns", columns,
                  "precision", precision.text(),
                  "flops", rates.flops(),
                  "exp", rates.expNanos(),
                  "values", rates.values(),
                  "share", rates.share(),
                  "newShare", rates.newShare(),
                  "evaluations", evaluations[0],
                  "seconds", matrix.seconds()));
        }
      }
    }
    return Json.object("threads", THREADS, "runs", runs);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    double threads = Fields.number(record, "threads");
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double share = Fields.number(run, "share");
      table.add(
          List.of(
              Fields.text(run, "columns"),
              Fields.text(run, "precision"),
              number(Fields.number(run, "flops") / 1e9),
              number(Fields.number(run, "exp")),
              number(1e9 / Fields.number(run, "values")),
              Markdown.percent(share),
              Markdown.percent(TARGET),
              Markdown.met(share >= TARGET),
              Markdown.percent(Fields.number(run, "newShare")),
              Timing.text(Fields.numbers(run, "seconds")),
              Markdown.percent(
                  allowed(run, threads) / Timing.median(Fields.numbers(run, "seconds")))));
    }
    page.heading("Gram tiles: share of what measured GEMM and exp rates allow")
        .paragraph(
            "Tiles of "
                + TileRates.TILE
                + " rows of a Gaussian Gram matrix, by the instrument of `mercer doctor`: each of "
                + record.get("threads")
                + " threads makes the products of a tile's points, as many exponentials, a tile, and"
                + " a tile in new memory, in turn; medians of one core, in nanoseconds a value. A"
                + " tile would take the sum of the first two if nothing else had to be done. New"
                + " memory is what a stored matrix consists of: Java fills it with zeros first."
                + " Last, a whole stored matrix of "
                + Fields.text(Fields.objects(record, "runs").get(0), "rows")
                + " rows, wall time, with its norms and whatever else the machine did.")
        .table(
            List.of(
                "columns",
                "precision",
                "GFLOPS",
                "exp ns",
                "tile ns",
                "share",
                "wanted",
                "met",
                "share in new memory",
                "matrix s",
                "share"),
            table);
  }

  /**
   * The seconds that all values of the matrix would take at the rates of products and exponentials.
   */
  private static double allowed(Map<String, Object> run, double threads) {
    double products = 2 * Fields.number(run, "columns") / Fields.number(run, "flops");
    double maps = Fields.number(run, "exp") / 1e9;
    return Fields.number(run, "evaluations") * (products + maps) / threads;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
