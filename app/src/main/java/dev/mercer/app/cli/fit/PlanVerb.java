package dev.mercer.app.cli.fit;

import dev.mercer.Plan;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.EngineOptions;
import dev.mercer.app.cli.options.ModelOptions;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.data.DataShape;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.machine.Rates;
import dev.mercer.data.Precision;
import dev.mercer.internal.access.FitAccess;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer plan}: what fit would do, without doing it. */
@Command(
    name = "plan",
    description = "Show what fit would do: method, memory of each stage, expected time.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class PlanVerb implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "DATA", description = "What would be fitted.")
  private String data;

  @Option(
      names = {"-o", "--output", "--scores", "--report", "--html"},
      hidden = true,
      description = "Accepted as for fit; nothing is written.")
  private String[] ignored;

  @Mixin private ModelOptions model;
  @Mixin private DataOptions options;
  @Mixin private EngineOptions engine;
  @Mixin private CommonOptions common;

  private final Console console;

  PlanVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    model.settings(); // reports errors in the settings before data is read
    if (engine.remote()) {
      return new EngineRun(engine, common, console).plan(data, options, model);
    }
    DataShape shape =
        DataSources.shape(options.request(data, NativeMemory.forReading(common), common.threads()));
    ExpectedRows expected =
        new ExpectedRows(shape.rows(), shape.columns(), model, common.threads(), common.heap());
    boolean inFile = expected.inFile();
    FitPlan plan =
        FitAccess.details(
            !inFile && model.pointsDecide(shape.rows(), shape.columns())
                ? planOfRows()
                : expected.plan());
    Rates rates;
    try (Workers workers = Workers.of(common.threads())) {
      rates = Rates.quickly(plan, workers);
    }
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "data     %d x %d%n", shape.rows(), shape.columns()));
    text.append(
        String.format(
            Locale.ROOT,
            "method   %s, operator %s, solver %s%s%n",
            plan.method(),
            plan.route().operatorName(),
            plan.route().solverName(),
            plan.route().block() > 1 ? " with blocks of " + plan.route().block() : ""));
    text.append(
        String.format(
            Locale.ROOT,
            "%n%-12s %12s %20s %12s%n",
            "stage",
            "memory",
            "kernel values",
            "expected"));
    double total = 0;
    for (FitPlan.Stage stage : plan.stages()) {
      double seconds = rates.seconds(stage, common.threads());
      total += seconds;
      text.append(
          String.format(
              Locale.ROOT,
              "%-12s %12s %,20d %10.1f s%n",
              stage.name(),
              Bytes.text(stage.bytes()),
              stage.kernelEvaluations(),
              seconds));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%-12s %12s %,20d %10.1f s%n%n",
            "all",
            Bytes.text(plan.peakBytes()),
            plan.kernelEvaluations(),
            total));
    text.append("memory allowed for the heap: ").append(Bytes.text(common.heap())).append('\n');
    if (inFile) {
      text.append("note: the rows go to a temporary file of ")
          .append(Bytes.text(expected.bytes()))
          .append('\n');
    }
    for (String note : plan.notes()) {
      text.append("note: ").append(note).append('\n');
    }
    System.out.print(text);
    return 0;
  }

  /** The plan from rows that are read, because their positions decide about fast sums. */
  private Plan planOfRows() {
    try (LoadedRows loaded =
        Loading.load(
            options.request(data, NativeMemory.forReading(common), common.threads()),
            model.wanted.scale,
            null,
            Precision.named(model.wanted.precision),
            common.heap(),
            model.streams(),
            Progress.NONE)) {
      return model
          .settings(Problem.usedRows(loaded.rows().count(), loaded.weights()))
          .threads(common.threads())
          .memory(common.heap())
          .plan(loaded.rows(), loaded.weights());
    }
  }
}
