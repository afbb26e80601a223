package dev.mercer.evidence.bench.landmarks;

import dev.mercer.Certificate;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.MercerProgram;
import dev.mercer.evidence.bench.Peer;
import dev.mercer.evidence.bench.PythonTurns;
import dev.mercer.evidence.bench.TimedTurns;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.bench.exact.FitTables;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Subset fits with their certificates, and transforms of unseen rows, compared with scikit-learn's
 * pipeline Nystroem + PCA. That pipeline computes the same for uniform landmarks, but without a
 * certificate.
 */
record NystroemCase(
    String name, BenchData rows, BenchData unseen, Gaussian kernel, int landmarks, int rank)
    implements BenchCase {

  private static final int QUICK_ROWS = 1500;
  private static final int QUICK_LANDMARKS = 100;
  private static final int QUICK_RANK = 20;

  /**
   * How many times faster than scikit-learn's uniform landmarks the library should be; 0 if there
   * is no target.
   */
  private record Variant(LandmarkSelector selector, double fitTarget, double transformTarget) {}

  private static final List<Variant> VARIANTS =
      List.of(new Variant(new Uniform(), 4, 2.5), new Variant(new RandomlyPivotedCholesky(), 3, 0));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData slice = setting.slice(rows, QUICK_ROWS);
    BenchData others = setting.slice(unseen, QUICK_ROWS);
    int m = setting.quick() ? QUICK_LANDMARKS : landmarks;
    int r = setting.quick() ? QUICK_RANK : rank;
    DenseRows loaded = slice.load(setting.data(), Precision.DOUBLE);
    DenseRows loadedOthers = others.load(setting.data(), Precision.DOUBLE);
    List<TimedTurns.Own<KernelPcaModel>> fits = new ArrayList<>();
    for (Variant variant : VARIANTS) {
      KernelPca settings =
          KernelPca.with(kernel)
              .rank(r)
              .method(Subset.of(Landmarking.count(m).with(variant.selector())));
      fits.add(new TimedTurns.Own<>(() -> settings.fit(loaded)));
    }
    List<TimedTurns.Own<Matrix>> transforms = new ArrayList<>();
    for (TimedTurns.Own<KernelPcaModel> fit : fits) {
      transforms.add(new TimedTurns.Own<>(() -> fit.result().transform(loadedOthers)));
    }
    Object peers = earlier.getOrDefault("sklearn", List.of());
    double[][] fitSeconds;
    double[][] transformSeconds;
    if (setting.sklearn() == null) {
      BenchCase.say(name + ": Mercer");
      fitSeconds = TimedTurns.take(fits, setting.quick());
      transformSeconds = TimedTurns.take(transforms, setting.quick());
    } else {
      BenchCase.say(name + ": Mercer and scikit-learn in turn");
      try (PythonTurns peer = setting.sklearn().nystroem(slice, kernel, m, r, others)) {
        fitSeconds = TimedTurns.take(fits, peer, setting.quick());
        peer.next();
        transformSeconds = TimedTurns.take(transforms, peer, setting.quick());
        peer.next();
        Map<String, Object> answer = peer.answer();
        answer.put("fitSeconds", fitSeconds[fits.size()]);
        answer.put("transformSeconds", transformSeconds[fits.size()]);
        peers = List.of(answer);
      }
    }
    List<Object> variants = new ArrayList<>();
    for (int v = 0; v < fits.size(); v++) {
      variants.add(
          variant(
              VARIANTS.get(v),
              fits.get(v).result().report().certificate(),
              fitSeconds[v],
              transformSeconds[v]));
    }
    return Json.object(
        "rows",
        loaded.count(),
        "unseen",
        loadedOthers.count(),
        "kernel",
        kernel.spec(),
        "landmarks",
        m,
        "rank",
        r,
        "sklearn",
        peers,
        "mercer",
        variants,
        "process",
        process(slice, m, r, setting));
  }

  private static Map<String, Object> variant(
      Variant variant, Certificate certificate, double[] fits, double[] transforms) {
    Map<String, Object> result =
        Json.object(
            "selector", variant.selector().spec(),
            "fitSeconds", fits,
            "transformSeconds", transforms,
            "fitTarget", variant.fitTarget(),
            "transformTarget", variant.transformTarget());
    for (String value :
        List.of(
            "residualTrace",
            "residualTraceShare",
            "capturedVariance",
            "optimalityGap",
            "optimalityGapEstimate")) {
      result.put(value, certificate.value(value));
    }
    return result;
  }

  private Map<String, Object> process(BenchData slice, int m, int r, Setting setting) {
    BenchCase.say(name + ": ./mercer fit");
    List<String> arguments = new ArrayList<>(slice.arguments(setting.data()));
    arguments.addAll(
        List.of(
            "--kernel",
            kernel.spec(),
            "--rank",
            Integer.toString(r),
            "--method",
            "subset",
            "--landmarks",
            Integer.toString(m)));
    MercerProgram.Run run = setting.program().fit(arguments);
    return Json.object("seconds", run.seconds(), "peakBytes", run.peakBytes());
  }

  static void append(Markdown page, Map<String, Object> record) {
    Map<String, Object> peer = null;
    for (Map<String, Object> run : Fields.objects(record, "sklearn")) {
      peer = Peer.failed(run) ? null : run;
    }
    List<List<String>> speeds = new ArrayList<>();
    List<List<String>> errors = new ArrayList<>();
    for (Map<String, Object> variant : Fields.objects(record, "mercer")) {
      speeds.add(speed("fit", variant, peer));
      speeds.add(speed("transform", variant, peer));
      errors.add(
          List.of(
              "Mercer, " + Fields.text(variant, "selector"),
              Markdown.number(Fields.number(variant, "capturedVariance")),
              Markdown.number(Fields.number(variant, "residualTrace")),
              Markdown.share(Fields.number(variant, "residualTraceShare")),
              Markdown.share(Fields.number(variant, "optimalityGapEstimate")),
              Markdown.share(Fields.number(variant, "optimalityGap"))));
    }
    if (peer != null) {
      errors.add(
          List.of(
              "scikit-learn, PCA " + Fields.text(peer, "pcaSolver"),
              Markdown.number(Fields.number(peer, "capturedVariance")),
              "–",
              "–",
              "–",
              "–"));
    }
    Map<String, Object> process = Fields.object(record, "process");
    page.heading("Subset against scikit-learn's Nystroem + PCA")
        .paragraph(
            Fields.text(record, "rows")
                + " MNIST rows, "
                + record.get("kernel")
                + ", "
                + record.get("landmarks")
                + " landmarks, rank "
                + record.get("rank")
                + "; transform of "
                + record.get("unseen")
                + " unseen rows. Seconds are the median of warm runs (smallest to largest in"
                + " brackets), without reading and start-up, on both sides, which take turns."
                + " Mercer's fits include the choice of landmarks and the certificate;"
                + " scikit-learn's landmarks are uniform.")
        .table(
            List.of("work", "landmarks", "s", "scikit-learn s", "faster", "wanted", "met"), speeds)
        .paragraph(
            "\nHow good these fits are: the variance their components capture (the more, the"
                + " better), what the landmarks leave of the trace, and how much of the best"
                + " possible variance is missed, estimated and at most.")
        .table(
            List.of(
                "fit",
                "captured variance",
                "tr(K - K^)",
                "share of tr K",
                "gap, estimate",
                "gap, bound"),
            errors)
        .paragraph(
            "\nPeak memory of the whole process: `./mercer fit` "
                + Markdown.gigabytes(Fields.number(process, "peakBytes"))
                + " (wall time "
                + Timing.text(Fields.number(process, "seconds"))
                + " s, with start-up, reading and writing)"
                + (peer == null
                    ? "."
                    : ", Python " + Markdown.gigabytes(Fields.number(peer, "peakBytes")) + "."));
  }

  private static List<String> speed(
      String work, Map<String, Object> variant, Map<String, Object> peer) {
    double[] seconds = Fields.numbers(variant, work + "Seconds");
    double[] other = peer == null ? null : Fields.numbers(peer, work + "Seconds");
    double target = Fields.number(variant, work + "Target");
    double ratio = other == null ? Double.NaN : Timing.median(other) / Timing.median(seconds);
    return List.of(
        work,
        Fields.text(variant, "selector"),
        Timing.text(seconds),
        other == null ? "–" : Timing.text(other),
        FitTables.times(ratio),
        target > 0 ? FitTables.times(target) : "–",
        target > 0 ? Markdown.met(ratio >= target) : "–");
  }
}
