package dev.mercer.app;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.Scorer;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.ExpectedColumns;
import dev.mercer.app.data.MissingPolicy;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.ScoresWriter;
import dev.mercer.app.data.TableWriter;
import dev.mercer.backend.Backend;
import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.fastsum.KernelSum;
import dev.mercer.json.Json;
import dev.mercer.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer transform}: scores of rows, block by block, in memory that does not grow. */
@Command(
    name = "transform",
    description = "Write the scores of DATA under a fitted model.",
    sortOptions = false,
    abbreviateSynopsis = true)
final class TransformVerb implements Callable<Integer> {

  private static final int BLOCK_ROWS = 8064;

  /** Of the heap, what a block of rows may take. */
  private static final int HEAP_SHARE = 8;

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to score.")
  private String data;

  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "MODEL",
      description = "The model file.")
  private Path model;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "SCORES",
      description = "Where to write pc1 to pcR, by ending: csv, npy, parquet.")
  private Path output;

  @Option(
      names = "--report",
      paramLabel = "FILE.json",
      description = "Also write rows and seconds.")
  private Path report;

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      description = "Arithmetic of kernel values (default: double).")
  private String precision = "double";

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  TransformVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Precision arithmetic = Precision.named(precision);
    Outputs.requireEnding("--output", output, ".csv", ".npy", ".parquet");
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--report", report);
    Outputs.requireDistinct(output, report);
    KernelPcaModel fitted = Models.load(model, common);
    List<String> names = fitted.featureNames() == null ? List.of() : fitted.featureNames();
    DataRequest request =
        options
            .request(data, NativeMemory.forReading(common), common.threads())
            .withMissing(options.policy(MissingPolicy.NAN))
            .withExpected(new ExpectedColumns(fitted.columns(), names));
    Progress progress = common.progress(console);
    Backend.instance(); // made ready outside of what is timed
    long rows = 0;
    long incomplete;
    long nanos = 0;
    KernelSum used;
    progress.stage("transform", 0);
    try (Workers workers = Workers.of(common.threads());
        DataSource source = DataSources.open(request);
        TableWriter writer =
            ScoresWriter.to(
                output, fitted.rank(), NativeMemory.forReading(common), common.threads())) {
      long hint = source.rowCountHint().orElse(0);
      RowBlock block = new RowBlock(blockRows(fitted), fitted.columns());
      int count = source.next(block);
      long start = System.nanoTime();
      Scorer scorer = fitted.scorer(arithmetic, expected(source, block, count), workers);
      nanos += System.nanoTime() - start;
      for (; count > 0; count = source.next(block)) {
        start = System.nanoTime();
        double[] scores = score(scorer, block, count, fitted.rank());
        nanos += System.nanoTime() - start;
        writer.write(scores, count);
        rows += count;
        progress.advance(hint > 0 ? (double) rows / hint : -1, rows + " rows");
      }
      used = scorer.fastSum();
      incomplete = source.incompleteRows();
      writer.finish();
    }
    progress.done();
    double seconds = nanos / 1e9;
    if (!common.quiet) {
      console.line(
          String.format(Locale.ROOT, "%d rows in %.3f s", rows, seconds)
              + (incomplete > 0 ? ", " + incomplete + " of them incomplete: NaN scores" : ""));
    }
    if (report != null) {
      Outputs.writeText(
          report,
          Json.write(
              Json.object(
                  "rows",
                  rows,
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
    return 0;
  }

  /** How kernel values were summed. */
  private static Map<String, Object> operator(KernelSum used) {
    return used == null
        ? Json.object("kind", "tiled", "errorBound", 0.0)
        : Json.object(
            "kind",
            "expansion",
            "errorBound",
            used.errorBound(),
            "scheme",
            used.scheme(),
            "terms",
            used.terms());
  }

  /** A source that does not say how many rows it has shows it when the first block is not full. */
  private static long expected(DataSource source, RowBlock block, int first) {
    return first < block.capacity() ? first : source.rowCountHint().orElse(Integer.MAX_VALUE);
  }

  /** As many rows at once as are fast, while their values and scores take little of the heap. */
  private int blockRows(KernelPcaModel fitted) {
    long entries = common.heap() / HEAP_SHARE / Double.BYTES;
    long rows = entries / (2L * fitted.columns() + fitted.rank());
    return (int) Math.max(1, Math.min(Scorer.rowsAtOnce(fitted, BLOCK_ROWS), rows));
  }

  /** Rows with missing values stand in for themselves as zeros and get NaN for scores. */
  private static double[] score(Scorer scorer, RowBlock block, int count, int rank) {
    int columns = block.columns();
    for (int i = 0; i < count; i++) {
      if (block.incomplete(i)) {
        Arrays.fill(block.values(), i * columns, (i + 1) * columns, 0);
      }
    }
    Matrix scores =
        scorer.score(
            DenseRows.wrap(
                count,
                columns,
                count == block.capacity()
                    ? block.values()
                    : Arrays.copyOf(block.values(), count * columns)));
    double[] values = scores.values();
    for (int i = 0; i < count; i++) {
      if (block.incomplete(i)) {
        Arrays.fill(values, i * rank, (i + 1) * rank, Double.NaN);
      }
    }
    return values;
  }
}
