package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.reproduce.fk.PlainLoops;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.fastsum.TaylorFeatures;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * FK's figures 8 and 9: a product with a Gaussian on the unit square, with an error of 1e-6 per
 * entry and M = 2 N targets, by two nested loops, by one Taylor expansion and by the scheme that
 * Mercer chooses; also the error and the truncation number against N.
 */
record FkTaylorCase(String name, double sigma) implements BenchCase {

  private static final int COLUMNS = 2;
  private static final double ENTRY_ERROR = 1e-6;
  private static final int[] ROWS = {
    100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 10_000, 100_000
  };
  private static final int[] QUICK_ROWS = {100, 200};
  private static final int LARGEST_TRUNCATION = 100;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    List<Object> runs = new ArrayList<>();
    try (Workers workers = Workers.of(FkPolynomialCase.THREADS)) {
      for (int n : setting.quick() ? QUICK_ROWS : ROWS) {
        BenchCase.say(name + ": " + n + " points");
        runs.add(run(n, workers, setting.quick()));
      }
    }
    return Json.object("threads", FkPolynomialCase.THREADS, "sigma", sigma, "runs", runs);
  }

  private Map<String, Object> run(int n, Workers workers, boolean quick) {
    Gaussian kernel = Gaussian.sigma(sigma);
    Matrix all = SumTask.unitCube(3 * n, COLUMNS);
    double[] values = all.values();
    Matrix sources = Matrix.wrap(n, COLUMNS, Arrays.copyOf(values, n * COLUMNS));
    Matrix targets =
        Matrix.wrap(2 * n, COLUMNS, Arrays.copyOfRange(values, n * COLUMNS, 3 * n * COLUMNS));
    double error = ENTRY_ERROR / n;
    SumTask task = new SumTask(targets, sources, kernel, error);
    double[] u = SumTask.vector(n);
    double[] fast = new double[2 * n];
    double[] seconds = Timing.brief(() -> task.fromPoints("taylor", u, fast, workers), quick);
    KernelSum[] chosen = new KernelSum[1];
    double[] other = new double[2 * n];
    double[] chosenSeconds =
        Timing.brief(() -> chosen[0] = task.fromPoints("auto", u, other, workers), quick);
    Map<String, Object> run =
        Json.object(
            "rows",
            n,
            "truncation",
            TaylorFeatures.of(targets, sources, kernel, error).truncation(),
            "printedTruncation",
            printedTruncation(n),
            "seconds",
            seconds,
            "chosen",
            chosen[0].scheme(),
            "chosenSeconds",
            chosenSeconds);
    if (n <= FkPolynomialCase.LARGEST_TILES) {
      double[] exact = new double[2 * n];
      run.put(
          "plainSeconds",
          Timing.brief(() -> PlainLoops.multiply(kernel, targets, sources, u, exact), quick));
      run.put("error", SumTask.largestDifference(fast, exact));
      run.put("chosenError", SumTask.largestDifference(other, exact));
    }
    return run;
  }

  /** The truncation number that FK's bound requires. */
  private int printedTruncation(int n) {
    int p = 1;
    while (p < LARGEST_TRUNCATION
        && TaylorFeatures.printedBound(n, COLUMNS, sigma, p) > ENTRY_ERROR) {
      p++;
    }
    return p;
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      boolean known = run.containsKey("error");
      table.add(
          List.of(
              Fields.text(run, "rows"),
              FkPolynomialCase.milliseconds(run, "plainSeconds"),
              FkPolynomialCase.milliseconds(run, "seconds"),
              known ? Markdown.error(Fields.number(run, "error")) : "–",
              Fields.text(run, "truncation"),
              Fields.text(run, "printedTruncation"),
              Fields.text(run, "chosen"),
              FkPolynomialCase.milliseconds(run, "chosenSeconds"),
              known ? Markdown.error(Fields.number(run, "chosenError")) : "–",
              known
                  ? Markdown.met(
                      Math.max(Fields.number(run, "error"), Fields.number(run, "chosenError"))
                          <= ENTRY_ERROR)
                  : "–"));
    }
    page.heading("FK's figures 8 and 9: a Gaussian to 1e-6 of an entry")
        .paragraph(
            "N sources and M = 2N targets, uniform in the unit square, |u_j| <= 1, sigma "
                + record.get("sigma")
                + ", error 1e-6 / N of a kernel value. Two loops run on one core, the others on "
                + record.get("threads")
                + " threads, choice and set-up included. p is the truncation number of the Taylor"
                + " expansion, beside the one that FK's bound asks for; the last columns are of the"
                + " scheme that is chosen where none is named. Wanted: no error above 1e-6.")
        .table(
            List.of(
                "N",
                "two loops ms",
                "taylor ms",
                "error",
                "p",
                "p by FK's bound",
                "chosen",
                "ms",
                "error",
                "met"),
            table);
  }
}
