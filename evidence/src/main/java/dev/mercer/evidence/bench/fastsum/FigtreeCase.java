package dev.mercer.evidence.bench.fastsum;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One product with a Gaussian, including all set-up from the points, next to the time that FIGTree
 * takes for it. FIGTree's times are given, not measured here.
 */
record FigtreeCase(String name) implements BenchCase {

  private static final double ERROR = 1e-6;
  private static final int QUICK_ROWS = 2000;

  /**
   * @param seconds the time of FIGTree on one thread
   * @param wantedTogether how many times faster two threads should be; 0 if there is no target
   */
  private record Work(int columns, double sigma, int rows, double seconds, double wantedTogether) {}

  private static final double WANTED_ALONE = 5;
  private static final List<Work> WORKS =
      List.of(
          new Work(2, 0.2, 100_000, 0.61, 0),
          new Work(2, 0.2, 1_000_000, 5.9, 20),
          new Work(3, 0.2, 100_000, 8.7, 20),
          new Work(2, 0.02, 100_000, 2.1, 0));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    List<Object> runs = new ArrayList<>();
    for (Work work : WORKS) {
      int n = setting.quick() ? Math.min(QUICK_ROWS, work.rows()) : work.rows();
      SumTask task =
          SumTask.square(SumTask.unitCube(n, work.columns()), Gaussian.sigma(work.sigma()), ERROR);
      for (int threads = 1; threads <= 2; threads++) {
        BenchCase.say(name + ": " + work + ", " + threads + " threads");
        try (Workers workers = Workers.of(threads)) {
          runs.add(run(work, task, threads, workers, setting.quick()));
        }
      }
    }
    return Json.object("error", ERROR, "runs", runs);
  }

  private static Map<String, Object> run(
      Work work, SumTask task, int threads, Workers workers, boolean quick) {
    int n = task.sources().rows();
    double[] u = SumTask.vector(n);
    double[] result = new double[n];
    Timing<KernelSum> chosen =
        Timing.of(() -> task.fromPoints(FastSums.AUTO, u, result, workers), quick);
    KernelSum sum = chosen.result();
    Timing<KernelSum> named =
        Timing.of(() -> task.fromPoints(sum.scheme(), u, result, workers), quick);
    return Json.object(
        "columns", work.columns(),
        "sigma", work.sigma(),
        "rows", n,
        "threads", threads,
        "scheme", sum.scheme(),
        "terms", sum.terms(),
        "seconds", chosen.seconds(),
        "namedSeconds", named.seconds(),
        "figtreeSeconds", work.seconds(),
        "wanted", threads == 1 ? WANTED_ALONE : work.wantedTogether(),
        "errorBound", sum.errorBound(),
        "largestError", task.largestError(sum));
  }

  static void append(Markdown page, Map<String, Object> record) {
    double allowed = Fields.number(record, "error");
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double figtree = Fields.number(run, "figtreeSeconds");
      double ratio = figtree / Timing.median(Fields.numbers(run, "seconds"));
      double error = Fields.number(run, "largestError");
      double wanted = Fields.number(run, "wanted");
      boolean met = ratio >= wanted && error <= allowed;
      table.add(
          List.of(
              Fields.text(run, "columns"),
              Fields.text(run, "sigma"),
              Fields.text(run, "rows"),
              Fields.text(run, "threads"),
              scheme(run),
              Timing.text(Fields.numbers(run, "seconds")),
              Timing.text(Fields.numbers(run, "namedSeconds")),
              Timing.text(figtree),
              times(ratio),
              wanted == 0 ? "–" : times(wanted),
              Markdown.error(Fields.number(run, "errorBound")),
              Markdown.error(error),
              Markdown.error(allowed),
              wanted == 0 ? "–" : Markdown.met(met)));
    }
    page.heading("Gaussian sums beside FIGTree")
        .paragraph(
            "Uniform points in the unit cube, one vector, one product from nothing but the points:"
                + " choice of the scheme, set-up and product, median of warm runs; beside it the same"
                + " with the scheme named. FIGTree's times are for one thread and were measured"
                + " elsewhere, on a machine like this one, not in this run. The largest error is that"
                + " of sampled kernel values and entries.")
        .table(
            List.of(
                "d",
                "sigma",
                "points",
                "threads",
                "scheme",
                "s",
                "s, scheme named",
                "FIGTree s, elsewhere",
                "faster",
                "wanted",
                "bound",
                "largest error",
                "asked",
                "met"),
            table);
  }

  /** The name of the scheme, with its number of terms if it has any. */
  static String scheme(Map<String, Object> run) {
    String terms = Fields.text(run, "terms");
    return Fields.text(run, "scheme") + (terms.equals("0") ? "" : ", " + terms + " terms");
  }

  static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < 100 ? "%.1fx" : "%.0fx", ratio);
  }
}
