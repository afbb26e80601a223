package dev.mercer.app;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.use.Accuracies;
import dev.mercer.use.ConfusionMatrix;
import dev.mercer.use.GridSearch;
import dev.mercer.use.LabelSets;
import dev.mercer.use.Splits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What classify did and how well it predicts: as JSON and as a person reads it. */
final class ClassifyReport {

  private final ClassifyPlan plan;
  private final ClassifyOptions options;
  private final LoadedRows train;
  private final LabelSets labels;
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
   * One classifier judged on TEST.
   *
   * @param measured null where TEST has no labels
   * @param truth null where it has none
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

  /** One part of TRAIN judged by what was learned without it. */
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

  /** Null where nothing could be compared. */
  ConfusionMatrix confusion() {
    return confusion;
  }

  List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    int asked = askedRank(learned.get(0));
    if (options.landmarksShare != null && asked > 0) {
      int fewest =
          learned.get(0).classifier().models().stream()
              .mapToInt(KernelPcaModel::rank)
              .min()
              .orElse(asked);
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
  private boolean single() {
    return learned.size() == 1;
  }

  /** The mean over the parts where there are several. */
  private double accuracy() {
    return single() ? confusion.accuracy() : accuracies().mean();
  }

  private Accuracies accuracies() {
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
    json.put("parameters", single() ? learned.get(0).parameters() : null);
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
    json.put("grid", single() ? search(learned.get(0)) : null);
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

  /** Of the models: kernel, rank, method, landmarks, as their own reports say. */
  private void putModel(Map<String, Object> json) {
    List<KernelPcaModel> models = learned.get(0).classifier().models();
    KernelPcaModel first = models.isEmpty() ? null : models.get(0);
    boolean one = single(); // else every part has its own
    json.put("kernel", first == null ? null : one ? first.kernel().spec() : kernelText());
    boolean gaussian = one && first != null && first.kernel() instanceof Gaussian;
    json.put("sigma", gaussian ? ((Gaussian) first.kernel()).sigma() : null);
    json.put("gamma", gaussian ? ((Gaussian) first.kernel()).gamma() : null);
    int asked = askedRank(learned.get(0));
    json.put("rank", asked == 0 || !one ? null : asked);
    json.put("ranks", one ? models.stream().mapToInt(KernelPcaModel::rank).toArray() : null);
    json.put("method", first == null ? null : first.report().get("method"));
    json.put("selector", first == null ? null : first.report().get("selector"));
    json.put("landmarksShare", options.landmarksShare);
    boolean landmarks = one && first != null && first.report().get("landmarks") != null;
    json.put(
        "landmarks",
        landmarks
            ? models.stream()
                .mapToInt(model -> ((Number) model.report().get("landmarks")).intValue())
                .toArray()
            : null);
  }

  private String kernelText() {
    return plan.candidates().size() == 1
        ? learned.get(0).classifier().models().get(0).kernel().spec()
        : options.model.wanted.kernelSpec().text();
  }

  /** Components asked for; 0 where a share of the variance was, or there is no kernel PCA. */
  private int askedRank(ClassifyPlan.Learned fitted) {
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

  /** What is printed. */
  String summary() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "train",
        train.rows().count()
            + " x "
            + train.rows().columns()
            + ", "
            + labels.names().size()
            + " classes");
    line(text, "classify", plan.classifier().spec() + model());
    if (single() && learned.get(0).search() != null) {
      line(text, "chosen", chosen());
    }
    if (confusion == null) {
      line(text, "test", testRows + " rows predicted");
      return text.toString();
    }
    line(text, "accuracy", measured());
    return text.append('\n').append(ConfusionText.of(confusion)).toString();
  }

  private String model() {
    List<KernelPcaModel> models = learned.get(0).classifier().models();
    if (models.isEmpty()) {
      return "";
    }
    KernelPcaModel first = models.get(0);
    int asked = askedRank(learned.get(0));
    return ", "
        + (single() ? first.kernel().spec() : kernelText())
        + ", "
        + first.report().get("method")
        + (asked > 0 && (single() || !plan.searches()) ? ", rank " + asked : "")
        + ", centre "
        + options.model.wanted.center;
  }

  private String chosen() {
    Accuracies folds = learned.get(0).search().winner().accuracies();
    String parameters =
        learned.get(0).parameters().entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(", "));
    return parameters
        + String.format(
            Locale.ROOT,
            ": accuracy %.4f, standard deviation %.4f over %d folds of the training rows",
            folds.mean(),
            folds.standardDeviation(),
            plan.folds());
  }

  private String measured() {
    if (single()) {
      return String.format(
          Locale.ROOT,
          "%.4f of %d rows, standard error %.4f (binomial)",
          accuracy(),
          confusion.total(),
          confusion.standardError());
    }
    return String.format(
        Locale.ROOT,
        "%.4f, standard deviation %.4f over %d %s of TRAIN",
        accuracy(),
        accuracies().standardDeviation(),
        parts.size(),
        splits.kind().equals("folds") ? "folds" : "divisions");
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-8s %s%n", name, value));
  }
}
