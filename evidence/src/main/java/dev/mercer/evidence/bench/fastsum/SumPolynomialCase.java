package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.bench.landmarks.StreamCase;
import dev.mercer.evidence.reproduce.fk.PlainLoops;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Polynomial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Products with a polynomial kernel by its monomials, against the number of points, the number of
 * coordinates and the degree: their time, and their difference from the direct product on sampled
 * rows, divided by the largest entry among these rows.
 */
record SumPolynomialCase(String name) implements BenchCase {

  private static final int THREADS = 2;
  private static final int[] DEGREES = {2, 3};
  private static final int[] COLUMNS = {2, 5, 10};
  private static final int[] ROWS = {10_000, 100_000, 1_000_000};
  private static final int[] QUICK_ROWS = {500, 1000, 2000};
  private static final int SAMPLED_ROWS = 64;
  private static final double LARGEST_DIFFERENCE = 1e-10;
  private static final double LARGEST_SECONDS = 0.050;
  private static final double LARGEST_SLOPE = 1.1;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    List<Object> runs = new ArrayList<>();
    try (Workers workers = Workers.of(THREADS)) {
      for (int degree : DEGREES) {
        for (int columns : COLUMNS) {
          for (int n : setting.quick() ? QUICK_ROWS : ROWS) {
            BenchCase.say(name + ": degree " + degree + ", " + n + " x " + columns);
            runs.add(run(new Polynomial(1, 1, degree), n, columns, workers, setting.quick()));
          }
        }
      }
    }
    return Json.object("threads", THREADS, "runs", runs);
  }

  private static Map<String, Object> run(
      Polynomial kernel, int n, int columns, Workers workers, boolean quick) {
    Matrix points = SumTask.unitCube(n, columns);
    SumTask task = SumTask.square(points, kernel, null);
    KernelSum sum = task.forecast("polynomial", 1, THREADS).build(workers);
    double[] u = SumTask.vector(n);
    double[] fast = new double[n];
    double[] setup =
        Timing.brief(() -> task.forecast("polynomial", 1, THREADS).build(workers), quick);
    Timing<KernelSum> timing =
        Timing.of(
            () -> {
              sum.multiply(1, u, fast);
              return sum;
            },
            quick);
    double difference = 0;
    double largest = 0;
    int step = Math.max(1, n / SAMPLED_ROWS);
    for (int i = 0; i < n; i += step) {
      double exact = PlainLoops.entry(kernel, points, i, points, u);
      difference = Math.max(difference, Math.abs(fast[i] - exact));
      largest = Math.max(largest, Math.abs(exact));
    }
    return Json.object(
        "degree",
        kernel.degree(),
        "columns",
        columns,
        "rows",
        n,
        "terms",
        sum.terms(),
        "setupSeconds",
        setup,
        "seconds",
        timing.seconds(),
        "difference",
        difference / largest);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<Map<String, Object>> runs = Fields.objects(record, "runs");
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : runs) {
      boolean timed = namedTime(run);
      double seconds = Timing.median(Fields.numbers(run, "seconds"));
      double difference = Fields.number(run, "difference");
      table.add(
          List.of(
              Fields.text(run, "degree"),
              Fields.text(run, "columns"),
              Fields.text(run, "rows"),
              Fields.text(run, "terms"),
              Timing.milliseconds(Fields.numbers(run, "setupSeconds")),
              Timing.milliseconds(Fields.numbers(run, "seconds")),
              slope(runs, run),
              timed ? "under " + Timing.text(1e3 * LARGEST_SECONDS) + " ms" : "–",
              Markdown.error(difference),
              Markdown.error(LARGEST_DIFFERENCE),
              Markdown.met(
                  difference <= LARGEST_DIFFERENCE && !(timed && seconds >= LARGEST_SECONDS))));
    }
    page.heading("Polynomial kernels")
        .paragraph(
            "(x.y + 1)^p, uniform points in the unit cube, one vector, "
                + record.get("threads")
                + " threads, median of warm products. The slope is that of log(ms) on log(points)"
                + " over the sizes of this degree and d, wanted at most "
                + LARGEST_SLOPE
                + ". The difference is the largest one from the direct product on sampled rows, over"
                + " the largest entry there.")
        .table(
            List.of(
                "p",
                "d",
                "points",
                "terms",
                "set-up ms",
                "product ms",
                "slope",
                "wanted",
                "difference",
                "wanted",
                "met"),
            table);
  }

  /** Whether this is the product that has a time target. */
  private static boolean namedTime(Map<String, Object> run) {
    return Fields.number(run, "rows") == 1_000_000
        && Fields.number(run, "columns") == 2
        && Fields.number(run, "degree") == 2;
  }

  /**
   * The slope over all sizes with this degree and d, shown only in the line of the largest size.
   */
  private static String slope(List<Map<String, Object>> runs, Map<String, Object> last) {
    List<Map<String, Object>> sizes =
        runs.stream()
            .filter(
                run ->
                    run.get("degree").equals(last.get("degree"))
                        && run.get("columns").equals(last.get("columns")))
            .toList();
    if (sizes.get(sizes.size() - 1) != last) {
      return "";
    }
    double slope =
        StreamCase.slope(
            sizes.stream().mapToDouble(run -> Fields.number(run, "rows")).toArray(),
            sizes.stream()
                .mapToDouble(run -> Timing.median(Fields.numbers(run, "seconds")))
                .toArray());
    return String.format(Locale.ROOT, "%.2f%s", slope, slope <= LARGEST_SLOPE ? "" : " (**no**)");
  }
}
