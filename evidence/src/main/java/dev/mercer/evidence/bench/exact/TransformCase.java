package dev.mercer.evidence.bench.exact;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Peer;
import dev.mercer.evidence.bench.PythonTurns;
import dev.mercer.evidence.bench.TimedTurns;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Exact;
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
 * shows what a user gets who works in float throughout: rows, model and scoring.
 */
public record TransformCase(
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
    List<TimedTurns.Own<Matrix>> ours = new ArrayList<>();
    int points = 0;
    for (Precision precision : Precision.values()) {
      DenseRows loaded = slice.load(setting.data(), precision);
      DenseRows loadedOthers = others.load(setting.data(), precision);
      points = loaded.count();
      BenchCase.say(name + ": Mercer's model in " + precision.text());
      KernelPcaModel model =
          KernelPca.with(kernel).rank(rank).precision(precision).method(Exact.auto()).fit(loaded);
      ours.add(new TimedTurns.Own<>(() -> scores(model, loadedOthers, precision)));
    }
    Object peers = earlier.getOrDefault("sklearn", List.of());
    double[] reference = null;
    double[][] seconds;
    if (setting.sklearn() == null) {
      BenchCase.say(name + ": Mercer");
      seconds = TimedTurns.take(ours, setting.quick());
    } else {
      BenchCase.say(name + ": Mercer and scikit-learn in turn");
      Path scores = temporary();
      try (PythonTurns peer = setting.sklearn().transforms(slice, kernel, rank, others, scores)) {
        seconds = TimedTurns.take(ours, peer, setting.quick());
        peer.next();
        Map<String, Object> answer = peer.answer();
        answer.put("seconds", seconds[ours.size()]);
        peers = List.of(answer);
        reference = doubles(scores);
      } finally {
        delete(scores);
      }
    }
    List<Object> variants = new ArrayList<>();
    for (Precision precision : Precision.values()) {
      int v = precision.ordinal();
      variants.add(variant(precision, ours.get(v).result(), seconds[v], points, reference));
    }
    return Json.object(
        "kernel",
        kernel.spec(),
        "rank",
        rank,
        "turns",
        setting.sklearn() != null,
        "sklearn",
        peers,
        "mercer",
        variants);
  }

  private Map<String, Object> variant(
      Precision precision, Matrix scores, double[] seconds, int points, double[] reference) {
    Map<String, Object> result =
        Json.object(
            "precision",
            precision.text(),
            "points",
            points,
            "rows",
            scores.rows(),
            "seconds",
            seconds,
            "target",
            precision == Precision.DOUBLE ? target : floatTarget);
    if (reference != null) {
      result.put("difference", difference(scores, reference));
      result.put("largest", largest(reference));
    }
    return result;
  }

  private static Matrix scores(KernelPcaModel model, DenseRows others, Precision precision) {
    try (Workers workers = Workers.of(Runtime.getRuntime().availableProcessors())) {
      return ModelScorer.of(model, precision, others.count(), workers).score(others);
    }
  }

  /** Largest difference of two scores, after each component was given the sign of the reference. */
  public static double difference(Matrix scores, double[] reference) {
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
                + "; warm, without reading, "
                + (Boolean.TRUE.equals(record.get("turns")) ? "in turn" : "one after the other")
                + ". The difference is the largest of any score from"
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
