package dev.mercer.app.cli.fit;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.EngineOptions;
import dev.mercer.app.cli.options.ModelOptions;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.data.RowRange;
import dev.mercer.app.engine.Engine;
import dev.mercer.app.engine.EngineData;
import dev.mercer.app.engine.EngineFit;
import dev.mercer.app.engine.EnginePlan;
import dev.mercer.app.report.Summary;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The commands fit, plan and transform, done by an engine outside this program. */
public final class EngineRun {

  private final EngineOptions engine;
  private final CommonOptions common;
  private final Console console;

  public EngineRun(EngineOptions engine, CommonOptions common, Console console) {
    this.engine = engine;
    this.common = common;
    this.console = console;
  }

  int fit(String data, DataOptions options, ModelOptions model, Path output, Path report)
      throws IOException {
    EngineFit wanted = wanted(model);
    EngineData rows = rows(data, options);
    try (Engine started = engine.start(common)) {
      KernelPcaModel fitted = started.fit(rows, wanted);
      FitReport full = fitted.report();
      try (Results results = new Results()) {
        if (report != null) {
          results.text(report, full.toJson());
        }
        if (output != null) {
          results.model(output, fitted);
        }
        results.commit();
      }
      common.sayNotes(console, full.notes());
      System.out.print(Summary.of(full));
    }
    return 0;
  }

  int plan(String data, DataOptions options, ModelOptions model) throws IOException {
    EngineFit wanted = wanted(model);
    EngineData rows = rows(data, options);
    try (Engine started = engine.start(common)) {
      System.out.print(text(started.plan(rows, wanted)));
    }
    return 0;
  }

  public int transform(
      String data,
      DataOptions options,
      KernelPcaModel model,
      Path output,
      List<String> keep,
      Path report)
      throws IOException {
    EngineData rows = rows(data, options);
    try (Engine started = engine.start(common)) {
      long start = System.nanoTime();
      long count = started.transform(rows, model, output.toString(), keep);
      double seconds = (System.nanoTime() - start) / 1e9;
      common.say(
          console,
          String.format(
              Locale.ROOT, "%d rows in %.3f s, reading and writing included", count, seconds));
      if (report != null) {
        Outputs.writeText(
            report,
            Json.write(
                Json.object(
                    "rows", count, "seconds", seconds, "rank", model.rank(), "engine", "spark")));
      }
    }
    return 0;
  }

  private EngineData rows(String data, DataOptions options) {
    refuse(data.startsWith("builtin:") || data.startsWith("synthetic:"), data);
    refuse(!options.rows.equals(RowRange.ALL), "--rows");
    refuse(!options.classes.isEmpty(), "--classes");
    refuse(options.labels != null, "--labels");
    boolean drop = options.missing.equals("drop");
    if (!drop && !options.missing.equals("error")) {
      throw new IllegalArgumentException(
          "--missing " + options.missing + " is unknown; allowed are error, drop");
    }
    return new EngineData(
        data, options.label, options.columns, options.drop, options.weights, drop);
  }

  private EngineFit wanted(ModelOptions model) {
    boolean subset = model.method.equals("auto") || model.method.equals("subset");
    refuse(!subset, "--method " + model.method + " (subset does)");
    refuse(model.gap != null, "--gap (--tolerance does)");
    refuse(model.landmarkRows != null, "--landmark-rows");
    refuse(model.verify, "--verify");
    refuse(model.precomputed, "--precomputed");
    refuse(!model.wanted.scale.equals("none"), "--scale");
    refuse(!model.wanted.precision.equals("double"), "--precision " + model.wanted.precision);
    refuse(!model.solver.equals("auto"), "--solver");
    refuse(!model.operator.equals("auto") || model.operatorError != null, "--operator");
    if (model.wanted.rank != null && model.wanted.variance != null) {
      throw new IllegalArgumentException(
          "--rank and --variance both say how many components to keep; give only one of them");
    }
    return new EngineFit(
        model.wanted.kernelSpec().text(),
        model.wanted.rank,
        model.wanted.variance,
        model.landmarks,
        model.tolerance,
        model.selector,
        model.wanted.centered(),
        model.wanted.seed);
  }

  private void refuse(boolean given, String what) {
    if (given) {
      throw new IllegalArgumentException(
          what + " does not work with --engine " + engine.engine + "; leave it out");
    }
  }

  private static String text(EnginePlan plan) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "data     %d x %d in %d partitions%n%n%-10s %7s %20s %16s%n",
            plan.rows(),
            plan.columns(),
            plan.partitions(),
            "stage",
            "passes",
            "kernel values",
            "Gflop"));
    for (EnginePlan.Stage stage : plan.stages()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-10s %7d %,20d %,16.1f%n",
              stage.name(),
              stage.passes(),
              stage.kernelValues(),
              stage.flops() / 1e9));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%nmemory   driver %s, broadcast to every executor %s, every task %s%n",
            Bytes.text(plan.driverBytes()),
            Bytes.text(plan.broadcastBytes()),
            Bytes.text(plan.taskBytes())));
    for (String note : plan.notes()) {
      text.append("note: ").append(note).append('\n');
    }
    return text.toString();
  }
}
