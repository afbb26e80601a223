package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.use.preimage.Preimages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Pre-images of unseen rows by every method under several kinds of models: how far their features
 * are from the projections, how far they are from the rows, how many failed, and how long it took.
 *
 * @param models the methods of fitting
 * @param landmarks the number of landmarks, for models that have them
 * @param seconds the time allowed for the default method; 0 if there is no target
 */
record PreimageCase(
    String name,
    BenchData rows,
    BenchData unseen,
    Gaussian kernel,
    List<String> models,
    int landmarks,
    int rank,
    double seconds)
    implements BenchCase {

  static final BenchPage PAGE =
      new BenchPage(
          "preimages",
          "Pre-images: how close, how fast",
          "evidence/uses preimages",
          List.of(
              new PreimageCase(
                  "preimage-mnist",
                  BenchData.mnist("train"),
                  BenchData.mnist("t10k"),
                  Gaussian.gamma(0.02),
                  List.of("subset"),
                  1000,
                  100,
                  30),
              new PreimageCase(
                  "preimage-models",
                  BenchData.mnist("train").first(3000),
                  BenchData.mnist("t10k").first(1000),
                  Gaussian.gamma(0.02),
                  List.of("exact", "subset", "reduced", "nystrom"),
                  300,
                  50,
                  0)),
          PreimageCase::append);

  private static final int QUICK_ROWS = 300;
  private static final int QUICK_LANDMARKS = 60;
  private static final int QUICK_RANK = 20;
  private static final List<String> METHODS = List.of("auto", "mika", "kwok-tsang", "ridge");

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    DenseRows train = setting.slice(rows, QUICK_ROWS).load(setting.data(), Precision.DOUBLE);
    DenseRows others = setting.slice(unseen, QUICK_ROWS).load(setting.data(), Precision.DOUBLE);
    int m = setting.quick() ? QUICK_LANDMARKS : landmarks;
    int r = setting.quick() ? QUICK_RANK : rank;
    List<Object> runs = new ArrayList<>();
    for (String method : models) {
      BenchCase.say(name + ": " + method);
      KernelPcaModel model = fit(train, method, m, r);
      for (String preimage : METHODS) {
        runs.add(run(model, method, preimage, others, setting.quick()));
      }
    }
    return Json.object(
        "rows", train.count(),
        "unseen", others.count(),
        "kernel", kernel.spec(),
        "landmarks", m,
        "rank", r,
        "target", seconds,
        "runs", runs);
  }

  private KernelPcaModel fit(DenseRows train, String method, int landmarks, int rank) {
    Integer count = method.equals("exact") ? null : landmarks;
    MethodCatalog.Wishes wishes =
        new MethodCatalog.Wishes(count, null, null, null, null, "auto", "auto");
    return KernelPca.with(kernel)
        .rank(rank)
        .seed(1)
        .method(MethodCatalog.parse(method, wishes))
        .fit(train);
  }

  private static Map<String, Object> run(
      KernelPcaModel model, String method, String preimage, DenseRows others, boolean quick) {
    BenchCase.say("  " + preimage);
    Timing<Preimages.Result> timing = Timing.of(() -> find(model, preimage, others), quick);
    Preimages.Result result = timing.result();
    double distance = 0;
    for (double one : result.featureDistances()) {
      distance += one / others.count();
    }
    return Json.object(
        "model",
        method,
        "preimage",
        preimage,
        "featureDistance",
        distance,
        "inputError",
        inputError(result, others),
        "failures",
        result.failures(),
        "looks",
        (double) result.looks() / others.count(),
        "seconds",
        timing.seconds());
  }

  /**
   * Finds all pre-images for a model, including the preparation that does not depend on the rows.
   */
  private static Preimages.Result find(KernelPcaModel model, String preimage, DenseRows others) {
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      return Preimages.of(model, preimage, workers.threads()).of(others);
    }
  }

  /** Mean squared distance of the pre-images from the rows, per value. */
  private static double inputError(Preimages.Result result, DenseRows others) {
    double[] row = new double[others.columns()];
    double sum = 0;
    for (int i = 0; i < others.count(); i++) {
      others.copy(i, 1, row, 0);
      for (int c = 0; c < row.length; c++) {
        double difference = result.points().get(i, c) - row[c];
        sum += difference * difference;
      }
    }
    return sum / others.count() / others.columns();
  }

  private static void append(Markdown page, Map<String, Map<String, Object>> records) {
    BenchPage.section(page, records, "preimage-mnist", PreimageCase::appendSpeed);
    BenchPage.section(page, records, "preimage-models", PreimageCase::appendModels);
  }

  private static void appendSpeed(Markdown page, Map<String, Object> record) {
    page.heading("All MNIST test images").paragraph(setting(record));
    table(page, record, Fields.number(record, "target"));
  }

  private static void appendModels(Markdown page, Map<String, Object> record) {
    page.heading("Under other models").paragraph(setting(record));
    table(page, record, 0);
  }

  private static String setting(Map<String, Object> record) {
    return "Models of "
        + record.get("rows")
        + " MNIST training images (pixels from 0 to 1), kernel "
        + record.get("kernel")
        + ", rank "
        + record.get("rank")
        + ", "
        + record.get("landmarks")
        + " uniform landmarks where the method has any; pre-images of the projections of "
        + record.get("unseen")
        + " test images. Feature distance: mean of |phi(z) - P phi(x)|. Input error: mean of"
        + " (z - x)^2, a pixel. Looks: candidates the fixed point looked at, a row. Seconds: from"
        + " the model to all pre-images, warm, without reading.";
  }

  private static void table(Markdown page, Map<String, Object> record, double target) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double[] seconds = Fields.numbers(run, "seconds");
      boolean asked = target > 0 && Fields.text(run, "preimage").equals("auto");
      table.add(
          List.of(
              Fields.text(run, "model"),
              Fields.text(run, "preimage"),
              String.format(Locale.ROOT, "%.4f", Fields.number(run, "featureDistance")),
              String.format(Locale.ROOT, "%.5f", Fields.number(run, "inputError")),
              Fields.text(run, "failures"),
              String.format(Locale.ROOT, "%.1f", Fields.number(run, "looks")),
              Timing.text(seconds),
              asked ? "under " + Timing.text(target) + " s" : "–",
              asked ? Markdown.met(Timing.median(seconds) < target) : "–"));
    }
    page.table(
        List.of(
            "model",
            "pre-image",
            "feature distance",
            "input error",
            "failures",
            "looks",
            "s",
            "wanted",
            "met"),
        table);
  }
}
