package dev.mercer.app.cli.score;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.fit.EngineRun;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.EngineOptions;
import dev.mercer.app.cli.options.ModelInput;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.write.ScoresWriter;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.app.machine.HeapBudget;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.score.ModelScorer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer transform}: scores of rows, block by block, in constant memory. */
@Command(
    name = "transform",
    description = "Write the scores of DATA under a fitted model.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class TransformVerb implements Callable<Integer> {

  private static final int BLOCK_ROWS = 8064;

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to score.")
  @Reads
  private String data;

  @Mixin private ModelInput model;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "SCORES",
      description = "Where to write pc1 to pcR, by ending: csv, npy, parquet.")
  @Writes
  private Path output;

  @Option(
      names = "--report",
      paramLabel = "FILE.json",
      description = "Also write rows and seconds.")
  @Writes
  private Path report;

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      description = "Arithmetic of kernel values (default: double).")
  private String precision = "double";

  @Option(
      names = "--keep",
      paramLabel = "a,b",
      split = ",",
      hideParamSyntax = true,
      description = "Columns of DATA to write beside the scores, with --engine spark.")
  private List<String> keep = List.of();

  @Mixin private DataOptions options;
  @Mixin private EngineOptions engine;
  @Mixin private CommonOptions common;

  private final Console console;

  TransformVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Precision arithmetic = Precision.named(precision);
    if (engine.remote()) {
      Outputs.requireEnding("--output", output, ".parquet", ".csv");
      Outputs.requireWritable("--report", report);
      return new EngineRun(engine, common, console)
          .transform(data, options, model.load(common), output, keep, report);
    }
    if (!keep.isEmpty()) {
      throw new IllegalArgumentException(
          "--keep is for --engine spark, which does not keep rows in order; leave it out");
    }
    Outputs.requireTable("--output", output);
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--report", report);
    KernelPcaModel fitted = model.load(common);
    Backend.instance(); // loaded here, so that its time is not measured
    try (Results results = new Results()) {
      score(fitted, arithmetic, results);
    }
    return 0;
  }

  private void score(KernelPcaModel fitted, Precision arithmetic, Results results)
      throws IOException {
    DataRequest request = options.alignedRequest(data, common);
    Progress progress = common.progress(console);
    long count;
    long incomplete;
    long nanos = 0;
    Optional<KernelSum> used;
    progress.stage("transform", 0);
    try (Workers workers = Workers.of(common.threads());
        BlockwiseRows rows = BlockwiseRows.open(request, fitted, blockRows(fitted), progress);
        TableWriter writer = results.table(output, ScoresWriter.names(fitted.rank()), common)) {
      boolean more = rows.next();
      long start = System.nanoTime();
      ModelScorer scorer = ModelScorer.of(fitted, arithmetic, rows.expected(), workers);
      nanos += System.nanoTime() - start;
      for (; more; more = rows.next()) {
        start = System.nanoTime();
        double[] scores = scorer.score(rows.values(), rows.done()).values();
        rows.blank(scores, fitted.rank());
        nanos += System.nanoTime() - start;
        writer.write(scores, rows.count());
      }
      used = scorer.fastSum();
      count = rows.done();
      incomplete = rows.source().incompleteRows();
      writer.finish();
    }
    progress.done();
    double seconds = nanos / 1e9;
    if (report != null) {
      results.text(
          report,
          Json.write(
              Json.object(
                  "rows",
                  count,
                  "seconds",
                  seconds,
                  "incompleteRows",
                  incomplete,
                  "rank",
                  fitted.rank(),
                  "precision",
                  arithmetic.text(),
                  "operator",
                  operator(used),
                  "threads",
                  common.threads())));
    }
    results.commit();
    common.say(
        console,
        String.format(Locale.ROOT, "%d rows in %.3f s", count, seconds)
            + (incomplete > 0 ? ", " + incomplete + " of them incomplete: NaN scores" : ""));
  }

  /** How the sums over kernel values were computed. */
  private static Map<String, Object> operator(Optional<KernelSum> used) {
    return used.map(
            sum ->
                Json.object(
                    "kind",
                    "expansion",
                    "errorBound",
                    sum.errorBound(),
                    "scheme",
                    sum.scheme(),
                    "terms",
                    sum.terms()))
        .orElseGet(() -> Json.object("kind", "tiled", "errorBound", 0.0));
  }

  private int blockRows(KernelPcaModel fitted) {
    return HeapBudget.blockRows(
        common.heap(),
        2L * fitted.columns() + fitted.rank(),
        ModelScorer.rowsAtOnce(fitted, BLOCK_ROWS));
  }
}
