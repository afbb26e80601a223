package dev.mercer.app.cli.uses;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.Stage;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataException;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.data.write.ScoresWriter;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.app.plot.ScatterPlot;
import dev.mercer.app.report.Summary;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.score.ModelScorer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer discriminant}: a model of the axes that separate the classes of labeled rows. */
@Command(
    name = "discriminant",
    description = "Fit kernel discriminants to labelled DATA and write the model.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class DiscriminantVerb implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description =
          "Labelled rows: a file with --label, builtin:NAME or synthetic:NAME(key=value,...).")
  @Reads
  private String data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL.safetensors",
      description = "Where to write the model, for transform and inspect.")
  @Writes
  private Path output;

  @Option(
      names = "--scores",
      paramLabel = "FILE",
      description = "Also write the scores of DATA: csv, npy or parquet.")
  @Writes
  private Path scores;

  @Option(
      names = "--plot",
      paramLabel = "FILE.svg",
      description = "Also draw DATA by its first two components, classes in color.")
  @Writes
  private Path plot;

  @Option(names = "--report", paramLabel = "FILE.json", description = "Also write the report.")
  @Writes
  private Path report;

  @Mixin private DiscriminantOptions wanted;
  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  DiscriminantVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    wanted.check();
    Outputs.requireEnding("--output", output, ".safetensors");
    Outputs.requireTable("--scores", scores);
    Outputs.requireEnding("--plot", plot, ".svg");
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--scores", scores);
    Outputs.requireWritable("--plot", plot);
    Outputs.requireWritable("--report", report);
    Progress progress = common.progress(console);
    try (LoadedRows loaded =
        Loading.load(
            options.request(data, NativeMemory.forReading(common), common.threads()),
            wanted.scale,
            null,
            Precision.DOUBLE,
            common.heap(),
            false,
            progress)) {
      return fit(loaded, progress);
    }
  }

  private int fit(LoadedRows loaded, Progress progress) throws IOException {
    if (loaded.labels() == null) {
      throw new DataException(
          data
              + " has no labels, which discriminants are about; name their column with --label, or"
              + " their file with --labels");
    }
    common.sayDropped(console, loaded.dropped());
    KernelPcaModel fitted =
        wanted
            .settings(loaded.labels())
            .threads(common.threads())
            .memory(common.heap())
            .featureNames(loaded.featureNames().isEmpty() ? null : loaded.featureNames())
            .progress(progress)
            .fitScaled(loaded.rows(), loaded.weights(), loaded.scaling());
    FitReport full =
        fitted
            .report()
            .withStageBefore(new Stage("read", loaded.rows().bytes(), 0, loaded.seconds()));
    KernelPcaModel complete = fitted.withReport(full);
    try (Results results = new Results()) {
      if (scores != null || plot != null) {
        writeScores(complete, loaded, results);
      }
      if (report != null) {
        results.text(report, full.toJson());
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

  private void writeScores(KernelPcaModel fitted, LoadedRows loaded, Results results)
      throws IOException {
    Matrix values;
    try (Workers workers = Workers.of(common.threads())) {
      values =
          ModelScorer.of(fitted, Precision.DOUBLE, loaded.rows().count(), workers)
              .scoreScaled(loaded.rows());
    }
    if (scores != null) {
      try (TableWriter writer = results.table(scores, ScoresWriter.names(fitted.rank()), common)) {
        writer.write(values.values(), values.rows());
        writer.finish();
      }
    }
    if (plot != null) {
      results.text(plot, picture(fitted, values, loaded.labels()));
    }
  }

  /** With only one component, the second axis is the row number. */
  private static String picture(KernelPcaModel fitted, Matrix values, String[] labels) {
    boolean two = fitted.rank() > 1;
    double[] second = new double[values.rows()];
    for (int i = 0; i < second.length; i++) {
      second[i] = two ? values.get(i, 1) : i;
    }
    return ScatterPlot.titled(
            "Discriminants: " + fitted.report().method(),
            "component 1",
            two ? "component 2" : "row")
        .points(values.column(0), second, labels)
        .svg();
  }
}
