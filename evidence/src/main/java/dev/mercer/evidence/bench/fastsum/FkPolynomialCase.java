package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.reproduce.fk.PlainLoops;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Polynomial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * FK's figures 4 to 6: a product with a polynomial kernel, (x.y + 1)^p on the unit square, by two
 * nested loops, by exact tiles and by monomials, against the number of points and the degree.
 */
record FkPolynomialCase(String name, List<Integer> degrees) implements BenchCase {

  private static final int COLUMNS = 2;
  private static final int[] ROWS = {
    100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 10_000, 100_000
  };
  private static final int[] QUICK_ROWS = {100, 200};
  // FK's figures end here. Beyond it only tiles, up to their own limit, and the fast product are
  // run.
  static final int LARGEST_PLAIN = 1000;
  static final int LARGEST_TILES = 10_000;
  static final int THREADS = 2;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    List<Object> runs = new ArrayList<>();
    try (Workers workers = Workers.of(THREADS)) {
      for (int degree : degrees) {
        for (int n : setting.quick() ? QUICK_ROWS : ROWS) {
          BenchCase.say(name + ": degree " + degree + ", " + n + " points");
          runs.add(run(new Polynomial(1, 1, degree), n, workers, setting.quick()));
        }
      }
    }
    return Json.object("threads", THREADS, "columns", COLUMNS, "runs", runs);
  }

  private static Map<String, Object> run(Polynomial kernel, int n, Workers workers, boolean quick) {
    Matrix points = SumTask.unitCube(n, COLUMNS);
    SumTask task = SumTask.square(points, kernel, null);
    double[] u = SumTask.vector(n);
    double[] fast = new double[n];
    Map<String, Object> run =
        Json.object(
            "degree",
            kernel.degree(),
            "rows",
            n,
            "terms",
            task.forecast("polynomial", 1, THREADS).terms(),
            "seconds",
            Timing.brief(() -> task.fromPoints("polynomial", u, fast, workers), quick));
    double[] exact = new double[n];
    if (n <= LARGEST_TILES) {
      run.put("tilesSeconds", Timing.brief(() -> task.tiles(workers).apply(1, u, exact), quick));
      if (n <= LARGEST_PLAIN) {
        run.put(
            "plainSeconds",
            Timing.brief(() -> PlainLoops.multiply(kernel, points, points, u, exact), quick));
      }
      run.put("error", SumTask.largestDifference(fast, exact));
    }
    return run;
  }

  /** Appends the section of figures 4 and 5, or of figure 6. */
  static void append(Markdown page, Map<String, Object> record, String title, String sentence) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      table.add(
          List.of(
              Fields.text(run, "degree"),
              Fields.text(run, "rows"),
              Fields.text(run, "terms"),
              milliseconds(run, "plainSeconds"),
              milliseconds(run, "tilesSeconds"),
              milliseconds(run, "seconds"),
              run.containsKey("error") ? Markdown.error(Fields.number(run, "error")) : "–"));
    }
    page.heading(title)
        .paragraph(sentence)
        .table(
            List.of(
                "p",
                "N",
                "terms",
                "two loops ms",
                "exact tiles ms",
                "fast ms",
                "largest error of an entry"),
            table);
  }

  /** A time in milliseconds, which may be missing because it was not measured. */
  static String milliseconds(Map<String, Object> run, String field) {
    return run.containsKey(field) ? Timing.milliseconds(Fields.numbers(run, field)) : "–";
  }
}
