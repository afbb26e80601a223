package dev.mercer.evidence.bench.uses;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
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
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.Uniform;
import dev.mercer.use.drive.FeatureDrive;
import dev.mercer.use.drive.ScoreGradients;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The time to compute the gradients of all scores at many images and to average them. */
record DriveSpeedCase(String name, BenchData images, int rows, int landmarks, int rank)
    implements BenchCase {

  private static final int QUICK_ROWS = 60;
  private static final List<String> KERNELS =
      List.of("gaussian(gamma=0.02)", "polynomial(degree=3)", "laplacian-l1(sigma=100)");

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchCase.say(name);
    DenseRows loaded =
        images.first(setting.quick() ? QUICK_ROWS : rows).load(setting.data(), Precision.DOUBLE);
    int m = Math.min(landmarks, loaded.count());
    List<Object> runs = new ArrayList<>();
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      for (String kernel : KERNELS) {
        KernelPcaModel model =
            KernelPca.with(KernelSpec.kernel(kernel))
                .rank(rank)
                .method(
                    MethodCatalog.parse(
                        "subset",
                        new MethodCatalog.Wishes(
                            m, null, null, Uniform.NAME, null, "auto", "auto")))
                .fit(loaded);
        Timing<FeatureDrive> timing =
            Timing.of(
                () -> ScoreGradients.of(model, workers.threads()).drive(loaded, null),
                setting.quick());
        runs.add(Json.object("kernel", kernel, "seconds", timing.seconds()));
      }
    }
    return Json.object(
        "rows", loaded.count(),
        "columns", loaded.columns(),
        "points", m,
        "rank", rank,
        "runs", runs);
  }

  static void append(Markdown page, Map<String, Object> record) {
    double pairs = Fields.number(record, "rows") * Fields.number(record, "points");
    double flops =
        2 * pairs * Fields.number(record, "columns") * (1 + Fields.number(record, "rank"));
    List<List<String>> lines = new ArrayList<>();
    for (Map<String, Object> run : Fields.objects(record, "runs")) {
      double[] seconds = Fields.numbers(run, "seconds");
      lines.add(
          List.of(
              Fields.text(run, "kernel"),
              Timing.text(seconds),
              Markdown.number(flops / Timing.median(seconds) / 1e9)));
    }
    page.heading("Time")
        .paragraph(
            "Gradients of "
                + Fields.text(record, "rank")
                + " scores at "
                + Fields.text(record, "rows")
                + " images of "
                + Fields.text(record, "columns")
                + " pixels, a model of "
                + Fields.text(record, "points")
                + " points, averaged: warm, with making the points ready. The rate counts the"
                + " products of distances and of gradients, 2 d (1 + r) a pair; an L1 kernel has"
                + " no product for its distances.")
        .table(List.of("kernel", "s", "GFLOPS"), lines);
  }
}
