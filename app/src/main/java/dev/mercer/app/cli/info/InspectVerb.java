package dev.mercer.app.cli.info;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.console.Visible;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.Models;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.report.FeatureDriveView;
import dev.mercer.app.report.Summary;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.use.drive.ScoreGradients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer inspect}: the report stored in a model, and the features that drive it. */
@Command(
    name = "inspect",
    description = "Show the report stored in a model, and what drives each component.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class InspectVerb implements Callable<Integer> {

  /** These options have an effect only together with --features. */
  private static final List<String> ABOUT_FEATURES =
      List.of("--data", "--sample", "--top", "--sheet");

  @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
  @Reads
  private Path model;

  @Option(names = "--json", description = "The report as it is, as JSON.")
  private boolean json;

  @Option(
      names = "--features",
      description =
          "Also say which features drive each component: gradients of the scores, averaged over the"
              + " points of the model.")
  private boolean features;

  @Option(
      names = "--data",
      paramLabel = "DATA",
      description = "With --features: average over these rows instead.")
  @Reads
  private String data;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "With --features: average over at most so many rows (default: 1000).")
  private int sample = 1000;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "With --features: show so many features a component (default: 6).")
  private int top = 6;

  @Option(
      names = "--sheet",
      paramLabel = "FILE.png",
      description = "With --features of square images: also draw what drives each component.")
  @Writes
  private Path sheet;

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  @CommandLine.Spec private CommandSpec command;

  private final Console console;

  InspectVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    requireSense();
    KernelPcaModel fitted = Models.load(model, common);
    FeatureDriveView drive = features ? drive(fitted) : null;
    if (sheet != null) {
      drive.writeSheet(sheet);
    }
    if (json) {
      print(fitted, drive);
      return 0;
    }
    System.out.print(Summary.of(fitted.report()));
    System.out.println(
        "model    "
            + fitted.coefficients().rows()
            + (fitted.frequencies() != null ? " random features, " : " points, ")
            + (fitted.scaling() == null ? "not scaled" : "scaled " + fitted.scaling().kind())
            + (fitted.featureNames() == null
                ? ""
                : ", features " + preview(Visible.line(String.join(", ", fitted.featureNames())))));
    for (String note : fitted.report().notes()) {
      System.out.println("note     " + Visible.line(note));
    }
    if (drive != null) {
      System.out.print(drive.text(top));
    }
    return 0;
  }

  private static void print(KernelPcaModel fitted, FeatureDriveView drive) {
    if (drive == null) {
      System.out.println(fitted.report().toJson());
      return;
    }
    // "features" is already the number of features in every report.
    Map<String, Object> all = Json.parseObject(fitted.report().toJson());
    all.put("featureDrive", drive.json());
    System.out.println(Json.write(all));
  }

  /** Refuses options that would have no effect. */
  private void requireSense() throws IOException {
    for (String name : ABOUT_FEATURES) {
      if (!features && given(name)) {
        throw new IllegalArgumentException(
            name + " is about what drives a component; add --features");
      }
    }
    for (OptionSpec option : command.mixins().get("options").options()) {
      if (data == null && given(option.longestName())) {
        throw new IllegalArgumentException(
            option.longestName() + " is about rows to average over; name them with --data DATA");
      }
    }
    if (sample < 1) {
      throw new IllegalArgumentException("--sample " + sample + "; at least 1 row is needed");
    }
    if (top < 1) {
      throw new IllegalArgumentException("--top " + top + "; at least 1 feature is shown");
    }
    Outputs.requireEnding("--sheet", sheet, ".png");
    Outputs.requireWritable("--sheet", sheet);
  }

  private boolean given(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  private FeatureDriveView drive(KernelPcaModel fitted) {
    if (sheet != null) {
      FeatureDriveView.sideOf(fitted.columns());
    }
    Progress progress = common.progress(console);
    try (Workers workers = Workers.of(common.threads())) {
      ScoreGradients gradients = ScoreGradients.of(fitted, workers.threads());
      if (data == null) {
        return FeatureDriveView.atPoints(fitted, gradients, sample, progress);
      }
      DataRequest request =
          options
              .request(data, NativeMemory.forReading(common), common.threads())
              .withExpected(Models.expectedColumns(fitted));
      try (LoadedRows rows =
          Loading.load(
              request, "none", fitted.scaling(), Precision.DOUBLE, common.heap(), true, progress)) {
        return FeatureDriveView.at(
            fitted, gradients, rows.rows(), rows.weights(), "rows of " + data, sample, progress);
      }
    }
  }

  private static String preview(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
