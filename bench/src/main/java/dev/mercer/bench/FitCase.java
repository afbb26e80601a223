package dev.mercer.bench;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.json.Json;
import dev.mercer.kernel.Gaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An exact fit by the library and by every solver of scikit-learn, one after the other.
 *
 * @param rows what is fitted
 * @param target how many times faster than scikit-learn in double
 * @param floatTarget the same in float; 0 where float is not measured
 * @param memory whether the program's peak memory is measured as well
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

  /** Eigenvalues in float may be this far from scikit-learn's. */
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
    List<Object> variants = new ArrayList<>();
    variants.add(library(doubles, Precision.DOUBLE, target, Peer.RIGHT, setting.quick()));
    if (floatTarget > 0) {
      DenseRows floats = slice.load(setting.data(), Precision.FLOAT);
      variants.add(library(floats, Precision.FLOAT, floatTarget, FLOAT_TOLERANCE, setting.quick()));
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

  private Map<String, Object> library(
      DenseRows loaded, Precision precision, double wanted, double tolerance, boolean quick) {
    BenchCase.say(name + ": Mercer in " + precision.text());
    KernelPca settings = KernelPca.with(kernel).rank(rank).precision(precision);
    Timing<KernelPcaModel> timing = Timing.of(() -> settings.fit(loaded), quick);
    KernelPcaModel model = timing.result();
    Map<String, Object> report = Json.parseObject(model.report().toJson());
    return Json.object(
        "precision", precision.text(),
        "seconds", timing.seconds(),
        "eigenvalues", model.eigenvalues(),
        "how", how(report),
        "target", wanted,
        "tolerance", tolerance);
  }

  /** The operator and the solver a fit took. */
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
