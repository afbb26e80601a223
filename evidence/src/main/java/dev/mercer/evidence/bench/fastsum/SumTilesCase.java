package dev.mercer.evidence.bench.fastsum;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.bench.landmarks.StreamCase;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Products with a Gaussian whose width is a fifth of the data's extent, by fast sums and by exact
 * tiles on the same threads, against the number of points: how many times faster fast sums are, how
 * their time grows, and whether their memory grows faster than the number of points.
 */
record SumTilesCase(String name) implements BenchCase {

  static final double SIGMA = 0.2;
  private static final double ERROR = 1e-6;
  private static final int THREADS = 2;
  private static final int[] ROWS = {10_000, 30_000, 100_000, 300_000, 1_000_000};
  private static final int[] QUICK_ROWS = {1000, 2000, 4000};
  private static final int COMPARED_ROWS = 100_000;
  private static final int QUICK_COMPARED_ROWS = 4000;
  private static final double LARGEST_SLOPE = 1.1;
  // The scheme is chosen for this many products, as an iteration needs, so that set-up counts
  // little.
  private static final int PRODUCTS = 20;

  private static double wanted(int columns) {
    return columns == 2 ? 50 : 10;
  }

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    List<Object> runs = new ArrayList<>();
    int largest = setting.quick() ? QUICK_COMPARED_ROWS : COMPARED_ROWS;
    try (Workers workers = Workers.of(THREADS)) {
      for (int columns = 2; columns <= 3; columns++) {
        for (int n : setting.quick() ? QUICK_ROWS : ROWS) {
          BenchCase.say(name + ": d = " + columns + ", " + n + " points");
          SumTask task = SumTask.square(SumTask.unitCube(n, columns), Gaussian.sigma(SIGMA), ERROR);
          runs.add(run(task, n <= largest, workers, setting.quick()));
        }
      }
    }
    return Json.object(
        "threads", THREADS, "sigma", SIGMA, "error", ERROR, "comparedRows", largest, "runs", runs);
  }

  private static Map<String, Object> run(
      SumTask task, boolean compared, Workers workers, boolean quick) {
    int n = task.sources().rows();
    double[] u = SumTask.vector(n);
    double[] result = new double[n];
    long before = usedBytes();
    SumForecast forecast = task.forecast(FastSums.AUTO, PRODUCTS, THREADS);
    KernelSum sum = forecast.build(workers);
    long held = usedBytes() - before;
    double[] setup =
        Timing.brief(() -> task.forecast(FastSums.AUTO, PRODUCTS, THREADS).build(workers), quick);
    Timing<KernelSum> product =
        Timing.of(
            () -> {
              sum.multiply(1, u, result);
              return sum;
            },
            quick);
    Map<String, Object> run =
        Json.object(
            "columns", task.sources().columns(),
            "rows", n,
            "scheme", sum.scheme(),
            "terms", sum.terms(),
            "setupSeconds", setup,
            "seconds", product.seconds(),
            "forecastBytes", forecast.bytes(),
            "heldBytes", Math.max(0, held),
            "errorBound", sum.errorBound(),
            "largestError", task.largestError(sum));
    if (compared) {
      TiledGram tiles = task.tiles(workers);
      double[] exact = new double[n];
      Timing<TiledGram> timing =
          Timing.of(
              () -> {
                tiles.apply(1, u, exact);
                return tiles;
              },
              quick);
      run.put("tilesSeconds", timing.seconds());
    }
    return run;
  }

  /** The memory that is reachable now. */
  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  static void append(Markdown page, Map<String, Object> record) {
    double allowed = Fields.number(record, "error");
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      boolean counts = run.get("rows").equals(record.get("comparedRows"));
      double wanted = wanted((int) Fields.number(run, "columns"));
      double points = Fields.number(run, "rows");
      double error = Fields.number(run, "largestError");
      double ratio =
          run.containsKey("tilesSeconds")
              ? Timing.median(Fields.numbers(run, "tilesSeconds"))
                  / Timing.median(Fields.numbers(run, "seconds"))
              : Double.NaN;
      table.add(
          List.of(
              Fields.text(run, "columns"),
              Fields.text(run, "rows"),
              FigtreeCase.scheme(run),
              Timing.text(Fields.numbers(run, "setupSeconds")),
              Timing.text(Fields.numbers(run, "seconds")),
              Double.isNaN(ratio) ? "–" : Timing.text(Fields.numbers(run, "tilesSeconds")),
              Double.isNaN(ratio) ? "–" : FigtreeCase.times(ratio),
              counts ? FigtreeCase.times(wanted) : "–",
              bytes(Fields.number(run, "forecastBytes") / points),
              bytes(Fields.number(run, "heldBytes") / points),
              Markdown.error(Fields.number(run, "errorBound")),
              Markdown.error(error),
              counts ? Markdown.met(ratio >= wanted && error <= allowed) : "–"));
    }
    page.heading("Gaussian sums against exact tiles")
        .paragraph(
            "Uniform points in the unit cube, sigma "
                + record.get("sigma")
                + " of its width, error "
                + Markdown.error(allowed)
                + " of a kernel value, one vector, "
                + record.get("threads")
                + " threads on both sides. Tiles are computed anew in every product, as in a fit"
                + " whose matrix does not fit in memory. Bytes are those beside the points and the"
                + " vectors, as forecast before the product and as held by what was set up.")
        .table(
            List.of(
                "d",
                "points",
                "scheme",
                "set-up s",
                "product s",
                "exact tiles s",
                "faster",
                "wanted",
                "bytes a point, forecast",
                "held",
                "bound",
                "largest error",
                "met"),
            table);
    for (int columns = 2; columns <= 3; columns++) {
      appendSlope(page, record, columns);
    }
  }

  private static void appendSlope(Markdown page, Map<String, Object> record, int columns) {
    List<Map<String, Object>> runs =
        Fields.objects(record, "runs").stream()
            .filter(run -> Fields.number(run, "columns") == columns)
            .toList();
    double[] rows = runs.stream().mapToDouble(run -> Fields.number(run, "rows")).toArray();
    double product = StreamCase.slope(rows, medians(runs, false));
    double all = StreamCase.slope(rows, medians(runs, true));
    page.paragraph(
        String.format(
            Locale.ROOT,
            "%nd = %d: slope of log(seconds) on log(points): %.3f for the product, %.3f with set-up;"
                + " wanted: at most %.1f; met: %s.",
            columns,
            product,
            all,
            LARGEST_SLOPE,
            Markdown.met(Math.max(product, all) <= LARGEST_SLOPE)));
  }

  private static double[] medians(List<Map<String, Object>> runs, boolean withSetup) {
    return runs.stream()
        .mapToDouble(
            run ->
                Timing.median(Fields.numbers(run, "seconds"))
                    + (withSetup ? Timing.median(Fields.numbers(run, "setupSeconds")) : 0))
        .toArray();
  }

  private static String bytes(double each) {
    return String.format(Locale.ROOT, each < 10 ? "%.1f" : "%.0f", each);
  }
}
