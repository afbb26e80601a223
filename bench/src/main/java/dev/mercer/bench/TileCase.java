package dev.mercer.bench;

import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.gram.KernelTiles;
import dev.mercer.gram.StoredGram;
import dev.mercer.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How close a stored Gram matrix comes to what its two ingredients allow: with E kernel values of d
 * columns on t threads, a GEMM rate g and c seconds an exponential, E (2 d / g + c) / t seconds.
 *
 * <p>The rates that count are those of {@code mercer doctor}: one core alone, GEMM of 784 columns.
 * Beside them stands the share of the rates of all threads at once with as many columns as the
 * data, which says how much of the rest is due to the tiles themselves.
 */
record TileCase(String name) implements BenchCase {

  private static final int ROWS = 8064;
  private static final int QUICK_ROWS = 2016;
  private static final int THREADS = 2;
  private static final int LARGEST_TILE = 504;
  private static final int DOCTOR_COLUMNS = 784;
  private static final int[] COLUMNS = {784, 256, 16};
  private static final double TARGET = 0.7;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    int n = setting.quick() ? QUICK_ROWS : ROWS;
    List<Object> runs = new ArrayList<>();
    try (Workers alone = Workers.of(1);
        Workers together = Workers.of(THREADS)) {
      for (Precision precision : Precision.values()) {
        boolean single = precision == Precision.FLOAT;
        CoreRates core = new CoreRates(single, alone);
        CoreRates cores = new CoreRates(single, together);
        for (int columns : COLUMNS) {
          BenchCase.say(name + ": " + n + " x " + columns + ", " + precision.text());
          DenseRows rows = RandomPoints.rows(RandomPoints.cube(n, columns), columns, precision);
          long[] evaluations = new long[1];
          Timing<StoredGram> timing =
              Timing.of(
                  () -> {
                    KernelTiles tiles =
                        new KernelTiles(
                            rows, Gaussian.gamma(1.0 / columns), single, LARGEST_TILE, together);
                    StoredGram gram = new StoredGram(tiles, single, together);
                    evaluations[0] = tiles.evaluations();
                    return gram;
                  },
                  setting.quick());
          runs.add(
              Json.object(
                  "rows", n,
                  "columns", columns,
                  "precision", precision.text(),
                  "evaluations", evaluations[0],
                  "seconds", timing.seconds(),
                  "gemm", core.gemm(DOCTOR_COLUMNS),
                  "exp", core.exp(),
                  "gemmTogether", cores.gemm(columns),
                  "expTogether", cores.exp()));
        }
      }
    }
    return Json.object("threads", THREADS, "runs", runs);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    double threads = Fields.number(record, "threads");
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double seconds = Timing.median(Fields.numbers(run, "seconds"));
      double share = allowed(run, "gemm", "exp", threads) / seconds;
      double shareTogether = allowed(run, "gemmTogether", "expTogether", threads) / seconds;
      table.add(
          List.of(
              Fields.text(run, "rows") + " x " + Fields.text(run, "columns"),
              Fields.text(run, "precision"),
              Timing.text(Fields.numbers(run, "seconds")),
              number(Fields.number(run, "gemm") / 1e9),
              number(Fields.number(run, "exp") * 1e9),
              Markdown.percent(share),
              Markdown.percent(TARGET),
              Markdown.met(share >= TARGET),
              number(Fields.number(run, "gemmTogether") / 1e9),
              number(Fields.number(run, "expTogether") * 1e9),
              Markdown.percent(shareTogether)));
    }
    page.heading("Gram tiles: share of what measured GEMM and exp rates allow")
        .paragraph(
            "A stored Gaussian Gram matrix on "
                + record.get("threads")
                + " threads, median of warm runs, norms and allocation included. GFLOPS and ns are"
                + " of one core: first alone with GEMM of 784 columns, as `mercer doctor` prints"
                + " them; then with all threads busy and GEMM of as many columns as the data.")
        .table(
            List.of(
                "rows",
                "precision",
                "s",
                "GFLOPS",
                "exp ns",
                "share",
                "wanted",
                "met",
                "GFLOPS, all busy",
                "exp ns, all busy",
                "share of these"),
            table);
  }

  private static double allowed(Map<String, Object> run, String gemm, String exp, double threads) {
    double products = 2 * Fields.number(run, "columns") / Fields.number(run, gemm);
    return Fields.number(run, "evaluations") * (products + Fields.number(run, exp)) / threads;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
