package dev.mercer.evidence.bench.exact;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.MercerProgram;
import dev.mercer.evidence.bench.Peer;
import dev.mercer.evidence.bench.PythonTurns;
import dev.mercer.evidence.bench.Sklearn;
import dev.mercer.evidence.bench.TimedTurns;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.Gaussian;
import dev.mercer.method.Exact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An exact fit by every solver of scikit-learn, one after the other, and by the library, which
 * alternates with the fastest of these solvers that is right.
 *
 * @param rows the rows to fit
 * @param target how many times faster than scikit-learn the library should be in double
 * @param floatTarget the same in float; 0 if float is not measured
 * @param memory whether the peak memory of the program is measured as well
 */
record FitCase(
    String name,
    BenchData rows,
    Gaussian kernel,
    int rank,
    double target,
    double floatTarget,
    boolean memory)
    implements BenchCase {

  /** Eigenvalues in float may differ from scikit-learn's by this much. */
  private static final double FLOAT_TOLERANCE = 1e-5;

  private static final int QUICK_ROWS = 1500;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchData slice = setting.slice(rows, QUICK_ROWS);
    DenseRows doubles = slice.load(setting.data(), Precision.DOUBLE);
    Map<String, Object> record =
        Json.object(
            "rows", doubles.count(),
            "columns", doubles.columns(),
            "kernel", kernel.spec(),
            "rank", rank,
            "sklearn",
                setting.peers("sklearn", earlier, () -> peer(slice, doubles.count(), setting)));
    Sklearn.Solver best = setting.sklearn() == null ? null : best(record, doubles.count());
    List<Object> variants = new ArrayList<>();
    variants.add(variant(slice, doubles, best, Precision.DOUBLE, setting));
    if (floatTarget > 0) {
      DenseRows floats = slice.load(setting.data(), Precision.FLOAT);
      variants.add(variant(slice, floats, best, Precision.FLOAT, setting));
    }
    record.put("mercer", variants);
    if (memory) {
      record.put("processes", processes(slice, setting));
    }
    return record;
  }

  private List<Object> peer(BenchData slice, int count, Setting setting) {
    List<Object> runs = new ArrayList<>();
    for (Sklearn.Solver solver : Sklearn.solvers(count)) {
      BenchCase.say(name + ": scikit-learn, " + solver.text());
      runs.add(setting.sklearn().fit(slice, kernel, rank, solver));
    }
    return runs;
  }

  /** The solver to compare with; null if none is right. */
  private static Sklearn.Solver best(Map<String, Object> record, int count) {
    Map<String, Object> fastest = Peer.of(record).fastestRight();
    return Sklearn.solvers(count).stream()
        .filter(solver -> fastest != null && solver.text().equals(fastest.get("solver")))
        .findFirst()
        .orElse(null);
  }

  /** The library's fits, which alternate with scikit-learn's if that is run. */
  private Map<String, Object> variant(
      BenchData slice,
      DenseRows loaded,
      Sklearn.Solver best,
      Precision precision,
      Setting setting) {
    KernelPca settings =
        KernelPca.with(kernel).rank(rank).precision(precision).method(Exact.auto());
    TimedTurns.Own<KernelPcaModel> own = new TimedTurns.Own<>(() -> settings.fit(loaded));
    Map<String, Object> result = Json.object("precision", precision.text());
    if (best == null) {
      BenchCase.say(name + ": Mercer in " + precision.text());
      result.put("seconds", TimedTurns.take(List.of(own), setting.quick())[0]);
    } else {
      BenchCase.say(name + ": Mercer in " + precision.text() + " and scikit-learn in turn");
      try (PythonTurns peer = setting.sklearn().fits(slice, kernel, rank, best)) {
        double[][] seconds = TimedTurns.take(List.of(own), peer, setting.quick());
        result.put("seconds", seconds[0]);
        result.put("peerSeconds", seconds[1]);
      }
    }
    boolean single = precision == Precision.FLOAT;
    result.put("eigenvalues", own.result().eigenvalues());
    result.put("how", how(Json.parseObject(own.result().report().toJson())));
    result.put("target", single ? floatTarget : target);
    result.put("tolerance", single ? FLOAT_TOLERANCE : Peer.RIGHT);
    return result;
  }

  /** The operator and the solver that a fit used. */
  static String how(Map<String, Object> report) {
    Map<String, Object> operator = Fields.object(report, "operator");
    return Fields.text(operator, "kind")
        + " "
        + Fields.text(operator, "precision")
        + ", "
        + Fields.text(Fields.object(report, "solver"), "kind");
  }

  private List<Object> processes(BenchData slice, Setting setting) {
    List<Object> result = new ArrayList<>();
    for (List<String> options :
        List.of(List.<String>of(), List.of("--memory", "2500m"), List.of("--precision", "float"))) {
      String text = String.join(" ", options);
      BenchCase.say(name + ": ./mercer fit " + text);
      List<String> arguments = new ArrayList<>(slice.arguments(setting.data()));
      arguments.addAll(List.of("--kernel", kernel.spec(), "--rank", Integer.toString(rank)));
      arguments.addAll(options);
      MercerProgram.Run run = setting.program().fit(arguments);
      result.add(
          Json.object(
              "options", text,
              "seconds", run.seconds(),
              "peakBytes", run.peakBytes(),
              "how", how(run.report())));
    }
    return result;
  }
}
