package dev.mercer.app.cli.score;

import dev.mercer.Comparison;
import dev.mercer.Evaluation;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.ModelInput;
import dev.mercer.app.cli.options.Models;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.method.Exact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer evaluate}: how well a model represents rows, computed from the definitions. */
@Command(
    name = "evaluate",
    description = "Measure the reconstruction error of a model on DATA.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class EvaluateVerb implements Callable<Integer> {

  /** Entries that need an exact model to compare with, and are null without one. */
  private static final List<String> COMPARED =
      List.of(
          "exactError",
          "normalizedError",
          "operatorDistance",
          "operatorDistanceSquaredPerRank",
          "embeddingDifference",
          "eigenvalueDifference",
          "shareKept");

  /** Entries that are null, with a reason, for a kernel that may be indefinite. */
  private static final List<String> NO_MEANING =
      List.of(
          "empiricalError",
          "exactError",
          "normalizedError",
          "operatorDistance",
          "operatorDistanceSquaredPerRank");

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to evaluate on.")
  @Reads
  private String data;

  @Mixin private ModelInput model;

  @Option(
      names = "--train",
      paramLabel = "TRAIN",
      description = "Centre by the mean feature of these rows (default: the model's own centre).")
  @Reads
  private String train;

  @Option(
      names = "--exact",
      description = "Also fit an exact model of TRAIN (default: DATA) and compare with it.")
  private boolean exact;

  @Option(names = "--report", paramLabel = "FILE.json", description = "Also write the result.")
  @Writes
  private Path report;

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  EvaluateVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Outputs.requireWritable("--report", report);
    KernelPcaModel fitted = model.load(common);
    Progress progress = common.progress(console);
    LoadedRows rows = load(data, fitted, progress);
    LoadedRows training = train == null ? null : load(train, fitted, progress);
    Map<String, Object> result = Json.object();
    try (Workers workers = Workers.of(common.threads())) {
      progress.stage("evaluate", 0);
      Evaluation evaluation = new Evaluation(fitted, workers.threads());
      boolean definite = fitted.kernel().positiveSemidefinite();
      double error = definite ? error(evaluation, rows, training) : Double.NaN;
      result.put("empiricalError", error);
      for (String name : COMPARED) {
        result.put(name, null);
      }
      progress.done();
      if (exact) {
        compare(fitted, evaluation, rows, training, error, result, workers, progress);
      }
      Indefinite.explain(result, fitted.kernel(), NO_MEANING);
    }
    String json = Json.write(result);
    if (report != null) {
      Outputs.writeText(report, json);
    }
    System.out.println(json);
    return 0;
  }

  private LoadedRows load(String source, KernelPcaModel fitted, Progress progress) {
    DataRequest request =
        options
            .request(source, NativeMemory.forReading(common), common.threads())
            .withExpected(Models.expectedColumns(fitted));
    return Loading.load(
        request, "none", fitted.scaling(), Precision.DOUBLE, common.heap(), false, progress);
  }

  private static double error(Evaluation evaluation, LoadedRows rows, LoadedRows training) {
    return training == null
        ? evaluation.error(rows.rows(), rows.weights())
        : evaluation.error(rows.rows(), rows.weights(), training.rows(), training.weights());
  }

  private void compare(
      KernelPcaModel fitted,
      Evaluation evaluation,
      LoadedRows rows,
      LoadedRows training,
      double error,
      Map<String, Object> result,
      Workers workers,
      Progress progress) {
    LoadedRows base = training == null ? rows : training;
    KernelPcaModel best =
        KernelPca.with(fitted.kernel())
            .rank(Math.min(fitted.rank(), base.used()))
            .center(fitted.centered())
            .method(Exact.auto())
            .novelty(false)
            .threads(common.threads())
            .memory(common.heap())
            .progress(progress)
            .fitScaled(base.rows(), base.weights(), null);
    if (fitted.kernel().positiveSemidefinite()) {
      Evaluation evaluationOfBest = new Evaluation(best, workers.threads());
      double exactError = error(evaluationOfBest, rows, training);
      double distance = evaluation.operatorDistance(evaluationOfBest);
      result.put("exactError", exactError);
      result.put("normalizedError", exactError > 0 ? error / exactError : null);
      result.put("operatorDistance", distance);
      result.put("operatorDistanceSquaredPerRank", distance * distance / fitted.rank());
    }
    result.put(
        "embeddingDifference",
        Comparison.embeddingDifference(scores(best, rows, workers), scores(fitted, rows, workers)));
    result.put("eigenvalueDifference", Comparison.eigenvalueDifference(best, fitted));
    result.put("shareKept", (double) fitted.coefficients().rows() / base.rows().count());
  }

  private static Matrix scores(KernelPcaModel model, LoadedRows rows, Workers workers) {
    return ModelScorer.of(model, Precision.DOUBLE, rows.rows().count(), workers)
        .scoreScaled(rows.rows());
  }
}
