package dev.mercer.app.cli.uses;

import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.ExpectedColumns;
import dev.mercer.app.data.MissingPolicy;
import dev.mercer.app.data.RowRange;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.plot.MatrixPlot;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Workers;
import dev.mercer.use.classify.ConfusionMatrix;
import dev.mercer.use.classify.LabelSets;
import dev.mercer.use.classify.Splits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer classify}: learns classes from TRAIN, predicts those of TEST. */
@Command(
    name = "classify",
    description = {
      "Learn classes from TRAIN and predict those of TEST.",
      "Without TEST the accuracy is measured on parts of TRAIN held back: folds, or random",
      "divisions with --test-share."
    },
    sortOptions = false,
    abbreviateSynopsis = true)
public final class ClassifyVerb implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TRAIN", description = "Labelled rows to learn from.")
  @Reads
  private String train;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TEST",
      description = "Rows to predict; labels, where it has them, are compared with.")
  @Reads
  private String test;

  @Mixin private ClassifyOptions wanted;

  @Option(
      names = "--test-share",
      paramLabel = "S",
      description = "Without TEST: hold this share of TRAIN back, drawn by the seed, by class.")
  private Double testShare;

  @Option(
      names = "--repeats",
      paramLabel = "K",
      description = "Divisions with --test-share, with seeds N, N+1, ... (default: 1).")
  private Integer repeats;

  @Option(
      names = "--test-labels",
      paramLabel = "FILE",
      description = "The labels of TEST where they are a file of their own, like --labels.")
  @Reads
  private Path testLabels;

  @Option(
      names = "--test-rows",
      paramLabel = "A:B",
      description = "Only rows A to B - 1 of TEST; --rows is for TRAIN.")
  private RowRange testRows = RowRange.ALL;

  @Option(
      names = "--label-separator",
      paramLabel = "CHAR",
      description = "Between the labels of one cell, where rows have several, for instance ';'.")
  private String separator;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PREDICTIONS.csv",
      description = "Where to write row, label, predicted.")
  @Writes
  private Path output;

  @Option(names = "--all", description = "Also write the distance or probability of every class.")
  private boolean all;

  @Option(names = "--report", paramLabel = "FILE.json", description = "Also write the report.")
  @Writes
  private Path report;

  @Option(
      names = "--plot",
      paramLabel = "FILE.svg",
      description = "Also draw the confusion matrix.")
  @Writes
  private Path plot;

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  ClassifyVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Progress progress = common.progress(console);
    long heap = common.heap();
    ClassifyPlan plan = wanted.plan(settings -> settings.threads(common.threads()).memory(heap));
    requireSensible(plan);
    Outputs.requireEnding("--output", output, ".csv");
    Outputs.requireEnding("--plot", plot, ".svg");
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--report", report);
    Outputs.requireWritable("--plot", plot);
    try (LoadedRows loaded = load(options.request(train, memory(), common.threads()), progress);
        Workers workers = Workers.of(common.threads())) {
      LabelSets labels = labels(train, loaded.labels());
      ClassifyReport result = new ClassifyReport(plan, wanted, loaded, labels, common.threads());
      ClassifyRun run = new ClassifyRun(plan, loaded, labels, result, all, workers, progress);
      PredictionsFile predictions;
      if (test == null) {
        predictions = run.divide(splits(labels, plan));
      } else {
        try (LoadedRows unseen = loadTest(loaded, progress)) {
          predictions = predict(run, unseen);
        }
      }
      write(result, predictions);
    }
    return 0;
  }

  private long memory() {
    return NativeMemory.forReading(common);
  }

  private void requireSensible(ClassifyPlan plan) {
    if (options.weights != null) {
      throw new IllegalArgumentException("classify takes no sample weights; leave --weights out");
    }
    if (separator != null && separator.isEmpty()) {
      throw new IllegalArgumentException(
          "--label-separator is empty; give what stands between labels, for instance ';'");
    }
    if (all && plan.classifier().measure() == null) {
      throw new IllegalArgumentException(
          plan.classifier().spec()
              + " predicts classes alone, without a value for each; leave --all out");
    }
    if (test != null && (testShare != null || repeats != null)) {
      throw new IllegalArgumentException(
          "--test-share and --repeats divide TRAIN; leave them out where TEST is given");
    }
    if (test == null && (testLabels != null || testRows != RowRange.ALL)) {
      throw new IllegalArgumentException("--test-labels and --test-rows need TEST");
    }
    if (repeats != null && testShare == null) {
      throw new IllegalArgumentException(
          "--repeats needs --test-share, the share of rows each division holds back");
    }
    if (testShare != null && !(testShare > 0 && testShare < 1)) {
      throw new IllegalArgumentException(
          "--test-share " + testShare + "; allowed is a share above 0 and below 1");
    }
    if (repeats != null && repeats < 1) {
      throw new IllegalArgumentException("--repeats " + repeats + "; at least 1 is needed");
    }
  }

  private LoadedRows load(DataRequest request, Progress progress) {
    // Each fit learns its scaling from its own rows, so the rows are loaded without any.
    LoadedRows loaded =
        Loading.load(request, "none", null, Precision.DOUBLE, common.heap(), false, progress);
    if (loaded.dropped() > 0) {
      common.say(
          console,
          loaded.dropped() + " rows of " + request.source() + " with missing values left out");
    }
    return loaded;
  }

  private LoadedRows loadTest(LoadedRows like, Progress progress) {
    DataRequest request =
        options
            .request(test, memory(), common.threads())
            .withRows(testRows)
            .withLabelsFile(testLabels)
            // Rows that cannot be predicted are kept, so that predictions stay aligned with TEST.
            .withMissing(options.policy(MissingPolicy.NAN))
            .withExpected(new ExpectedColumns(like.rows().columns(), like.featureNames()));
    boolean labeled = DataSources.hasLabel(request);
    if (!labeled) {
      request = request.withLabel(null);
    }
    boolean classesKnown = labeled || testLabels != null;
    return load(classesKnown ? request : request.withClasses(List.of()), progress);
  }

  private LabelSets labels(String source, String[] cells) {
    if (cells == null) {
      throw new IllegalArgumentException(
          source + " has no labels; name their column with --label, or their file with --labels");
    }
    try {
      return LabelSets.of(cells, separator);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(source + ": " + e.getMessage(), e);
    }
  }

  private PredictionsFile predict(ClassifyRun run, LoadedRows unseen) {
    int[] complete = ClassifyRun.complete(unseen.rows());
    LabelSets truth =
        unseen.labels() == null ? null : labels(test, unseen.labels()).select(complete);
    PredictionsFile predictions = run.predict(unseen, complete, truth);
    int incomplete = unseen.rows().count() - complete.length;
    if (incomplete > 0) {
      common.say(
          console, incomplete + " rows of " + test + " with missing values are not predicted");
    }
    return predictions;
  }

  private Splits splits(LabelSets labels, ClassifyPlan plan) {
    return testShare == null
        ? Splits.folds(labels, plan.folds(), plan.seed())
        : Splits.repeated(labels, repeats == null ? 1 : repeats, testShare, plan.seed());
  }

  private void write(ClassifyReport result, PredictionsFile predictions) throws IOException {
    String json = result.json();
    try (Results results = new Results()) {
      if (output != null) {
        results.stream(output, predictions::write);
      }
      if (plot != null && result.confusion() != null) {
        results.text(plot, picture(result).stripTrailing());
      }
      if (report != null) {
        results.text(report, json);
      }
      results.commit();
    }
    common.sayNotes(console, result.notes());
    System.out.print(new ClassifySummary(result).text());
  }

  private static String picture(ClassifyReport result) {
    ConfusionMatrix confusion = result.confusion();
    double[][] counts =
        Arrays.stream(confusion.counts())
            .map(row -> Arrays.stream(row).asDoubleStream().toArray())
            .toArray(double[][]::new);
    return new MatrixPlot(
            result.title(),
            "true class",
            "predicted class",
            confusion.names(),
            confusion.names(),
            counts)
        .svg();
  }
}
