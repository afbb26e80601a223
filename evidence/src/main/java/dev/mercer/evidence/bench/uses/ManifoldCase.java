package dev.mercer.evidence.bench.uses;

import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.RowBlock;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.Shadow;
import dev.mercer.method.Landmarking;
import dev.mercer.use.classify.ClassLabels;
import dev.mercer.use.manifold.ClusterAgreement;
import dev.mercer.use.manifold.DiffusionMap;
import dev.mercer.use.manifold.Manifold;
import dev.mercer.use.manifold.ManifoldFit;
import dev.mercer.use.manifold.ManifoldMap;
import dev.mercer.use.manifold.NormalizedCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Separates two moons and two circles by diffusion map and by normalized cut, with shadow landmarks
 * and with all rows, for several kernel widths.
 *
 * <p>The accuracy of a normalized cut is that of its clusters. For a diffusion map, the first
 * coordinate is divided into the two clusters with the least sum of squares, which is found
 * exactly: the coordinates are sorted and the best place to cut is taken. In both cases the
 * clusters get the labels that give the better accuracy.
 */
record ManifoldCase(String name) implements BenchCase {

  private static final int ROWS = 20_000;
  private static final int QUICK_ROWS = 1500;
  private static final double WANTED = 0.999;
  private static final List<Double> WIDTHS = List.of(0.02, 0.04, 0.07, 0.1, 0.14, 0.2, 0.3);
  private static final List<ManifoldMap> MAPS =
      List.of(new DiffusionMap(1, 1), new NormalizedCut(2));

  /**
   * @param sigma the widest of {@link #WIDTHS} that the rule on the page accepts
   * @param ell the value with which the shadows of about 5% of the rows cover all rows
   */
  private record Work(String kind, double sigma, double ell) {

    /** The radius of a shadow. */
    double epsilon() {
      return sigma / ell;
    }
  }

  private static final List<Work> WORKS =
      List.of(new Work("moons", 0.14, 4.2), new Work("circles", 0.1, 2.5));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    int n = setting.quick() ? QUICK_ROWS : ROWS;
    List<Object> runs = new ArrayList<>();
    List<Object> widths = new ArrayList<>();
    for (Work work : WORKS) {
      String data = "synthetic:" + work.kind() + "(n=" + n + ",noise=0.05)";
      Labeled rows = load(data);
      for (ManifoldMap map : MAPS) {
        runs.add(run(setting, data, rows, map, work, true));
        runs.add(run(setting, data, rows, map, work, false));
      }
      for (double sigma : WIDTHS) {
        widths.add(width(work, rows, sigma));
      }
    }
    return Json.object("rows", n, "runs", runs, "widths", widths);
  }

  private record Labeled(DenseRows rows, ClassLabels labels) {}

  private static Labeled load(String data) {
    try (DataSource source = DataSources.open(DataRequest.of(data))) {
      RowBlock block = new RowBlock(1024, source.columns());
      DenseRows.Builder builder = DenseRows.builder(source.columns(), Precision.DOUBLE);
      List<String> labels = new ArrayList<>();
      for (int count = source.next(block); count > 0; count = source.next(block)) {
        builder.append(block.values(), 0, count);
        for (int i = 0; i < count; i++) {
          labels.add(block.label(i));
        }
      }
      return new Labeled(builder.build(), ClassLabels.of(labels.toArray(String[]::new)));
    }
  }

  private static Manifold settings(ManifoldMap map, double sigma, double ell) {
    Manifold all = Manifold.with(Gaussian.sigma(sigma)).map(map);
    return ell == 0 ? all : all.landmarks(Landmarking.by(new Shadow(ell)));
  }

  private Map<String, Object> run(
      Setting setting, String data, Labeled rows, ManifoldMap map, Work work, boolean shadow) {
    BenchCase.say(name + ": " + data + ", " + map.spec() + (shadow ? ", shadow" : ", all rows"));
    Manifold settings = settings(map, work.sigma(), shadow ? work.ell() : 0);
    // A single run suffices: the work is long, and the code is already warm from the shadow runs.
    Timing<ManifoldFit> timing =
        shadow ? Timing.of(() -> settings.fit(rows.rows()), setting.quick()) : once(settings, rows);
    ManifoldFit fit = timing.result();
    return Json.object(
        "data", data,
        "map", map.spec(),
        "kernel", fit.model().kernel().spec(),
        "selector", fit.selector(),
        "points", fit.model().points().count(),
        "eigenvalues", fit.model().eigenvalues(),
        "accuracy", accuracy(fit, rows.labels()),
        "seconds", timing.seconds());
  }

  private static Timing<ManifoldFit> once(Manifold settings, Labeled rows) {
    long start = System.nanoTime();
    ManifoldFit fit = settings.fit(rows.rows());
    return new Timing<>(new double[] {Timing.since(start)}, fit);
  }

  private Map<String, Object> width(Work work, Labeled rows, double sigma) {
    double ell = sigma / work.epsilon();
    ManifoldFit diffusion = settings(MAPS.get(0), sigma, ell).fit(rows.rows());
    ManifoldFit cut = settings(MAPS.get(1), sigma, ell).fit(rows.rows());
    return Json.object(
        "data", work.kind(),
        "sigma", sigma,
        "eigenvalues", diffusion.model().eigenvalues(),
        "diffusion", accuracy(diffusion, rows.labels()),
        "cut", accuracy(cut, rows.labels()));
  }

  private static double accuracy(ManifoldFit fit, ClassLabels labels) {
    int[] clusters = fit.clusters() != null ? fit.clusters() : halves(fit.coordinates());
    return ClusterAgreement.of(clusters, labels.codes()).accuracy();
  }

  /** The two clusters of the first coordinate with the least sum of squared distances. */
  static int[] halves(Matrix coordinates) {
    double[] values = coordinates.column(0);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double total = Arrays.stream(sorted).sum();
    double below = 0;
    double best = Double.NEGATIVE_INFINITY;
    double cut = 0;
    int n = sorted.length;
    for (int k = 1; k < n; k++) {
      below += sorted[k - 1];
      double between = below * below / k + (total - below) * (total - below) / (n - k);
      if (between > best) {
        best = between;
        cut = sorted[k];
      }
    }
    double least = cut;
    return Arrays.stream(values).mapToInt(value -> value < least ? 0 : 1).toArray();
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> runs = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      boolean shadow = run.get("selector") != null;
      double accuracy = Fields.number(run, "accuracy");
      double points = Fields.number(run, "points");
      runs.add(
          List.of(
              "`" + Fields.text(run, "data") + "`",
              Fields.text(run, "map"),
              Fields.text(run, "kernel"),
              shadow ? Fields.text(run, "selector") : "all rows",
              Fields.text(run, "points")
                  + " ("
                  + Markdown.percent(points / Fields.number(record, "rows"))
                  + ")",
              share(accuracy),
              Timing.text(Fields.numbers(run, "seconds")),
              shadow ? "at least " + WANTED : "–",
              shadow ? Markdown.met(accuracy >= WANTED) : "–"));
    }
    List<List<String>> widths = new ArrayList<>();
    for (Map<String, Object> width : Fields.objects(record, "widths")) {
      double[] values = Fields.numbers(width, "eigenvalues");
      widths.add(
          List.of(
              Fields.text(width, "data"),
              Fields.text(width, "sigma"),
              Markdown.error(1 - values[0]),
              Markdown.error(1 - values[1]),
              ratio(values),
              share(Fields.number(width, "diffusion")),
              share(Fields.number(width, "cut"))));
    }
    page.heading("Two moons and two circles told apart")
        .paragraph(
            "Times are of everything after reading: landmarks, eigenvectors, places of all rows;"
                + " warm, all rows as points once. Accuracy of `ncut` is that of its clusters; of `diffusion` that of the two"
                + " clusters of its first coordinate with the least sum of squares. Shadows stand"
                + " for about 5% of the rows.")
        .table(
            List.of(
                "data", "map", "kernel", "points by", "points", "accuracy", "s", "wanted", "met"),
            runs)
        .heading("Which width: the gap of the eigenvalues tells, without labels")
        .paragraph(
            "The same through the same shadows (the radius is kept, not ell). The gap is (1 -"
                + " second) / (1 - first eigenvalue) of the diffusion map: how much faster the walk"
                + " settles inside the parts than between them. The rule used above: of the widths"
                + " in the table, the widest with a gap of at least 5.")
        .table(
            List.of("data", "sigma", "1 - first", "1 - second", "gap", "diffusion", "ncut"),
            widths);
  }

  private static String share(double accuracy) {
    return String.format(Locale.ROOT, "%.5f", accuracy);
  }

  /** The ratio as text; above a million the first eigenvalue equals 1 up to rounding. */
  private static String ratio(double[] values) {
    double ratio = (1 - values[1]) / Math.max(1e-16, 1 - values[0]);
    return ratio > 1e6 ? "above 1e6" : String.format(Locale.ROOT, "%.3g", ratio);
  }
}
