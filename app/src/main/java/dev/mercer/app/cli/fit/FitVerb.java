package dev.mercer.app.cli.fit;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.Stage;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.EngineOptions;
import dev.mercer.app.cli.options.ModelOptions;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.data.write.ScoresWriter;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.app.report.FitPage;
import dev.mercer.app.report.Summary;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.rows.RowSlice;
import dev.mercer.internal.score.ModelScorer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer fit}: reads rows; writes a model, scores and a report. */
@Command(
    name = "fit",
    description = "Fit kernel PCA to DATA and write the model.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class FitVerb implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description = "What to fit: a file, a glob, builtin:NAME or synthetic:NAME(key=value,...).")
  @Reads
  private String data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL.safetensors",
      description = "Where to write the model.")
  @Writes
  private Path output;

  @Option(
      names = "--scores",
      paramLabel = "FILE",
      description = "Also write the scores of DATA: csv, npy or parquet.")
  @Writes
  private Path scores;

  @Option(names = "--report", paramLabel = "FILE.json", description = "Also write the report.")
  @Writes
  private Path report;

  @Option(names = "--html", paramLabel = "FILE", description = "Also write a page to look at.")
  @Writes
  private Path html;

  private static final int SCORES_AT_ONCE = 1 << 14;

  @Mixin private ModelOptions model;
  @Mixin private DataOptions options;
  @Mixin private EngineOptions engine;
  @Mixin private CommonOptions common;

  private final Console console;

  FitVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    model.settings(); // reports errors in the settings before data is read
    Outputs.requireEnding("--output", output, ".safetensors");
    Outputs.requireTable("--scores", scores);
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--scores", scores);
    Outputs.requireWritable("--report", report);
    Outputs.requireEnding("--html", html, ".html", ".htm");
    Outputs.requireWritable("--html", html);
    if (engine.remote()) {
      if (scores != null || html != null) {
        throw new IllegalArgumentException(
            "--scores and --html do not work with --engine "
                + engine.engine
                + "; write the model and use mercer transform");
      }
      return new EngineRun(engine, common, console).fit(data, options, model, output, report);
    }
    Progress progress = common.progress(console);
    Precision precision = Precision.named(model.wanted.precision);
    long heap = common.heap();
    try (LoadedRows loaded =
        Loading.load(
            options.request(data, NativeMemory.forReading(common), common.threads()),
            model.wanted.scale,
            null,
            precision,
            heap,
            model.streams(),
            progress,
            (rows, columns) ->
                new ExpectedRows(rows, columns, model, common.threads(), heap).requirePossible())) {
      return fit(loaded, heap, precision, progress);
    }
  }

  private int fit(LoadedRows loaded, long heap, Precision precision, Progress progress)
      throws IOException {
    common.sayDropped(console, loaded.dropped());
    KernelPcaModel fitted =
        model
            .settings(loaded.used())
            .threads(common.threads())
            .memory(heap)
            .featureNames(loaded.featureNames().isEmpty() ? null : loaded.featureNames())
            .progress(progress)
            .fitScaled(loaded.rows(), loaded.weights(), loaded.scaling());
    FitReport full =
        fitted
            .report()
            .withStageBefore(new Stage("read", loaded.rows().bytes(), 0, loaded.seconds()));
    KernelPcaModel complete = fitted.withReport(full);
    try (Results results = new Results()) {
      if (scores != null) {
        writeScores(complete, loaded, precision, results);
      }
      if (report != null) {
        results.text(report, full.toJson());
      }
      if (html != null) {
        progress.stage("page", 0);
        try (Workers workers = Workers.of(common.threads())) {
          results.text(html, FitPage.of(data, complete, loaded, workers).stripTrailing());
        }
        progress.done();
      }
      if (output != null) {
        results.model(output, complete);
      }
      results.commit();
    }
    common.sayNotes(console, full.notes());
    System.out.print(Summary.of(full));
    return 0;
  }

  private void writeScores(
      KernelPcaModel fitted, LoadedRows loaded, Precision precision, Results results)
      throws IOException {
    try (Workers workers = Workers.of(common.threads());
        TableWriter writer = results.table(scores, ScoresWriter.names(fitted.rank()), common)) {
      Rows rows = loaded.rows();
      ModelScorer scorer = ModelScorer.of(fitted, precision, rows.count(), workers);
      int step = ModelScorer.rowsAtOnce(fitted, SCORES_AT_ONCE);
      for (int first = 0; first < rows.count(); first += step) {
        int count = Math.min(step, rows.count() - first);
        Matrix values = scorer.scoreScaled(new RowSlice(rows, first, count), first);
        writer.write(values.values(), count);
      }
      writer.finish();
    }
  }
}
