package dev.mercer.app.report;

import dev.mercer.Certificate;
import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.Stage;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.machine.MachineFacts;
import dev.mercer.app.page.DataTable;
import dev.mercer.app.page.HtmlPage;
import dev.mercer.app.plot.Plot;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.certify.LandmarkCurve;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.use.novelty.Novelty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The page of {@code mercer fit --html}: what was done, how good it is with proven bounds, a
 * picture of the data, how many components and landmarks are enough, which rows fit worst, and how
 * long it took.
 *
 * <p>Scores are computed for at most {@value #MOST_ROWS} rows and errors for at most {@value
 * #MOST_MEASURED}; both are evenly spread.
 */
public final class FitPage {

  private static final int MOST_ROWS = 4000;
  private static final int MOST_MEASURED = 20_000;
  private static final int WORST_ROWS = 15;
  private static final int MOST_CLASSES = 30;
  private static final double[] TOLERANCES = {0.2, 0.1, 0.05, 0.02, 0.01, 0.001};

  private final String source;
  private final KernelPcaModel model;
  private final FitReport report;
  private final LoadedRows loaded;
  private final Workers workers;

  private FitPage(String source, KernelPcaModel model, LoadedRows loaded, Workers workers) {
    this.source = source;
    this.model = model;
    this.report = model.report();
    this.loaded = loaded;
    this.workers = workers;
  }

  /** The page as HTML, in one file. */
  public static String of(String source, KernelPcaModel model, LoadedRows loaded, Workers workers) {
    return new FitPage(source, model, loaded, workers).html();
  }

  private String html() {
    HtmlPage page = new HtmlPage("Kernel PCA of " + source);
    page.paragraph(done());
    page.heading("How good it is for sure");
    certainty(page);
    page.heading("What the data look like");
    int[] shown = spread(loaded.rows().count(), MOST_ROWS);
    scatter(page, shown);
    page.heading("How many components");
    components(page);
    if (LandmarkCurve.possible(model)) {
      page.heading("How many landmarks would have been enough");
      landmarks(page);
    }
    if (model.kernel().hasPoints()) {
      page.heading("Which rows fit worst");
      worst(page);
    }
    page.heading("How long it took");
    stages(page);
    page.heading("Settings");
    page.facts(settings());
    return page.html();
  }

  private String done() {
    String points =
        report.selector().isPresent() && report.landmarks().isPresent()
            ? " on "
                + report.landmarks().getAsInt()
                + " landmarks chosen by "
                + report.selector().get()
            : "";
    return String.format(
        Locale.ROOT,
        "%s rows of %s features, kernel %s, method %s%s: %d components in %.3g s.",
        report.samples(),
        report.features(),
        report.kernel(),
        report.method(),
        points,
        report.rank(),
        report.seconds());
  }

  private void certainty(HtmlPage page) {
    Certificate sure = report.certificate();
    if (sure == null) {
      page.paragraph(report.certificateReason());
    } else {
      DataTable table = new DataTable("What is known", "what", "value", "how sure");
      for (String name : sure.names()) {
        if (sure.single(name)) {
          table.row(words(name), sure.value(name), sure.kind(name).text());
        }
      }
      page.paragraph(missed(sure));
      page.table(table);
    }
    report.notes().forEach(page::note);
  }

  /** How much of the best possible variance is missed; bounds without a value are left out. */
  /** How much of the best possible variance is missed; bounds that overflowed are left out. */
  private String missed(Certificate sure) {
    List<String> known = new ArrayList<>();
    if (sure.has("optimalityGap")) {
      known.add(
          String.format(Locale.ROOT, "at most %.3g%% for sure", 100 * sure.value("optimalityGap")));
    }
    if (sure.has("optimalityGapEstimate")) {
      known.add(
          String.format(
              Locale.ROOT, "about %.3g%% by estimate", 100 * sure.value("optimalityGapEstimate")));
    }
    if (known.isEmpty()) {
      return "How much these components miss is not known: " + sure.reason("optimalityGap") + ".";
    }
    return String.format(
        Locale.ROOT,
        "Of the variance the best possible %d components could capture, these miss %s.",
        report.rank(),
        String.join(" and ", known));
  }

  /** optimalityGap becomes "optimality gap". */
  private static String words(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private void scatter(HtmlPage page, int[] shown) {
    Matrix scores =
        ModelScorer.of(model, Precision.DOUBLE, shown.length, workers)
            .scoreScaled(loaded.rows().select(shown));
    boolean flat = model.rank() == 1;
    Map<String, List<Integer>> classes = classes(shown);
    Plot plot =
        Plot.of(
            "Scores",
            shown.length < loaded.rows().count()
                ? shown.length + " of " + loaded.rows().count() + " rows, evenly spread"
                : shown.length + " rows",
            Plot.Axis.linear(flat ? "row" : "component 1"),
            Plot.Axis.linear(flat ? "component 1" : "component 2"));
    for (Map.Entry<String, List<Integer>> each : classes.entrySet()) {
      double[] x = new double[each.getValue().size()];
      double[] y = new double[x.length];
      String[] hover = new String[x.length];
      for (int k = 0; k < x.length; k++) {
        int at = each.getValue().get(k);
        x[k] = flat ? shown[at] : scores.get(at, 0);
        y[k] = scores.get(at, flat ? 0 : 1);
        hover[k] =
            "row " + shown[at] + (loaded.labels() == null ? "" : ", " + loaded.labels()[shown[at]]);
      }
      plot = plot.dots(each.getKey(), x, y, hover);
    }
    page.plot(plot);
  }

  /** The rows shown, by label; all together if there are no labels or far too many. */
  private Map<String, List<Integer>> classes(int[] shown) {
    Map<String, List<Integer>> classes =
        new TreeMap<>(
            Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
    for (int k = 0; k < shown.length; k++) {
      String label = loaded.labels() == null ? "rows" : String.valueOf(loaded.labels()[shown[k]]);
      classes.computeIfAbsent(label, name -> new ArrayList<>()).add(k);
    }
    return classes.size() <= MOST_CLASSES
        ? classes
        : Map.of("rows", IntStream.range(0, shown.length).boxed().toList());
  }

  private void components(HtmlPage page) {
    double[] values = model.eigenvalues();
    double[] numbers = IntStream.rangeClosed(1, values.length).asDoubleStream().toArray();
    Plot scree =
        Plot.of(
                "Eigenvalues",
                "of the Gram matrix, descending",
                Plot.Axis.linear("component"),
                Plot.Axis.logarithmic("eigenvalue"))
            .line("eigenvalue", numbers, values);
    Certificate sure = report.certificate();
    if (sure != null && sure.has("eigenvalueUpper")) {
      scree =
          scree.band("the exact one is in here", numbers, values, sure.values("eigenvalueUpper"));
    }
    page.plot(scree);
    double[] shares = report.explainedVariance();
    if (shares.length > 0) {
      double[] places = IntStream.range(0, shares.length).asDoubleStream().toArray();
      double[] together = shares.clone();
      for (int k = 1; k < together.length; k++) {
        together[k] += together[k - 1];
      }
      page.plot(
          Plot.of(
                  "Explained variance",
                  "of the total, tr K centred",
                  Plot.Axis.of(
                      "component",
                      IntStream.rangeClosed(1, shares.length).mapToObj(Integer::toString).toList()),
                  Plot.Axis.linear("share of the variance"))
              .bars("each", places, shares)
              .line("together", places, together));
    } else if (report.reason("explainedVariance") != null) {
      page.paragraph(
          "What share of the variance they explain is not known: "
              + report.reason("explainedVariance")
              + ".");
    } else if (sure != null && sure.has("explainedVarianceLow")) {
      page.paragraph(
          String.format(
              Locale.ROOT,
              "Together the components explain %.3g%% to %.3g%% of the variance.",
              100 * sure.value("explainedVarianceLow"),
              100 * sure.value("explainedVarianceHigh")));
    }
  }

  private void landmarks(HtmlPage page) {
    LandmarkCurve curve = LandmarkCurve.of(model, loaded.rows(), workers);
    double[] shares = curve.residualShares();
    double[] counts = IntStream.rangeClosed(1, shares.length).asDoubleStream().toArray();
    page.plot(
        Plot.of(
                "Share of the trace left out",
                "by the first so many landmarks, each next one the best left; on a sample of rows",
                Plot.Axis.linear("landmarks"),
                Plot.Axis.logarithmic("tr(K - K^) / tr K"))
            .reference("left out", counts, shares));
    DataTable table = new DataTable("Landmarks for a tolerance", "left out at most", "landmarks");
    for (double tolerance : TOLERANCES) {
      table.row(
          String.format(Locale.ROOT, "%.3g%%", 100 * tolerance),
          curve.enough(tolerance).isPresent()
              ? (Object) curve.enough(tolerance).getAsInt()
              : "more than " + shares.length);
    }
    page.table(table);
  }

  /** The rows whose features are farthest from the span of the components. */
  private void worst(HtmlPage page) {
    if (!model.kernel().positiveSemidefinite()) {
      page.paragraph("Not known: " + Indefinite.reason(model.kernel()) + ".");
      return;
    }
    Rows rows = loaded.rows();
    int[] looked = spread(rows.count(), MOST_MEASURED);
    Novelty.Measures measures =
        Novelty.of(model, looked.length, workers.threads()).measureScaled(rows.select(looked));
    double[] errors = measures.spe();
    List<Integer> order =
        IntStream.range(0, looked.length)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer k) -> -errors[k]))
            .limit(WORST_ROWS)
            .toList();
    double mean = Arrays.stream(errors).average().orElse(Double.NaN);
    page.paragraph(
        String.format(
            Locale.ROOT,
            "By the squared distance in feature space between a row and its projection; the mean%s"
                + " is %.4g. Rows far above it may be errors in the data, or of a kind the components"
                + " do not know.",
            looked.length < rows.count() ? " over " + looked.length + " rows, evenly spread," : "",
            mean));
    DataTable table =
        new DataTable("Worst rows", "row", "label", "squared distance", "times the mean", "T^2");
    for (int k : order) {
      table.row(
          looked[k],
          loaded.labels() == null ? null : loaded.labels()[looked[k]],
          errors[k],
          errors[k] / mean,
          measures.t2()[k]);
    }
    page.table(table);
  }

  private void stages(HtmlPage page) {
    DataTable table =
        new DataTable("Stages", "stage", "seconds", "memory planned, MB", "kernel values");
    List<String> names = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    for (Stage stage : report.stages()) {
      names.add(stage.name());
      seconds.add(stage.seconds());
      table.row(stage.name(), stage.seconds(), stage.bytes() / 1e6, stage.kernelEvaluations());
    }
    page.plot(
        Plot.of(
                "Time by stage",
                "seconds",
                Plot.Axis.of("stage", names),
                Plot.Axis.linear("seconds"))
            .bars(
                "seconds",
                IntStream.range(0, names.size()).asDoubleStream().toArray(),
                seconds.stream().mapToDouble(Double::doubleValue).toArray()));
    page.table(table);
  }

  private Map<String, Object> settings() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("data", source);
    facts.put("kernel", report.kernel());
    facts.put("method", report.method());
    facts.put("centre", report.center());
    facts.put(
        "rank",
        report.varianceRequested().isPresent()
            ? report.rank()
                + ", "
                + report.varianceRequested().getAsDouble()
                + " of the variance asked for"
            : report.rank() + " of " + report.rankRequested() + " asked for");
    if (loaded.scaling() != null) {
      facts.put("scaling", loaded.scaling().kind());
    }
    facts.put("seed", report.seed());
    facts.put("threads", report.threads());
    facts.put("machine", MachineFacts.machine());
    facts.put("software", MachineFacts.software());
    return facts;
  }

  private static int[] spread(int count, int most) {
    int take = Math.min(count, most);
    int[] chosen = new int[take];
    for (int k = 0; k < take; k++) {
      chosen[k] = (int) ((long) k * count / take);
    }
    return chosen;
  }
}
