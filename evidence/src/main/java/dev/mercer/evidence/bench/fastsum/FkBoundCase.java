package dev.mercer.evidence.bench.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.reproduce.fk.PlainLoops;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.FeatureSum;
import dev.mercer.internal.fastsum.TaylorFeatures;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * FK's figure 7: the error of one Taylor expansion with truncation numbers 1 to 11, next to its
 * bounds. All are for one entry of K u with |u_j| <= 1, as FK states them:
 *
 * <ul>
 *   <li>Mercer's: the bound of a kernel value, times |u|_1
 *   <li>FK's without its exponential factor, which is not needed: N (a b / sigma^2)^p / p! with a
 *       and b half the square's diagonal
 *   <li>FK's as printed: the same times exp(d / (4 sigma^2))
 * </ul>
 */
record FkBoundCase(String name, double sigma) implements BenchCase {

  private static final int ROWS = 1000;
  private static final int QUICK_ROWS = 100;
  private static final int COLUMNS = 2;
  private static final int LARGEST_TRUNCATION = 11;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchCase.say(name);
    int n = setting.quick() ? QUICK_ROWS : ROWS;
    Gaussian kernel = Gaussian.sigma(sigma);
    Matrix points = SumTask.unitCube(n, COLUMNS);
    double[] u = SumTask.vector(n);
    double size = Arrays.stream(u).map(Math::abs).sum();
    double[] exact = new double[n];
    PlainLoops.multiply(kernel, points, points, u, exact);
    List<Object> runs = new ArrayList<>();
    try (Workers workers = Workers.of(1)) {
      double[] fast = new double[n];
      double shared = 1;
      for (int p = 1; p <= LARGEST_TRUNCATION; p++) {
        TaylorFeatures map = TaylorFeatures.truncated(points, points, kernel, p);
        new FeatureSum(map, points, points, workers).multiply(1, u, fast);
        shared *= COLUMNS / (4 * sigma * sigma) / p;
        runs.add(
            Json.object(
                "truncation",
                p,
                "terms",
                map.terms(),
                "error",
                SumTask.largestDifference(fast, exact),
                "bound",
                map.errorBound() * size,
                "sharedBound",
                n * shared,
                "printedBound",
                TaylorFeatures.printedBound(n, COLUMNS, sigma, p)));
      }
    }
    return Json.object("rows", n, "sigma", sigma, "runs", runs);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double error = Fields.number(run, "error");
      double bound = Fields.number(run, "bound");
      table.add(
          List.of(
              Fields.text(run, "truncation"),
              Fields.text(run, "terms"),
              Markdown.error(error),
              Markdown.error(bound),
              Markdown.error(Fields.number(run, "sharedBound")),
              Markdown.error(Fields.number(run, "printedBound")),
              Markdown.met(error <= bound)));
    }
    page.heading("FK's figure 7: error and bounds of one Taylor expansion")
        .paragraph(
            "N = "
                + record.get("rows")
                + " points, uniform in the unit square, |u_j| <= 1, sigma "
                + record.get("sigma")
                + " (FK names none): the largest error of an entry of K u, beside Mercer's bound (of"
                + " a kernel value, times the sum of all |u_j|), the bound without FK's last factor"
                + " (N (d/4)^p / (sigma^2p p!)) and FK's as printed. Wanted: the error below Mercer's"
                + " bound for every p.")
        .table(
            List.of("p", "terms", "error", "Mercer's bound", "N (d/4)^p …", "FK's bound", "met"),
            table);
  }
}
