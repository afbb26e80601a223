package dev.mercer.app.cli.compare;

import dev.mercer.Comparison;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.KernelOptions;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.ExpectedColumns;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.report.ComparePage;
import dev.mercer.app.report.ComparedFit;
import dev.mercer.app.report.ComparisonTable;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Exact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer compare}: methods x selectors x landmark counts x repeats, compared with exact. */
@Command(
    name = "compare",
    description = "Fit DATA by many methods and compare them with the exact result.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class CompareVerb implements Callable<Integer> {

  private static final String TABLE = "table.csv";
  private static final String PAGE = "report.html";

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to fit.")
  @Reads
  private String data;

  @Option(
      names = "--methods",
      required = true,
      paramLabel = "A,B",
      description = "Methods, as fit's --method takes them.")
  private String methods;

  @Option(
      names = "--selectors",
      paramLabel = "C,D",
      description = "Selectors, as fit's --selector takes them (default: each method's own).")
  private String selectors;

  @Option(
      names = "--landmarks",
      paramLabel = "M,M",
      description = "Numbers of landmarks (default: 50,100,200).")
  private String landmarks = "50,100,200";

  @Option(
      names = "--repeats",
      paramLabel = "K",
      description = "Fits of each kind, with seeds N, N+1, ... (default: 1).")
  private int repeats = 1;

  @Option(
      names = "--test",
      paramLabel = "DATA",
      description = "Unseen rows, for validation errors and embedding differences.")
  @Reads
  private String test;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description = "Folder for table.csv and report.html.")
  @Writes(inside = {CompareVerb.TABLE, CompareVerb.PAGE})
  private Path output;

  @Mixin private KernelOptions wanted;
  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  CompareVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    List<ComparedFit> fits = fits();
    requireFolder();
    Progress progress = common.progress(console);
    try (LoadedRows train = load(data, null, progress);
        LoadedRows unseen = test == null ? null : load(test, train, progress);
        Workers workers = Workers.of(common.threads())) {
      ComparisonTable table = new ComparisonTable(test != null);
      KernelPca settings = settings(train);
      progress.stage("exact", 0);
      KernelPcaModel exact =
          settings.method(Exact.auto()).fitScaled(train.rows(), train.weights(), train.scaling());
      progress.done();
      Rows scored = unseen == null ? train.rows() : unseen.rows();
      double exactScoring = scoringSeconds(exact, scored, workers);
      Comparison comparison =
          new Comparison(
              exact,
              train.rows(),
              train.weights(),
              unseen == null ? null : unseen.rows(),
              workers.threads());
      table.add(new ComparedFit("exact", null, 0, 0), exact, comparison.measure(exact), 1, 1, 1);
      int done = 0;
      progress.stage("compare", 0);
      for (ComparedFit fit : fits) {
        progress.advance((double) done++ / fits.size(), fit.toString());
        try {
          KernelPcaModel model =
              settings
                  .method(fit.method())
                  .seed(wanted.seed + fit.repeat())
                  .fitScaled(train.rows(), train.weights(), train.scaling());
          double scoring = scoringSeconds(model, scored, workers);
          table.add(
              fit,
              model,
              model.points() == null ? null : comparison.measure(model),
              exact.report().seconds() / model.report().seconds(),
              exactScoring / scoring,
              (double) model.coefficients().rows() / train.rows().count());
        } catch (IllegalArgumentException | NumericalException | MemoryExceededException e) {
          table.addFailure(fit, e.getMessage());
        }
      }
      progress.done();
      try (Results results = new Results()) {
        results.text(output.resolve(TABLE), table.csv().stripTrailing());
        results.text(
            output.resolve(PAGE),
            ComparePage.of(data, exact, table, repeats, test).stripTrailing());
        results.commit();
      }
      System.out.print(table.text());
      if (comparison.reason() != null) {
        common.say(console, "note: no errors, distances and gaps: " + comparison.reason());
      }
    }
    return 0;
  }

  private void requireFolder() throws IOException {
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new IllegalArgumentException("--output " + output + " is a file; name a folder");
    }
    Files.createDirectories(output);
    Outputs.requireWritable("--output", output.resolve(TABLE));
    Outputs.requireWritable("--output", output.resolve(PAGE));
  }

  private KernelPca settings(LoadedRows train) {
    KernelPca settings =
        KernelPca.with(wanted.kernelSpec())
            .rank(wanted.rankFor(train.used()))
            .center(wanted.centered())
            .precision(Precision.named(wanted.precision))
            .seed(wanted.seed)
            .novelty(false) // only the components and their time are compared
            .threads(common.threads())
            .memory(common.heap());
    // A width learned from data is determined once, so that all fits have the same kernel.
    return settings.settled(train.rows());
  }

  private static double scoringSeconds(KernelPcaModel model, Rows rows, Workers workers) {
    long start = System.nanoTime();
    ModelScorer.of(model, Precision.DOUBLE, rows.count(), workers).scoreScaled(rows);
    return (System.nanoTime() - start) / 1e9;
  }

  private LoadedRows load(String source, LoadedRows like, Progress progress) {
    var request = options.request(source, NativeMemory.forReading(common), common.threads());
    if (like != null) {
      request =
          request.withExpected(new ExpectedColumns(like.rows().columns(), like.featureNames()));
    }
    return Loading.load(
        request,
        like == null ? wanted.scale : "none",
        like == null ? null : like.scaling(),
        Precision.DOUBLE,
        common.heap(),
        false,
        progress);
  }

  /** All fits that were requested; errors in a spec are reported before data is read. */
  private List<ComparedFit> fits() {
    if (repeats < 1) {
      throw new IllegalArgumentException("--repeats " + repeats + "; at least 1 is needed");
    }
    if (wanted.variance != null) {
      throw new IllegalArgumentException("compare needs --rank, the same for all; not --variance");
    }
    List<ComparedFit> fits = new ArrayList<>();
    for (String method : Spec.split(methods)) {
      boolean selects = MethodCatalog.selects(method);
      List<String> chosen = new ArrayList<>();
      if (selects && selectors != null) {
        chosen.addAll(Spec.split(selectors));
      } else {
        chosen.add(null);
      }
      for (String selector : chosen) {
        for (int count : MethodCatalog.counts(method, selector) ? counts() : List.of(0)) {
          for (int repeat = 0; repeat < repeats; repeat++) {
            ComparedFit fit = new ComparedFit(method, selector, count, repeat);
            fit.method();
            fits.add(fit);
          }
        }
      }
    }
    return fits;
  }

  private List<Integer> counts() {
    List<Integer> counts = new ArrayList<>();
    for (String text : landmarks.split(",", -1)) {
      try {
        counts.add(Integer.parseInt(text.strip()));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "--landmarks " + landmarks + ": '" + text + "' is not a number; write 50,100,200");
      }
    }
    return counts;
  }
}
