package dev.mercer.app.cli.score;

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
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.MissingPolicy;
import dev.mercer.app.data.ReadingLimits;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.use.novelty.Novelty;
import dev.mercer.use.novelty.NoveltyThresholds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer novelty}: which rows differ from those that a model was fitted to. */
@Command(
    name = "novelty",
    description = "Flag the rows of DATA that are unlike the rows a model was fitted on.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class NoveltyVerb implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to judge.")
  @Reads
  private String data;

  @Mixin private ModelInput model;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description =
          "Where to write t2, spe and flag, by ending: csv, npy, parquet. The flag is 1 where t2 or"
              + " spe is above its threshold.")
  @Writes
  private Path output;

  @Option(
      names = "--quantile",
      paramLabel = "Q",
      description =
          "Thresholds are this quantile of t2 and of spe over the training rows (default: 0.99).")
  private double quantile = 0.99;

  @Option(
      names = "--train",
      paramLabel = "TRAIN",
      description =
          "Take the quantiles over all of these rows, known to be normal (default: over the rows"
              + " the model was fitted on).")
  @Reads
  private String train;

  @Option(
      names = "--novel",
      paramLabel = "a,b",
      split = ",",
      hideParamSyntax = true,
      description =
          "The labels of novel rows, for the areas under the ROC (default: the rarer of two labels).")
  private List<String> novel = List.of();

  @Option(
      names = "--report",
      paramLabel = "FILE.json",
      description = "Also write thresholds, counts and areas under the ROC.")
  @Writes
  private Path report;

  @Option(
      names = "--plot",
      paramLabel = "FILE.svg",
      description = "Also draw spe against t2, both in units of their thresholds.")
  @Writes
  private Path plot;

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  NoveltyVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    NoveltyThresholds.requireQuantile(quantile);
    Outputs.requireTable("--output", output);
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--report", report);
    Outputs.requireEnding("--plot", plot, ".svg");
    Outputs.requireWritable("--plot", plot);
    KernelPcaModel fitted = model.load(common);
    requireKernelPca(fitted);
    Progress progress = common.progress(console);
    Backend.instance(); // loaded here, so that its time is not measured
    try (Workers workers = Workers.of(common.threads())) {
      NoveltyReference reference = reference(fitted, progress, workers);
      MeasuredRows rows =
          MeasuredRows.read(
              options.alignedRequest(data, common), fitted, common.heap(), progress, workers);
      requirePlane(rows.measures());
      NoveltyReference used =
          reference == null
              ? NoveltyReference.ofData(rows.measures(), quantile, fitted.report().noveltyReason())
              : reference;
      NovelLabels known = known(rows);
      Map<String, Object> areas =
          known.reason() == null ? known.areas(rows.measures(), used.thresholds()) : null;
      write(new NoveltyResult(rows, used, known), areas);
    }
    return 0;
  }

  /** Refuses discriminants: their axes have no training variance, so T^2 has no meaning. */
  private void requireKernelPca(KernelPcaModel fitted) {
    String method = fitted.report().method();
    String name = method.contains("(") ? method.substring(0, method.indexOf('(')) : method;
    if (!MethodCatalog.names().contains(name)) {
      throw new IllegalArgumentException(
          model.file
              + " is a model of "
              + name
              + "; novelty needs one of kernel PCA: "
              + String.join(", ", MethodCatalog.names()));
    }
  }

  /** Thresholds from rows known to be normal; null if there is only DATA. */
  private NoveltyReference reference(KernelPcaModel fitted, Progress progress, Workers workers) {
    if (train == null) {
      return NoveltyReference.ofModel(fitted, quantile, workers);
    }
    // The options that choose rows are about DATA; TRAIN is used as a whole.
    DataRequest request =
        DataRequest.of(train)
            .with(options.columnRoles())
            .withMissing(options.policy(MissingPolicy.DROP))
            .with(new ReadingLimits(NativeMemory.forReading(common), common.threads()))
            .withExpected(Models.expectedColumns(fitted));
    try (LoadedRows loaded =
        Loading.load(
            request, "none", fitted.scaling(), Precision.DOUBLE, common.heap(), true, progress)) {
      return NoveltyReference.ofRows(fitted, loaded.rows(), loaded.weights(), quantile, workers);
    }
  }

  private void requirePlane(Novelty.Measures measures) {
    if (plot != null && Arrays.stream(measures.spe()).allMatch(Double::isNaN)) {
      throw new IllegalArgumentException(
          "--plot shows spe, which a model of a precomputed kernel does not have; leave it out");
    }
  }

  /** Which rows are novel according to the labels. */
  private NovelLabels known(MeasuredRows rows) {
    if (rows.labels() == null && !novel.isEmpty()) {
      throw new IllegalArgumentException(
          "--novel needs labels; name their column with --label, or their file with --labels");
    }
    if (rows.labels() == null) {
      return NovelLabels.undecided("DATA have no labels");
    }
    NovelLabels known = NovelLabels.of(rows.labels(), novel);
    if (known.reason() != null && options.label != null) {
      common.say(console, "note: " + known.reason());
    }
    return known;
  }

  private void write(NoveltyResult result, Map<String, Object> areas) throws IOException {
    try (Results results = new Results()) {
      if (plot != null) {
        results.text(plot, result.picture());
      }
      try (TableWriter writer = results.table(output, NoveltyResult.COLUMNS, common)) {
        result.write(writer);
        writer.finish();
      }
      if (report != null) {
        results.text(report, result.json(areas, quantile, common.threads()));
      }
      results.commit();
    }
    if (!common.quiet) {
      result.tell(console);
    }
  }
}
