package dev.mercer.app.cli.score;

import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.ModelInput;
import dev.mercer.app.cli.options.Models;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.app.machine.HeapBudget;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.use.preimage.Preimages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code mercer reconstruct}: the pre-image of the projection of every row, block by block, in
 * constant memory (except for one number per row in the report).
 */
@Command(
    name = "reconstruct",
    description = "Write the pre-image of the projection of every row of DATA.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class ReconstructVerb implements Callable<Integer> {

  /** A few blocks of the search per thread; small enough to show progress. */
  private static final int BLOCK_ROWS = 4096;

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to reconstruct.")
  @Reads
  private String data;

  @Mixin private ModelInput model;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "Where to write the features, by ending: csv, npy, parquet.")
  @Writes
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
  @Writes
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
    Outputs.requireTable("--output", output);
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--report", report);
    KernelPcaModel fitted = model.load(common);
    DataRequest request = options.alignedRequest(data, common);
    Backend.instance(); // loaded here, so that its time is not measured
    Tally tally = new Tally(report != null);
    try (Results results = new Results()) {
      reconstruct(fitted, request, tally, results);
      if (report != null) {
        Map<String, Object> result = tally.json(preimage, common.threads());
        Indefinite.explain(
            result, fitted.kernel(), List.of("meanFeatureDistance", "featureDistance"));
        results.text(report, Json.write(result));
      }
      results.commit();
    }
    common.say(console, tally.summary());
    return 0;
  }

  private void reconstruct(KernelPcaModel fitted, DataRequest request, Tally tally, Results results)
      throws IOException {
    Progress progress = common.progress(console);
    progress.stage("reconstruct", 0);
    try (Workers workers = Workers.of(common.threads());
        BlockwiseRows rows = BlockwiseRows.open(request, fitted, blockRows(fitted), progress)) {
      long start = System.nanoTime();
      requireRoom(fitted);
      Preimages preimages = Preimages.of(fitted, preimage, workers.threads());
      tally.nanos += System.nanoTime() - start;
      tally.steps = preimages.steps();
      List<String> names = Models.columnNames(fitted, rows.source().featureNames());
      try (TableWriter writer = results.table(output, names, common)) {
        for (boolean more = rows.next(); more; more = rows.next()) {
          writer.write(reconstruct(preimages, rows, tally), rows.count());
        }
        tally.incomplete = rows.source().incompleteRows();
        writer.finish();
      }
    }
    progress.done();
  }

  private void requireRoom(KernelPcaModel fitted) {
    long bytes = Preimages.bytes(fitted, common.threads());
    if (bytes > common.heap()) {
      throw new MemoryExceededException(
          "pre-images under "
              + model.file
              + " take "
              + Bytes.text(bytes)
              + " but "
              + Bytes.text(common.heap())
              + " of heap are allowed; fewer --threads take less",
          bytes);
    }
  }

  private int blockRows(KernelPcaModel fitted) {
    return HeapBudget.blockRows(
        common.heap(), 4L * fitted.columns() + 2L * fitted.rank(), BLOCK_ROWS);
  }

  private static double[] reconstruct(Preimages preimages, BlockwiseRows rows, Tally tally) {
    DenseRows values = rows.values();
    long start = System.nanoTime();
    Preimages.Result result = preimages.of(values, rows.done());
    tally.nanos += System.nanoTime() - start;
    double[] points = result.points().values();
    rows.blank(points, values.columns());
    for (int i = 0; i < rows.count(); i++) {
      tally.add(rows.block().incomplete(i), result.featureDistances()[i], result.failed()[i]);
    }
    return points;
  }

  /** Collects what is reported about the rows at the end. */
  private static final class Tally {
    /** One number per row, or null if it has none; the list is null if no report is wanted. */
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

    Map<String, Object> json(String preimage, int threads) {
      return Json.object(
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
          distances);
    }
  }
}
