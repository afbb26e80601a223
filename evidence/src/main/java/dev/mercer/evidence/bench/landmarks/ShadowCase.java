package dev.mercer.evidence.bench.landmarks;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Selecting;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.bench.exact.FitTables;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.Shadow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Shadow centers computed with blocks and threads, compared with the plain double loop of RS
 * Algorithm 2 in the same run. Fails if rows or weights differ.
 */
record ShadowCase(String name) implements BenchCase {

  private static final int QUICK_ROWS = 1000;
  private static final double ELL = 4;
  private static final Shadow SELECTOR = new Shadow(ELL);
  private static final double TARGET = 10;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    Map<String, Kernel> work = new LinkedHashMap<>();
    work.put("usps-train.csv.gz", Gaussian.sigma(18));
    work.put("pendigits.csv.gz", Gaussian.sigma(120));
    List<Object> runs = new ArrayList<>();
    work.forEach((file, kernel) -> runs.add(measure(setting, file, kernel)));
    return Json.object("selector", SELECTOR.spec(), "runs", runs);
  }

  private Map<String, Object> measure(Setting setting, String file, Kernel kernel) {
    BenchCase.say(name + ": " + file);
    DenseRows rows =
        setting.slice(BenchData.csv(file), QUICK_ROWS).load(setting.data(), Precision.DOUBLE);
    int n = rows.count();
    double epsilon = SelectorCatalog.algorithm(SELECTOR).radius(kernel);
    Selecting selecting = new Selecting(rows, kernel, false, 1);
    Timing<Landmarks> fast = Timing.of(() -> selecting.select(SELECTOR, 1, 0), setting.quick());
    double[] values = new double[n * rows.columns()];
    rows.copy(0, n, values, 0);
    Timing<Plain> plain = Timing.of(() -> plain(values, n, epsilon), setting.quick());
    if (!Arrays.equals(plain.result().centers(), fast.result().rows())
        || !Arrays.equals(plain.result().weights(), fast.result().weights())) {
      throw new IllegalStateException(file + ": the two differ");
    }
    return Json.object(
        "data", file,
        "rows", n,
        "columns", rows.columns(),
        "kernel", kernel.spec(),
        "centers", fast.result().count(),
        "seconds", fast.seconds(),
        "plainSeconds", plain.seconds());
  }

  private record Plain(int[] centers, double[] weights) {}

  /** The algorithm exactly as printed, on one array. */
  private static Plain plain(double[] values, int n, double epsilon) {
    int d = values.length / n;
    boolean[] covered = new boolean[n];
    int[] centers = new int[n];
    double[] weights = new double[n];
    int m = 0;
    for (int i = 0; i < n; i++) {
      if (covered[i]) {
        continue;
      }
      centers[m] = i;
      weights[m] = 1;
      for (int j = i + 1; j < n; j++) {
        if (covered[j]) {
          continue;
        }
        double sum = 0;
        for (int c = 0; c < d; c++) {
          double difference = values[i * d + c] - values[j * d + c];
          sum += difference * difference;
        }
        if (Math.sqrt(sum) < epsilon) {
          covered[j] = true;
          weights[m]++;
        }
      }
      m++;
    }
    return new Plain(Arrays.copyOf(centers, m), Arrays.copyOf(weights, m));
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double[] seconds = Fields.numbers(run, "seconds");
      double[] plain = Fields.numbers(run, "plainSeconds");
      double ratio = Timing.median(plain) / Timing.median(seconds);
      table.add(
          List.of(
              Fields.text(run, "data"),
              Fields.text(run, "rows") + " x " + Fields.text(run, "columns"),
              Fields.text(run, "kernel"),
              Fields.text(run, "centers"),
              Timing.text(seconds),
              Timing.text(plain),
              FitTables.times(ratio),
              FitTables.times(TARGET),
              Markdown.met(ratio >= TARGET)));
    }
    page.heading("Shadow centers against a plain double loop")
        .paragraph(
            record.get("selector")
                + " against Algorithm 2 written out in Java, warm; rows and weights are the same,"
                + " or the case fails.")
        .table(
            List.of(
                "data",
                "rows",
                "kernel",
                "centers",
                "s",
                "double loop s",
                "faster",
                "wanted",
                "met"),
            table);
  }
}
