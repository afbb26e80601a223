package dev.mercer.app.cli.uses;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.use.classify.Accuracies;
import dev.mercer.use.classify.ConfusionMatrix;
import dev.mercer.use.classify.GridSearch;
import dev.mercer.use.classify.LabelSets;
import dev.mercer.use.classify.Splits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What classify did and how well it predicts, as JSON; {@link ClassifySummary} has it as text. */
final class ClassifyReport {

  final ClassifyPlan plan;
  final ClassifyOptions options;
  final LoadedRows train;
  final LabelSets labels;
  private final int threads;
  private final List<ClassifyPlan.Learned> learned = new ArrayList<>();
  private final List<ConfusionMatrix> parts = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private List<String> unknown = List.of();
  private ConfusionMatrix confusion;
  private Splits splits;
  private int testRows;
  private double readSeconds;
  private double predictSeconds;

  ClassifyReport(
      ClassifyPlan plan, ClassifyOptions options, LoadedRows train, LabelSets labels, int threads) {
    this.plan = plan;
    this.options = options;
    this.train = train;
    this.labels = labels;
    this.threads = threads;
    this.readSeconds = train.seconds();
  }

  /**
   * Adds one classifier, judged on TEST.
   *
   * @param measured null if TEST has no labels
   * @param truth the labels of TEST; null if it has none
   */
  void tested(
      ClassifyPlan.Learned fitted,
      ClassifyPlan.Judged judged,
      ConfusionMatrix measured,
      LabelSets truth,
      int rows,
      double seconds) {
    learned.add(fitted);
    confusion = measured;
    testRows = rows;
    readSeconds += seconds;
    predictSeconds = judged.seconds();
    if (truth == null) {
      notes.add("TEST has no labels: predictions only, no accuracy");
      return;
    }
    unknown = truth.names().stream().filter(name -> !labels.names().contains(name)).toList();
    if (!unknown.isEmpty()) {
      notes.add(
          "TEST has labels that TRAIN has not, which count as errors: "
              + String.join(", ", unknown));
    }
  }

  /** Adds one part of TRAIN, judged by what was learned without this part. */
  void part(ClassifyPlan.Learned fitted, ClassifyPlan.Judged judged, ConfusionMatrix measured) {
    learned.add(fitted);
    parts.add(measured);
    confusion = confusion == null ? measured : confusion.plus(measured);
    testRows += measured.total();
    predictSeconds += judged.seconds();
  }

  void divided(Splits used) {
    splits = used;
  }

  /** The first thing that was learned, which may be the only one. */
  ClassifyPlan.Learned first() {
    return learned.get(0);
  }

  /** The number of rows that were predicted. */
  int testRows() {
    return testRows;
  }

  /** How TRAIN was divided; null if there is TEST. */
  Splits splits() {
    return splits;
  }

  /** The confusion matrix; null if there were no labels to compare with. */
  ConfusionMatrix confusion() {
    return confusion;
  }

  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    int asked = askedRank();
    if (options.landmarksShare != null && asked > 0) {
      int fewest =
          first().classifier().models().stream().mapToInt(KernelPcaModel::rank).min().orElse(asked);
      if (fewest < asked) {
        all.add(
            "rank "
                + asked
                + " exceeds the landmarks of some classes, whose subspaces have "
                + fewest
                + " dimensions at least");
      }
    }
    return all;
  }

  String title() {
    return plan.classifier().spec()
        + String.format(Locale.ROOT, ": %.2f%% right of %d", 100 * accuracy(), confusion.total());
  }

  /** Whether one classifier was judged, on TEST or on one division of TRAIN. */
  boolean single() {
    return learned.size() == 1;
  }

  /** The accuracy; if there are several parts, the mean over them. */
  double accuracy() {
    return single() ? confusion.accuracy() : accuracies().mean();
  }

  Accuracies accuracies() {
    return new Accuracies(parts.stream().mapToDouble(ConfusionMatrix::accuracy).toArray());
  }

  String json() {
    Map<String, Object> json = Json.object();
    json.put("samples", train.rows().count());
    json.put("features", train.rows().columns());
    json.put("classes", labels.names());
    json.put("classSizes", labels.sizes());
    json.put("classifier", plan.classifier().spec());
    putModel(json);
    json.put("center", plan.classifier().usesPca() ? options.model.wanted.center : null);
    json.put("scale", options.model.wanted.scale);
    json.put("parameters", single() ? first().parameters() : null);
    json.put("tested", testRows);
    boolean known = confusion != null;
    json.put("accuracy", known ? accuracy() : null);
    json.put("errorRate", known ? 1 - accuracy() : null);
    json.put("standardError", known && single() ? confusion.standardError() : null);
    json.put("standardDeviation", single() ? null : accuracies().standardDeviation());
    json.put("accuracies", single() ? null : accuracies().values());
    json.put(
        "confusion",
        known ? Json.object("labels", confusion.names(), "counts", confusion.counts()) : null);
    json.put("unknownLabels", unknown);
    json.put("grid", single() ? search(first()) : null);
    json.put("splits", splits == null ? null : splitsJson());
    json.put("notes", notes());
    json.put("seed", plan.seed());
    json.put("threads", threads);
    json.put("readSeconds", readSeconds);
    json.put("searchSeconds", learned.stream().mapToDouble(l -> l.searchSeconds()).sum());
    json.put("fitSeconds", learned.stream().mapToDouble(l -> l.fitSeconds()).sum());
    json.put("predictSeconds", predictSeconds);
    json.put("seconds", json.get("fitSeconds"));
    json.put("version", FitReport.VERSION);
    return Json.write(json);
  }

  /** Adds kernel, rank, method and landmarks of the models, from their own reports. */
  private void putModel(Map<String, Object> json) {
    List<KernelPcaModel> models = first().classifier().models();
    KernelPcaModel first = models.isEmpty() ? null : models.get(0);
    boolean one = single(); // otherwise every part has its own model
    json.put("kernel", first == null ? null : kernelText());
    boolean gaussian = one && first != null && first.kernel() instanceof Gaussian;
    json.put("sigma", gaussian ? ((Gaussian) first.kernel()).sigma() : null);
    json.put("gamma", gaussian ? ((Gaussian) first.kernel()).gamma() : null);
    int asked = askedRank();
    json.put("rank", asked == 0 || !one ? null : asked);
    json.put("ranks", one ? models.stream().mapToInt(KernelPcaModel::rank).toArray() : null);
    json.put("method", first == null ? null : first.report().method());
    Optional<String> selector = first == null ? Optional.empty() : first.report().selector();
    json.put("selector", selector.orElse(null));
    json.put("landmarksShare", options.landmarksShare);
    json.put(
        "landmarks",
        one && selector.isPresent()
            ? models.stream().mapToInt(model -> model.report().landmarks().orElseThrow()).toArray()
            : null);
  }

  /** The kernel of all models; if each part may have its own, the kernel that was requested. */
  String kernelText() {
    return single() || plan.candidates().size() == 1
        ? first().classifier().models().get(0).kernel().spec()
        : options.model.wanted.kernelSpec().text();
  }

  /** The number of components requested; 0 for a share of the variance or without kernel PCA. */
  int askedRank() {
    ClassifyPlan.Learned fitted = first();
    List<KernelPcaModel> models = fitted.classifier().models();
    if (models.isEmpty() || options.model.wanted.variance != null) {
      return 0;
    }
    if (fitted.parameters().get("rank") instanceof Integer chosen) {
      return chosen;
    }
    Integer given = options.model.wanted.rank;
    return given != null
        ? given
        : models.stream().mapToInt(model -> model.report().rankRequested()).max().orElse(0);
  }

  private Map<String, Object> search(ClassifyPlan.Learned fitted) {
    if (fitted.search() == null) {
      return null;
    }
    List<Object> trials = new ArrayList<>();
    for (GridSearch.Trial trial : fitted.search().trials()) {
      Map<String, Object> parameters =
          Json.object("parameters", plan.candidates().get(trial.candidate()).parameters());
      parameters.put("rank", trial.rank() == 0 ? null : trial.rank());
      parameters.put("errors", trial.errors());
      parameters.put("accuracy", trial.accuracies().mean());
      parameters.put("standardDeviation", trial.accuracies().standardDeviation());
      parameters.put("accuracies", trial.accuracies().values());
      trials.add(parameters);
    }
    return Json.object(
        "folds",
        plan.folds(),
        "seed",
        plan.seed(),
        "foldOfRow",
        fitted.splits().assignment(),
        "best",
        fitted.search().best(),
        "trials",
        trials);
  }

  private Map<String, Object> splitsJson() {
    List<Object> each = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      each.add(
          Json.object(
              "accuracy",
              parts.get(p).accuracy(),
              "tested",
              parts.get(p).total(),
              "parameters",
              learned.get(p).parameters(),
              "grid",
              single() ? null : search(learned.get(p))));
    }
    boolean folds = splits.kind().equals("folds");
    return Json.object(
        "kind",
        splits.kind(),
        "seeds",
        splits.seeds(),
        folds ? "foldOfRow" : "testRows",
        splits.assignment(),
        "parts",
        each);
  }
}
