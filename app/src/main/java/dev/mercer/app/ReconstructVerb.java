package dev.mercer.app;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.DataSource;
import dev.mercer.app.data.DataSources;
import dev.mercer.app.data.ExpectedColumns;
import dev.mercer.app.data.MissingPolicy;
import dev.mercer.app.data.RowBlock;
import dev.mercer.app.data.TableWriter;
import dev.mercer.backend.Backend;
import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.json.Json;
import dev.mercer.method.Bytes;
import dev.mercer.method.MemoryExceededException;
import dev.mercer.use.Preimages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code mercer reconstruct}: the pre-image of the projection of every row, block by block, in
 * memory that does not grow (but for the report's one number a row).
 */
@Command(
    name = "reconstruct",
    description = "Write the pre-image of the projection of every row of DATA.",
    sortOptions = false,
    abbreviateSynopsis = true)
final class ReconstructVerb implements Callable<Integer> {

  /** Some blocks of the search for every thread; short enough that progress is seen. */
  private static final int BLOCK_ROWS = 4096;

  /** Of the heap, what a block of rows may take. */
  private static final int HEAP_SHARE = 8;

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to reconstruct.")
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
      paramLabel = "OUT",
      description = "Where to write the features, by ending: csv, npy, parquet.")
  private Path output;

  @Option(
      names = "--preimage",
      paramLabel = "mika|kwok-tsang|ridge",
      description =
          "How to find them (default: auto, by distances and from there by the fixed point;"
              + " exact for the linear kernel).")
  private String preimage = "auto";

  @Option(
      names = "--report",
      paramLabel = "FILE.json",
      description = "Also write the feature distance of every row, their mean, failures, seconds.")
  private Path report;

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  ReconstructVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Preimages.check(preimage);
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
    Tally tally = new Tally(report != null);
    progress.stage("reconstruct", 0);
    try (Workers workers = Workers.of(common.threads());
        DataSource source = DataSources.open(request)) {
      long start = System.nanoTime();
      requireRoom(fitted);
      Preimages preimages = Preimages.of(fitted, preimage, workers);
      tally.nanos += System.nanoTime() - start;
      tally.steps = preimages.steps();
      try (TableWriter writer =
          TableWriter.to(
              output,
              columnNames(fitted, source),
              NativeMemory.forReading(common),
              common.threads())) {
        long hint = source.rowCountHint().orElse(0);
        RowBlock block = new RowBlock(blockRows(fitted), fitted.columns());
        for (int count = source.next(block); count > 0; count = source.next(block)) {
          writer.write(reconstruct(preimages, block, count, tally), count);
          progress.advance(hint > 0 ? (double) tally.rows / hint : -1, tally.rows + " rows");
        }
        tally.incomplete = source.incompleteRows();
        writer.finish();
      }
    }
    progress.done();
    if (!common.quiet) {
      console.line(tally.summary());
    }
    if (report != null) {
      Outputs.writeText(report, tally.json(preimage, common.threads()));
    }
    return 0;
  }

  /** Those of the model, else of the data, else x0, x1, … */
  private static List<String> columnNames(KernelPcaModel fitted, DataSource source) {
    if (fitted.featureNames() != null && !fitted.featureNames().isEmpty()) {
      return fitted.featureNames();
    }
    return source.featureNames().isEmpty()
        ? IntStream.range(0, fitted.columns()).mapToObj(j -> "x" + j).toList()
        : source.featureNames();
  }

  private void requireRoom(KernelPcaModel fitted) {
    long bytes = Preimages.bytes(fitted, common.threads());
    if (bytes > common.heap()) {
      throw new MemoryExceededException(
          "pre-images under "
              + model
              + " take "
              + Bytes.text(bytes)
              + " but "
              + Bytes.text(common.heap())
              + " of heap are allowed; fewer --threads take less",
          bytes);
    }
  }

  /** As many rows at once as keep all threads busy, while they take little of the heap. */
  private int blockRows(KernelPcaModel fitted) {
    long entries = common.heap() / HEAP_SHARE / Double.BYTES;
    long rows = entries / (4L * fitted.columns() + 2L * fitted.rank());
    return (int) Math.max(1, Math.min(BLOCK_ROWS, rows));
  }

  /** Rows with missing values stand in for themselves as zeros and come back as NaN. */
  private static double[] reconstruct(Preimages preimages, RowBlock block, int count, Tally tally) {
    int columns = block.columns();
    double[] values = Arrays.copyOf(block.values(), count * columns);
    for (int i = 0; i < count; i++) {
      if (block.incomplete(i)) {
        Arrays.fill(values, i * columns, (i + 1) * columns, 0);
      }
    }
    long start = System.nanoTime();
    Preimages.Result result = preimages.of(DenseRows.wrap(count, columns, values));
    tally.nanos += System.nanoTime() - start;
    double[] points = result.points().values();
    for (int i = 0; i < count; i++) {
      boolean incomplete = block.incomplete(i);
      if (incomplete) {
        Arrays.fill(points, i * columns, (i + 1) * columns, Double.NaN);
      }
      tally.add(incomplete, result.featureDistances()[i], result.failed()[i]);
    }
    return points;
  }

  /** What is told about the rows at the end. */
  private static final class Tally {
    /** One number a row, null where there is none; no list where nobody asks. */
    private final List<Double> distances;

    private double sum;
    private long known;
    private long failures;
    private long rows;
    private long incomplete;
    private long nanos;
    private String steps;

    Tally(boolean listed) {
      distances = listed ? new ArrayList<>() : null;
    }

    void add(boolean incomplete, double distance, boolean failed) {
      boolean known = !incomplete && !Double.isNaN(distance);
      rows++;
      this.known += known ? 1 : 0;
      sum += known ? distance : 0;
      failures += !incomplete && failed ? 1 : 0;
      if (distances != null) {
        distances.add(known ? distance : null);
      }
    }

    private double seconds() {
      return nanos / 1e9;
    }

    String summary() {
      String mean =
          known == 0 ? "" : String.format(Locale.ROOT, "; mean feature distance %.6g", sum / known);
      return String.format(Locale.ROOT, "%d rows in %.3f s", rows, seconds())
          + mean
          + (failures > 0 ? ", " + failures + " failures" : "")
          + (incomplete > 0 ? ", " + incomplete + " rows incomplete: NaN" : "");
    }

    String json(String preimage, int threads) {
      return Json.write(
          Json.object(
              "rows",
              rows,
              "seconds",
              seconds(),
              "preimage",
              preimage,
              "steps",
              steps,
              "meanFeatureDistance",
              known == 0 ? null : sum / known,
              "failures",
              failures,
              "incompleteRows",
              incomplete,
              "threads",
              threads,
              "featureDistance",
              distances));
    }
  }
}
