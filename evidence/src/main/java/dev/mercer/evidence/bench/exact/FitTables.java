package dev.mercer.evidence.bench.exact;

import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Peer;
import dev.mercer.evidence.bench.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of {@link FitCase}: fits, all of scikit-learn's solvers, peak memory. */
public final class FitTables {

  /** The wanted peak memory, as a share of scikit-learn's. */
  private static final double MEMORY_TARGET = 1.0 / 3;

  private FitTables() {}

  /**
   * @param records results by the name of their case
   */
  static void append(Markdown page, Map<String, Map<String, Object>> records) {
    List<List<String>> fits = new ArrayList<>();
    List<List<String>> solvers = new ArrayList<>();
    List<List<String>> memory = new ArrayList<>();
    for (Map.Entry<String, Map<String, Object>> entry : records.entrySet()) {
      Map<String, Object> record = entry.getValue();
      Peer peer = Peer.of(record);
      for (Map<String, Object> variant : Fields.objects(record, "mercer")) {
        fits.add(fit(entry.getKey(), record, variant, peer));
      }
      for (Map<String, Object> run : peer.runs()) {
        solvers.add(solver(entry.getKey(), run, peer));
      }
      for (Map<String, Object> process : Fields.objects(record, "processes")) {
        memory.add(process(entry.getKey(), process, peer));
      }
    }
    page.heading("Fits")
        .paragraph(
            "Seconds are the median of warm fits in the library (smallest to largest in brackets),"
                + " without reading and start-up, on both sides, which take turns unless said"
                + " otherwise. scikit-learn is its fastest solver that is right to "
                + Markdown.error(Peer.RIGHT)
                + ". The error is the largest relative difference of an eigenvalue from"
                + " scikit-learn's dense solver, which is run for up to 2,500 rows, or else ARPACK.")
        .table(
            List.of(
                "case",
                "rows",
                "kernel",
                "rank",
                "Mercer",
                "s",
                "scikit-learn",
                "s",
                "faster",
                "wanted",
                "error",
                "allowed",
                "met"),
            fits)
        .heading("All solvers of scikit-learn")
        .paragraph(
            "KernelPCA(kernel=\"rbf\", random_state=0) with these; the rest are its defaults. Each"
                + " runs by itself, before the turns.")
        .table(List.of("case", "solver", "s", "error", "right", "peak memory"), solvers);
    if (!memory.isEmpty()) {
      page.heading("Peak memory")
          .paragraph(
              "Resident size (VmHWM) of the whole process: `./mercer fit` with these options, and"
                  + " Python with the solver counted above. Wall time includes start-up, reading"
                  + " and writing the model.")
          .table(
              List.of(
                  "case",
                  "options",
                  "operator, solver",
                  "wall s",
                  "peak",
                  "scikit-learn's",
                  "share",
                  "wanted",
                  "met"),
              memory);
    }
  }

  private static List<String> fit(
      String name, Map<String, Object> record, Map<String, Object> variant, Peer peer) {
    double[] seconds = Fields.numbers(variant, "seconds");
    double target = Fields.number(variant, "target");
    double tolerance = Fields.number(variant, "tolerance");
    double error = peer.error(Fields.numbers(variant, "eigenvalues"));
    Map<String, Object> best = peer.fastestRight();
    double[] other = Peer.seconds(variant, best);
    double ratio = other == null ? Double.NaN : Timing.median(other) / Timing.median(seconds);
    return List.of(
        name,
        Fields.text(record, "rows") + " x " + Fields.text(record, "columns"),
        Fields.text(record, "kernel"),
        Fields.text(record, "rank"),
        Fields.text(variant, "precision") + ": " + Fields.text(variant, "how"),
        Timing.text(seconds),
        best == null ? "–" : Fields.text(best, "solver"),
        other == null
            ? "–"
            : Timing.text(other) + (variant.containsKey("peerSeconds") ? "" : ", not in turn"),
        times(ratio),
        times(target),
        Markdown.error(error),
        Markdown.error(tolerance),
        Markdown.met(ratio >= target && error <= tolerance));
  }

  private static List<String> solver(String name, Map<String, Object> run, Peer peer) {
    if (Peer.failed(run)) {
      return List.of(name, Fields.text(run, "solver"), Fields.text(run, "failure"), "–", "–", "–");
    }
    return List.of(
        name,
        Fields.text(run, "solver"),
        Timing.text(Fields.numbers(run, "seconds")),
        Markdown.error(peer.error(Fields.numbers(run, "eigenvalues"))),
        peer.right(run) ? "yes" : "no",
        Markdown.gigabytes(Fields.number(run, "peakBytes")));
  }

  private static List<String> process(String name, Map<String, Object> process, Peer peer) {
    double peak = Fields.number(process, "peakBytes");
    Map<String, Object> best = peer.fastestRight();
    double other = best == null ? Double.NaN : Fields.number(best, "peakBytes");
    return List.of(
        name,
        process.get("options").equals("") ? "none" : "`" + process.get("options") + "`",
        Fields.text(process, "how"),
        Timing.text(Fields.number(process, "seconds")),
        Markdown.gigabytes(peak),
        best == null ? "–" : Markdown.gigabytes(other),
        best == null ? "–" : Markdown.percent(peak / other),
        "under " + Markdown.percent(MEMORY_TARGET),
        Markdown.met(peak < MEMORY_TARGET * other));
  }

  public static String times(double ratio) {
    return Double.isNaN(ratio) ? "–" : String.format(Locale.ROOT, "%.1fx", ratio);
  }
}
