package dev.mercer.evidence.bench.landmarks;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Peer;
import dev.mercer.evidence.bench.Selecting;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.bench.exact.FitTables;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The choice of landmarks by randomly pivoted Cholesky, without a fit, compared with the same
 * algorithm in numpy, in its accelerated and its simple form, and with the known time of its
 * authors' code.
 */
record RpCholeskyCase(String name, BenchData rows, Gaussian kernel, int landmarks)
    implements BenchCase {

  private static final int QUICK_ROWS = 1500;
  private static final int QUICK_LANDMARKS = 100;
  private static final double TARGET = 3;
  // The time of the authors' code on a machine of the same kind, and the trace it left.
  private static final double AUTHORS_SECONDS = 13.1;
  private static final double AUTHORS_RESIDUAL = 25_981;
  // The number of landmarks divided by the number of proposals per block in numpy.
  private static final int BLOCKS = 10;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData slice = setting.slice(rows, QUICK_ROWS);
    int m = setting.quick() ? QUICK_LANDMARKS : landmarks;
    Object peers = setting.peers("numpy", earlier, () -> peers(slice, m, setting));
    BenchCase.say(name + ": Mercer");
    DenseRows loaded = slice.load(setting.data(), Precision.DOUBLE);
    Selecting selecting = new Selecting(loaded, kernel, true, 1);
    RandomlyPivotedCholesky selector = new RandomlyPivotedCholesky();
    Timing<Landmarks> timing = Timing.of(() -> selecting.select(selector, m, 0), setting.quick());
    Timing<double[][]> withFactor =
        Timing.of(() -> selecting.selectWithFeatures(selector, m, 0), setting.quick());
    // Computed in a separate pass over all rows rather than taken from the selector's own account.
    double residual =
        selecting.fit(timing.result().rows(), false).report().certificate().value("residualTrace");
    return Json.object(
        "rows",
        loaded.count(),
        "kernel",
        kernel.spec(),
        "landmarks",
        m,
        "seconds",
        withFactor.seconds(),
        "choiceSeconds",
        timing.seconds(),
        "residualTrace",
        residual,
        "numpy",
        peers);
  }

  private List<Object> peers(BenchData slice, int m, Setting setting) {
    List<Object> runs = new ArrayList<>();
    for (int block : new int[] {Math.max(2, m / BLOCKS), 1}) {
      BenchCase.say(name + ": numpy, " + block + " at a time");
      Map<String, Object> run = Json.object("block", block);
      run.putAll(
          setting
              .sklearn()
              .python()
              .run(
                  "rpcholesky.py",
                  Json.object(
                      "data",
                      slice.json(),
                      "gamma",
                      kernel.gamma(),
                      "landmarks",
                      m,
                      "block",
                      block)));
      runs.add(run);
    }
    return runs;
  }

  private static List<String> own(String what, Map<String, Object> record, String seconds) {
    return List.of(
        what,
        Timing.text(Fields.numbers(record, seconds)),
        Markdown.number(Fields.number(record, "residualTrace")),
        "–",
        "–",
        "–");
  }

  static void append(Markdown page, Map<String, Object> record) {
    double seconds = Timing.median(Fields.numbers(record, "seconds"));
    List<List<String>> table = new ArrayList<>();
    table.add(own("Mercer", record, "seconds"));
    table.add(own("Mercer, the rows without the factor", record, "choiceSeconds"));
    for (Map<String, Object> run : Fields.objects(record, "numpy")) {
      boolean simple = Fields.number(run, "block") == 1;
      String what =
          simple ? "numpy, simple" : "numpy, " + run.get("block") + " proposals at a time";
      if (Peer.failed(run)) {
        table.add(List.of(what, Fields.text(run, "failure"), "–", "–", "–", "–"));
      } else {
        double ratio = Peer.median(run) / seconds;
        table.add(
            List.of(
                what,
                Timing.text(Fields.numbers(run, "seconds")),
                Markdown.number(Fields.number(run, "residualTrace")),
                FitTables.times(ratio),
                "–",
                "–"));
      }
    }
    if (!record.containsKey("quick")) {
      table.add(
          List.of(
              "authors' numpy code, on a like machine, not in this run",
              Timing.text(AUTHORS_SECONDS),
              Markdown.number(AUTHORS_RESIDUAL),
              FitTables.times(AUTHORS_SECONDS / seconds),
              FitTables.times(TARGET),
              Markdown.met(AUTHORS_SECONDS / seconds >= TARGET)));
    }
    page.heading("Randomly pivoted Cholesky alone")
        .paragraph(
            "Choosing "
                + record.get("landmarks")
                + " of "
                + record.get("rows")
                + " MNIST rows, "
                + record.get("kernel")
                + ", without a fit; warm, without reading. The factor F of all rows, K^ = F F', is"
                + " computed on all sides unless said otherwise. The residual is tr(K - K^) with"
                + " tr K = "
                + record.get("rows")
                + "; it differs by the draw.")
        .table(List.of("code", "s", "residual", "Mercer faster", "wanted", "met"), table);
  }
}
