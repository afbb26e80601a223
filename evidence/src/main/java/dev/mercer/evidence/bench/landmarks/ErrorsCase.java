package dev.mercer.evidence.bench.landmarks;

import dev.mercer.Comparison;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Selecting;
import dev.mercer.evidence.bench.Task;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import dev.mercer.landmark.Uniform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Errors of subset fits with landmarks by randomly pivoted Cholesky, next to those with uniform
 * landmarks, for several seeds: the share of the trace that the landmarks leave, and the error of
 * the fit divided by that of the exact one.
 *
 * @param tasks the fits to measure, by name
 */
record ErrorsCase(String name, Map<String, Task> tasks, int rank) implements BenchCase {

  private static final int QUICK_ROWS = 400;
  private static final int SEEDS = 10;
  private static final int[] COUNTS = {50, 100, 200};
  private static final List<LandmarkSelector> SELECTORS =
      List.of(new Uniform(), new RandomlyPivotedCholesky());

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    int seeds = setting.quick() ? 2 : SEEDS;
    List<Object> runs = new ArrayList<>();
    for (Map.Entry<String, Task> entry : tasks.entrySet()) {
      BenchCase.say(name + ": " + entry.getKey());
      DenseRows rows = entry.getValue().load(setting, QUICK_ROWS);
      KernelPcaModel exact = entry.getValue().exact(rows, true, rank);
      Selecting selecting = new Selecting(rows, exact.kernel(), true, rank);
      try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
        Comparison comparison = new Comparison(exact, rows, null, null, workers.threads());
        for (int count : COUNTS) {
          for (LandmarkSelector selector : SELECTORS) {
            double[] shares = new double[seeds];
            double[] errors = new double[seeds];
            for (int seed = 0; seed < seeds; seed++) {
              int[] landmarks = selecting.select(selector, count, seed).rows();
              KernelPcaModel model = selecting.fit(landmarks, false);
              shares[seed] = model.report().certificate().value("residualTraceShare");
              errors[seed] = comparison.measure(model).normalizedError();
            }
            runs.add(
                Json.object(
                    "data", entry.getKey(),
                    "rows", rows.count(),
                    "kernel", exact.kernel().spec(),
                    "landmarks", count,
                    "selector", selector.spec(),
                    "residualTraceShares", shares,
                    "normalizedErrors", errors));
          }
        }
      }
    }
    return Json.object("rank", rank, "seeds", seeds, "runs", runs);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    Map<String, Map<String, Object>> uniform = new LinkedHashMap<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      String work = Fields.text(run, "data") + " " + Fields.text(run, "landmarks");
      boolean first = Fields.text(run, "selector").equals(Uniform.NAME);
      if (first) {
        uniform.put(work, run);
      }
      double trace = mean(run, "residualTraceShares");
      double error = mean(run, "normalizedErrors");
      boolean lower =
          trace < mean(uniform.get(work), "residualTraceShares")
              && error < mean(uniform.get(work), "normalizedErrors");
      table.add(
          List.of(
              Fields.text(run, "data") + ", " + Fields.text(run, "rows") + " rows",
              Fields.text(run, "kernel"),
              Fields.text(run, "landmarks"),
              Fields.text(run, "selector"),
              spread(run, "residualTraceShares", 100, "%.3f%%"),
              spread(run, "normalizedErrors", 1, "%.5f"),
              first ? "–" : "both lower than uniform's",
              first ? "–" : Markdown.met(lower)));
    }
    page.heading("Errors of uniform and rpcholesky landmarks")
        .paragraph(
            "Subset fits of rank "
                + record.get("rank")
                + ", centred, german's columns standardised: means over "
                + record.get("seeds")
                + " seeds (smallest to largest in brackets) of the share of the trace that the"
                + " landmarks leave, and of the error over that of the exact fit.")
        .table(
            List.of(
                "data",
                "kernel",
                "landmarks",
                "selector",
                "tr(K - K^) / tr K",
                "normalised error",
                "wanted",
                "met"),
            table);
  }

  private static double mean(Map<String, Object> run, String field) {
    return Arrays.stream(Fields.numbers(run, field)).average().orElseThrow();
  }

  private static String spread(Map<String, Object> run, String field, double unit, String format) {
    double[] values = Fields.numbers(run, field);
    Arrays.sort(values);
    return String.format(
        Locale.ROOT,
        format + " (" + format + " to " + format + ")",
        unit * mean(run, field),
        unit * values[0],
        unit * values[values.length - 1]);
  }
}
