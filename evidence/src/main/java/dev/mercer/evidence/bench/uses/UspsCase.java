package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.Progress;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Linear;
import dev.mercer.use.classify.Accuracies;
import dev.mercer.use.classify.Classifier;
import dev.mercer.use.classify.GridSearch;
import dev.mercer.use.classify.LabelSets;
import dev.mercer.use.classify.PcaSettings;
import dev.mercer.use.classify.Splits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Subspace classification of USPS digits as in SK sec. 6.4: pixels from -1 to 1, kernel exp(-c |x -
 * y|^2), and a share of each class as its basis. Width and rank are chosen on 10% of the training
 * rows, which are held back; then a fit to all training rows gives the errors on the test set.
 */
record UspsCase(String name, BenchData train, BenchData test) implements BenchCase {

  private static final int QUICK_ROWS = 1500;
  private static final double VALIDATION = 0.1;
  private static final int DIVISIONS = 3;
  private static final int SEEDS = 5;

  /**
   * The exponents of SK's c = 10^e: the middle of its grid. If the best were at either end, the
   * range would have to grow.
   */
  private static final double[] EXPONENTS = {-3, -2.8, -2.6, -2.4, -2.2, -2, -1.8, -1.6, -1.4};

  /**
   * One line of the paper's tables.
   *
   * @param share the share of each class that is its basis; 1 for all
   * @param paper the test error in percent, NaN if the paper (or its text) has none
   * @param paperDeviation the deviation over the paper's repetitions
   * @param tolerance how close our result has to come; 0 if there is no target
   */
  private record Variant(
      String method,
      String selector,
      double share,
      boolean center,
      double paper,
      double paperDeviation,
      double tolerance) {

    boolean linear() {
      return method.equals("clafic");
    }

    String text() {
      return switch (method) {
        case "clafic" -> "CLAFIC";
        case "exact" -> "full";
        default -> method;
      };
    }
  }

  private static final double NONE = Double.NaN;

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("exact", null, 1, true, 4.83, 0, 0.3),
          new Variant("exact", null, 1, false, 4.78, 0, 0),
          new Variant("subset", "kmeans", 0.1, true, 5.14, 0.18, 0.5),
          new Variant("subset", "kmeans", 0.1, false, NONE, NONE, 0),
          new Variant("reduced", "kmeans", 0.1, true, 5.36, 0.24, 0),
          new Variant("reduced", "kmeans", 0.1, false, 5.18, 0.21, 0),
          new Variant("subset", "kmeans", 0.3, true, 4.99, 0.14, 0),
          new Variant("reduced", "kmeans", 0.3, true, 5.07, 0.17, 0),
          new Variant("subset", "uniform", 0.1, true, NONE, NONE, 0),
          new Variant("subset", "uniform", 0.1, false, 6.50, 0.36, 0),
          new Variant("reduced", "uniform", 0.1, true, 7.50, 0.43, 0),
          new Variant("clafic", null, 1, true, NONE, NONE, 0),
          new Variant("clafic", null, 1, false, NONE, NONE, 0));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData slice = setting.slice(train, QUICK_ROWS);
    BenchData unseen = setting.slice(test, QUICK_ROWS / 3);
    DenseRows rows = slice.load(setting.data(), Precision.DOUBLE);
    LabelSets labels = LabelSets.of(slice.loadLabels(setting.data()));
    DenseRows testRows = unseen.load(setting.data(), Precision.DOUBLE);
    LabelSets truth = LabelSets.of(unseen.loadLabels(setting.data()));
    int divisions = setting.quick() ? 1 : DIVISIONS;
    int seeds = setting.quick() ? 2 : SEEDS;
    int[] ranks = new int[setting.quick() ? 3 : 20];
    Arrays.setAll(ranks, i -> 10 * (i + 1));
    double[] exponents = setting.quick() ? new double[] {-2.6, -2} : EXPONENTS;
    Splits splits = Splits.repeated(labels, divisions, VALIDATION, 1);
    List<Object> results = new ArrayList<>();
    int threads = Runtime.getRuntime().availableProcessors();
    try (Workers workers = Workers.of(threads)) {
      for (Variant variant : VARIANTS) {
        BenchCase.say(
            name + ": " + variant.text() + (variant.center() ? ", centred" : ", not centred"));
        results.add(
            measured(
                variant, rows, labels, testRows, truth, splits, ranks, exponents, seeds, workers));
      }
    }
    return Json.object(
        "rows",
        rows.count(),
        "unseen",
        testRows.count(),
        "divisions",
        divisions,
        "seeds",
        seeds,
        "exponents",
        exponents,
        "largestRank",
        ranks[ranks.length - 1],
        "variants",
        results);
  }

  private static Map<String, Object> measured(
      Variant variant,
      DenseRows rows,
      LabelSets labels,
      DenseRows testRows,
      LabelSets truth,
      Splits splits,
      int[] ranks,
      double[] exponents,
      int seeds,
      Workers workers) {
    Classifier classifier = Classifier.of("subspace");
    List<GridSearch.Candidate> candidates = new ArrayList<>();
    for (double exponent : variant.linear() ? new double[] {0} : exponents) {
      candidates.add(
          new GridSearch.Candidate(
              Map.of("exponent", exponent), settings(variant, exponent, 0, workers.threads())));
    }
    long start = System.nanoTime();
    GridSearch search =
        GridSearch.search(
            classifier, candidates, ranks, rows, labels, splits, workers.threads(), Progress.NONE);
    double searchSeconds = seconds(start);
    GridSearch.Trial winner = search.winner();
    double exponent = (double) candidates.get(winner.candidate()).parameters().get("exponent");
    int repeats = variant.share() < 1 ? seeds : 1; // a full fit draws nothing
    double[] errors = new double[repeats];
    start = System.nanoTime();
    for (int s = 0; s < repeats; s++) {
      PcaSettings settings = settings(variant, exponent, s, workers.threads()).rank(winner.rank());
      errors[s] =
          (double)
                  classifier
                      .fit(settings, rows, labels, workers.threads())
                      .predict(testRows, workers.threads())
                      .errors(truth)
              / truth.rows();
    }
    Accuracies spread = new Accuracies(errors);
    return Json.object(
        "variant",
        variant.text(),
        "selector",
        variant.selector(),
        "share",
        variant.share(),
        "center",
        variant.center(),
        "exponent",
        variant.linear() ? null : exponent,
        "rank",
        winner.rank(),
        "validationError",
        1 - winner.accuracies().mean(),
        "testErrors",
        errors,
        "testError",
        spread.mean(),
        "testDeviation",
        repeats > 1 ? spread.standardDeviation() : null,
        "paper",
        Double.isNaN(variant.paper()) ? null : variant.paper(),
        "paperDeviation",
        Double.isNaN(variant.paper()) ? null : variant.paperDeviation(),
        "tolerance",
        variant.tolerance(),
        "searchSeconds",
        searchSeconds,
        "testSeconds",
        seconds(start) / repeats);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static PcaSettings settings(Variant variant, double exponent, long seed, int threads) {
    KernelPca base =
        KernelPca.with(variant.linear() ? new Linear() : Gaussian.gamma(Math.pow(10, exponent)))
            .center(variant.center())
            .seed(seed)
            .threads(threads);
    if (variant.share() == 1) {
      return PcaSettings.of(base);
    }
    return PcaSettings.ofShare(
        base,
        variant.share(),
        count ->
            MethodCatalog.parse(
                variant.method(),
                new MethodCatalog.Wishes(
                    count, null, null, variant.selector(), null, "auto", "auto")));
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> lines = new ArrayList<>();
    for (Map<String, Object> each : Fields.objects(record, "variants")) {
      lines.add(line(each));
    }
    page.heading("USPS digits by the nearest subspace (SK sec. 6.4, tables 5 and 6)")
        .paragraph(
            Fields.text(record, "rows")
                + " training and "
                + Fields.text(record, "unseen")
                + " test images (the paper counts 2001), pixels from -1 to 1, kernel exp(-c |x -"
                + " y|^2), one kernel PCA a class, the nearest subspace wins. c from 10^"
                + exponent(Fields.numbers(record, "exponents")[0])
                + " up in steps of 10^0.2 and rank 10, 20, … "
                + Fields.text(record, "largestRank")
                + " were chosen by the fewest errors on 10% of the training rows held back, "
                + Fields.text(record, "divisions")
                + " random divisions (the paper: 100); the test rows took no part. Basis: the"
                + " share of each class that is its landmarks; where they are drawn, mean and"
                + " standard deviation over "
                + Fields.text(record, "seeds")
                + " seeds. With a basis of m the rank is at most m. Paper: its test errors, where"
                + " its text has them.")
        .table(
            List.of(
                "method",
                "basis",
                "centred",
                "c",
                "rank",
                "validation error %",
                "test error %",
                "paper %",
                "difference",
                "wanted",
                "met",
                "search s",
                "fit and test s"),
            lines);
  }

  private static List<String> line(Map<String, Object> each) {
    double error = 100 * Fields.number(each, "testError");
    boolean drawn = each.get("testDeviation") != null;
    boolean known = each.get("paper") != null;
    double paper = known ? Fields.number(each, "paper") : NONE;
    double tolerance = Fields.number(each, "tolerance");
    double share = Fields.number(each, "share");
    return List.of(
        Fields.text(each, "variant"),
        share < 1 ? Markdown.percent(share) + " " + Fields.text(each, "selector") : "all rows",
        Boolean.TRUE.equals(each.get("center")) ? "yes" : "no",
        each.get("exponent") == null ? "–" : "10^" + exponent(Fields.number(each, "exponent")),
        Fields.text(each, "rank"),
        percent(100 * Fields.number(each, "validationError")),
        percent(error) + (drawn ? " ± " + percent(100 * Fields.number(each, "testDeviation")) : ""),
        known ? percent(paper) + " ± " + percent(Fields.number(each, "paperDeviation")) : "–",
        known ? String.format(Locale.ROOT, "%+.2f", error - paper) : "–",
        tolerance > 0 ? "within " + tolerance : "–",
        tolerance > 0 ? Markdown.met(Math.abs(error - paper) <= tolerance) : "–",
        Timing.text(Fields.number(each, "searchSeconds")),
        Timing.text(Fields.number(each, "testSeconds")));
  }

  private static String percent(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String exponent(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
