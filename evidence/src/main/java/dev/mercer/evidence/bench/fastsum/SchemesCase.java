package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.fastsum.KernelValueCost;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares the forecasts of the cost model with measured times: every scheme that supports a
 * Gaussian on uniform points, for a grid of numbers of coordinates, widths, numbers of points and
 * errors, next to exact tiles. {@link Crossover} evaluates the results.
 */
record SchemesCase(String name) implements BenchCase {

  private static final int THREADS = 2;
  private static final int[] COLUMNS = {1, 2, 3, 5, 8};
  private static final double[] SIGMAS = {0.01, 0.05, 0.2, 1, 5};
  private static final int[] ROWS = {2000, 20_000, 100_000};
  private static final double[] ERRORS = {1e-6, 1e-9};
  private static final int[] QUICK_COLUMNS = {1, 2};
  private static final double[] QUICK_SIGMAS = {0.05, 1};
  private static final int[] QUICK_ROWS = {500, 2000};

  /**
   * Exact tiles are measured up to this number of points. Beyond it their time follows from the
   * number of kernel values, n^2.
   */
  private static final int LARGEST_TILES = 20_000;

  private static final double TILES_SIGMA = 0.2;

  /** A product is not measured if its forecast is longer than this many seconds. */
  private static final double LONGEST = 2;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    boolean quick = setting.quick();
    List<Object> tiles = new ArrayList<>();
    List<Object> runs = new ArrayList<>();
    try (Workers workers = Workers.of(THREADS)) {
      for (int columns : quick ? QUICK_COLUMNS : COLUMNS) {
        for (int n : quick ? QUICK_ROWS : ROWS) {
          BenchCase.say(name + ": " + n + " x " + columns);
          Matrix points = SumTask.unitCube(n, columns);
          if (n <= LARGEST_TILES) {
            tiles.add(tiles(points, workers, quick));
          }
          for (double sigma : quick ? QUICK_SIGMAS : SIGMAS) {
            for (double error : ERRORS) {
              SumTask task = SumTask.square(points, Gaussian.sigma(sigma), error);
              runs.add(
                  Json.object(
                      "columns",
                      columns,
                      "sigma",
                      sigma,
                      "rows",
                      n,
                      "error",
                      error,
                      "tilesForecast",
                      KernelValueCost.tiled(n, columns, 1),
                      "schemes",
                      schemes(task, workers, quick)));
            }
          }
        }
      }
    }
    return Json.object("threads", THREADS, "tiles", tiles, "runs", runs);
  }

  private static Map<String, Object> tiles(Matrix points, Workers workers, boolean quick) {
    int n = points.rows();
    TiledGram tiles = SumTask.square(points, Gaussian.sigma(TILES_SIGMA), null).tiles(workers);
    double[] u = SumTask.vector(n);
    double[] result = new double[n];
    return Json.object(
        "columns",
        points.columns(),
        "rows",
        n,
        "seconds",
        Timing.brief(() -> tiles.apply(1, u, result), quick));
  }

  private static List<Object> schemes(SumTask task, Workers workers, boolean quick) {
    int n = task.sources().rows();
    double[] u = SumTask.vector(n);
    double[] result = new double[n];
    List<Object> found = new ArrayList<>();
    for (String scheme : FastSums.SCHEMES) {
      if (scheme.equals(FastSums.AUTO)) {
        continue;
      }
      SumForecast forecast = task.forecast(scheme, Crossover.PRODUCTS, THREADS);
      if (forecast == null) {
        continue;
      }
      Map<String, Object> entry =
          Json.object(
              "scheme", scheme,
              "terms", forecast.terms(),
              "setupForecast", forecast.setupSeconds(),
              "forecast", forecast.productSeconds());
      if (forecast.productSeconds() <= LONGEST) {
        KernelSum sum = forecast.build(workers);
        entry.put(
            "setupSeconds",
            Timing.brief(
                () -> task.forecast(scheme, Crossover.PRODUCTS, THREADS).build(workers), true));
        entry.put("seconds", Timing.brief(() -> sum.multiply(1, u, result), quick));
      }
      found.add(entry);
    }
    return found;
  }

  static void append(Markdown page, Map<String, Object> record) {
    Crossover crossover = new Crossover(record);
    page.heading("Which scheme when: the cost model against the clock")
        .paragraph(
            "Gaussian, uniform points in the unit cube, one vector, "
                + record.get("threads")
                + " threads: set-up and "
                + Crossover.PRODUCTS
                + " products, as an iteration needs them. In each field the fastest scheme, its time"
                + " in seconds and how many times faster than exact tiles it is (beyond "
                + LARGEST_TILES
                + " points the tiles' time is extrapolated with n^2); \"exact\" where nothing beats"
                + " them.");
    crossover.appendFastest(page);
    page.paragraph("\n" + crossover.verdict());
    page.paragraph(
        "\nEvery scheme: forecast / measured seconds of a product, and set-up measured in brackets;"
            + " not measured where the forecast is above "
            + LONGEST
            + " s. The last column is the time of the scheme the model chooses over that of the"
            + " fastest.");
    crossover.appendAll(page);
  }
}
