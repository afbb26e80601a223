package dev.mercer.bench;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.linalg.Matrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Scores of unseen rows under an exact model, by the library and by scikit-learn. The float variant
 * is that of a user who works in float throughout: rows, model and scoring.
 */
record TransformCase(
    String name,
    BenchData rows,
    BenchData unseen,
    Gaussian kernel,
    int rank,
    double target,
    double floatTarget)
    implements BenchCase {

  private static final int QUICK_ROWS = 1000;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData slice = setting.slice(rows, QUICK_ROWS);
    BenchData others = setting.slice(unseen, QUICK_ROWS);
    List<Object> peers = new ArrayList<>();
    double[] reference = null;
    if (setting.sklearn() != null) {
      BenchCase.say(name + ": scikit-learn");
      Path scores = temporary();
      try {
        Map<String, Object> run = setting.sklearn().transform(slice, kernel, rank, others, scores);
        peers.add(run);
        reference = Peer.failed(run) ? null : doubles(scores);
      } finally {
        delete(scores);
      }
    }
    List<Object> variants = new ArrayList<>();
    for (Precision precision : Precision.values()) {
      variants.add(
          variant(
              slice.load(setting.data(), precision),
              others.load(setting.data(), precision),
              precision,
              reference,
              setting.quick()));
    }
    return Json.object(
        "kernel",
        kernel.spec(),
        "rank",
        rank,
        "sklearn",
        setting.sklearn() == null ? earlier.getOrDefault("sklearn", List.of()) : peers,
        "mercer",
        variants);
  }

  private Map<String, Object> variant(
      DenseRows loaded, DenseRows others, Precision precision, double[] reference, boolean quick) {
    BenchCase.say(name + ": Mercer in " + precision.text());
    KernelPcaModel model = KernelPca.with(kernel).rank(rank).precision(precision).fit(loaded);
    Timing<Matrix> timing = Timing.of(() -> scores(model, others, precision), quick);
    Map<String, Object> result =
        Json.object(
            "precision", precision.text(),
            "points", loaded.count(),
            "rows", others.count(),
            "seconds", timing.seconds(),
            "target", precision == Precision.DOUBLE ? target : floatTarget);
    if (reference != null) {
      result.put("difference", difference(timing.result(), reference));
      result.put("largest", largest(reference));
    }
    return result;
  }

  private static Matrix scores(KernelPcaModel model, DenseRows others, Precision precision) {
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      return model.scorer(precision, others.count(), workers).score(others);
    }
  }

  /** Largest difference of two scores, once each component has the sign of the reference. */
  static double difference(Matrix scores, double[] reference) {
    int rank = scores.columns();
    double worst = 0;
    for (int c = 0; c < rank; c++) {
      double product = 0;
      for (int i = 0; i < scores.rows(); i++) {
        product += scores.get(i, c) * reference[i * rank + c];
      }
      double sign = Math.signum(product);
      for (int i = 0; i < scores.rows(); i++) {
        worst = Math.max(worst, Math.abs(sign * scores.get(i, c) - reference[i * rank + c]));
      }
    }
    return worst;
  }

  private static double largest(double[] values) {
    double result = 0;
    for (double value : values) {
      result = Math.max(result, Math.abs(value));
    }
    return result;
  }

  private static Path temporary() {
    try {
      return Files.createTempFile("mercer-bench", ".scores");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double[] doubles(Path file) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      double[] result = new double[bytes.remaining() / Double.BYTES];
      bytes.asDoubleBuffer().get(result);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    double[] peer = null;
    for (Map<String, Object> run : Fields.objects(record, "sklearn")) {
      peer = Peer.failed(run) ? null : Fields.numbers(run, "seconds");
    }
    for (Map<String, Object> variant : Fields.objects(record, "mercer")) {
      double[] seconds = Fields.numbers(variant, "seconds");
      double target = Fields.number(variant, "target");
      double ratio = peer == null ? Double.NaN : Timing.median(peer) / Timing.median(seconds);
      boolean compared = variant.containsKey("difference");
      table.add(
          List.of(
              Fields.text(variant, "rows") + " rows, " + Fields.text(variant, "points") + " points",
              Fields.text(variant, "precision"),
              Timing.text(seconds),
              peer == null ? "–" : Timing.text(peer),
              FitTables.times(ratio),
              FitTables.times(target),
              compared ? Markdown.error(Fields.number(variant, "difference")) : "–",
              compared ? Markdown.error(Fields.number(variant, "largest")) : "–",
              Markdown.met(ratio >= target)));
    }
    page.heading("Transform of unseen rows")
        .paragraph(
            "Kernel "
                + record.get("kernel")
                + ", rank "
                + record.get("rank")
                + "; warm, without reading. The difference is the largest of any score from"
                + " scikit-learn's, in the units of the scores, beside the largest score.")
        .table(
            List.of(
                "work",
                "Mercer",
                "s",
                "scikit-learn s",
                "faster",
                "wanted",
                "difference",
                "largest score",
                "met"),
            table);
  }
}
