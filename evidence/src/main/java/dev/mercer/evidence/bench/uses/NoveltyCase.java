package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.reproduce.Spread;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.rows.RowDraw;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Method;
import dev.mercer.use.classify.ClassLabels;
import dev.mercer.use.novelty.Novelty;
import dev.mercer.use.novelty.NoveltyThresholds;
import dev.mercer.use.novelty.Roc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Novelty detection. The classes are treated as the normal one, one after the other: a model of
 * half of the rows of that class, drawn with a seed and limited in number, judges all other rows.
 * The result is how well T^2, SPE and both together separate the rest of the class from the other
 * classes, and how many rows of either the thresholds flag.
 *
 * @param normal the classes to treat as normal; empty for all
 * @param scale the scaling of the columns, learned from the training rows
 */
record NoveltyCase(
    String name, BenchData rows, List<String> normal, String scale, int rank, int landmarks)
    implements BenchCase {

  private static final int QUICK_ROWS = 2000;
  private static final int MOST_TRAINING = 5000;
  private static final double QUANTILE = 0.99;
  private static final int QUICK_CLASSES = 2;

  /** A model to try: its kernel, method and number of components. */
  private record Tried(String kernel, String method, int rank) {}

  private List<Tried> tried(int columns) {
    String kernel = "gaussian(sigma=auto)";
    List<Tried> result = new ArrayList<>();
    for (int linear : new int[] {columns / 4, columns / 2, 3 * columns / 4}) {
      result.add(new Tried("linear", "exact", linear));
    }
    for (String method : List.of("exact", "subset", "reduced", "nystrom", "random-features")) {
      result.add(new Tried(kernel, method, rank));
    }
    return result;
  }

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData wanted = setting.slice(rows, QUICK_ROWS);
    DenseRows loaded = wanted.load(setting.data(), Precision.DOUBLE);
    ClassLabels labels = ClassLabels.of(wanted.loadLabels(setting.data()));
    List<String> classes = normal.isEmpty() ? labels.names() : normal;
    if (setting.quick()) {
      classes = classes.subList(0, Math.min(QUICK_CLASSES, classes.size()));
    }
    List<Object> models = new ArrayList<>();
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      for (Tried tried : tried(loaded.columns())) {
        BenchCase.say(name + ": " + tried);
        List<Object> runs = new ArrayList<>();
        for (String own : classes) {
          runs.add(run(tried, loaded, labels, labels.names().indexOf(own), workers));
        }
        models.add(
            Json.object(
                "kernel", tried.kernel(),
                "method", tried.method(),
                "rank", tried.rank(),
                "runs", runs));
      }
    }
    return Json.object(
        "data", rows.file(),
        "rows", loaded.count(),
        "columns", loaded.columns(),
        "classes", classes,
        "scale", scale,
        "landmarks", landmarks,
        "quantile", QUANTILE,
        "models", models);
  }

  private Map<String, Object> run(
      Tried tried, DenseRows loaded, ClassLabels labels, int own, Workers workers) {
    int[] members = labels.rowsOf(own);
    int[] training =
        RowDraw.from(
            members.clone(),
            Math.min(MOST_TRAINING, members.length / 2),
            new SplittableRandom(own));
    boolean[] trained = new boolean[loaded.count()];
    for (int row : training) {
      trained[row] = true;
    }
    int[] others = IntStream.range(0, loaded.count()).filter(i -> !trained[i]).toArray();
    Rows train = DenseRows.copyOf(loaded.select(training));
    KernelPcaModel model =
        KernelPca.with(KernelSpec.parse(tried.kernel()))
            .rank(tried.rank())
            .method(method(tried.method(), training.length))
            .scaling(scale)
            .fit(train);
    Novelty novelty = Novelty.of(model, others.length, workers.threads());
    NoveltyThresholds thresholds = NoveltyThresholds.of(novelty.measure(train), null, QUANTILE);
    long start = System.nanoTime();
    Novelty.Measures judged = novelty.measure(DenseRows.copyOf(loaded.select(others)));
    double seconds = Timing.since(start);
    boolean[] novel = new boolean[others.length];
    double[] both = new double[others.length];
    int flagged = 0;
    int alarms = 0;
    int all = 0;
    for (int i = 0; i < others.length; i++) {
      novel[i] = labels.code(others[i]) != own;
      both[i] = thresholds.combined(judged.t2()[i], judged.spe()[i]);
      boolean flag = thresholds.novel(judged.t2()[i], judged.spe()[i]);
      all += novel[i] ? 1 : 0;
      flagged += novel[i] && flag ? 1 : 0;
      alarms += !novel[i] && flag ? 1 : 0;
    }
    return Json.object(
        "normal",
        labels.names().get(own),
        "training",
        training.length,
        "judged",
        others.length,
        "t2",
        Roc.area(judged.t2(), novel),
        "spe",
        Roc.area(judged.spe(), novel),
        "combined",
        Roc.area(both, novel),
        "found",
        (double) flagged / all,
        "falseAlarms",
        (double) alarms / (others.length - all),
        "fitSeconds",
        model.report().seconds(),
        "seconds",
        seconds);
  }

  private Method method(String text, int training) {
    boolean counted = !text.equals("exact");
    return MethodCatalog.parse(
        text,
        new MethodCatalog.Wishes(
            counted ? Integer.valueOf(Math.min(landmarks, training)) : null,
            null,
            null,
            MethodCatalog.selects(text) ? "uniform" : null,
            null,
            "auto",
            "auto"));
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> model : Fields.objects(record, "models")) {
      List<Map<String, Object>> runs = Fields.objects(model, "runs");
      table.add(
          List.of(
              "`" + model.get("kernel") + "`",
              Fields.text(model, "method"),
              Fields.text(model, "rank"),
              area(runs, "t2"),
              area(runs, "spe"),
              area(runs, "combined"),
              share(runs, "found"),
              share(runs, "falseAlarms"),
              Timing.text(average(runs, "fitSeconds")),
              Timing.text(average(runs, "seconds"))));
    }
    List<?> classes = (List<?>) record.get("classes");
    Map<String, Object> first = Fields.objects(record, "models").get(0);
    double training = average(Fields.objects(first, "runs"), "training");
    page.heading("Novelty on " + record.get("data"))
        .paragraph(
            record.get("rows")
                + " x "
                + record.get("columns")
                + ", scale "
                + record.get("scale")
                + "; normal "
                + (classes.size() == 1
                    ? "is class " + classes.get(0)
                    : "is each of the classes " + classes + " in turn")
                + ". A model of half of its rows, at most "
                + String.format(Locale.ROOT, "%,d", MOST_TRAINING)
                + String.format(Locale.ROOT, " (%,.0f", training)
                + (classes.size() == 1 ? ")" : " on average)")
                + ", judges all others. Areas under the ROC: mean"
                + (classes.size() == 1 ? "" : " (smallest to largest)")
                + ". Thresholds: the quantile "
                + record.get("quantile")
                + " of the training rows; found and false alarms are the shares of novel and of"
                + " normal rows flagged by them. Landmarks, or random features: "
                + record.get("landmarks")
                + ". Times are of single runs in a warm machine.")
        .table(
            List.of(
                "kernel",
                "method",
                "rank",
                "T²",
                "SPE",
                "both",
                "found",
                "false alarms",
                "fit s",
                "judge s"),
            table);
  }

  private static String area(List<Map<String, Object>> runs, String name) {
    double[] values = runs.stream().mapToDouble(run -> Fields.number(run, name)).toArray();
    String mean = String.format(Locale.ROOT, "%.3f", Spread.of(values).mean());
    return values.length == 1
        ? mean
        : mean
            + String.format(
                Locale.ROOT,
                " (%.3f to %.3f)",
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow());
  }

  private static String share(List<Map<String, Object>> runs, String name) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * average(runs, name));
  }

  private static double average(List<Map<String, Object>> runs, String name) {
    return runs.stream().mapToDouble(run -> Fields.number(run, name)).average().orElseThrow();
  }
}
