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
import dev.mercer.app.data.TableWriter;
import dev.mercer.app.plot.ScatterPlot;
import dev.mercer.backend.Backend;
import dev.mercer.backend.Workers;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.json.Json;
import dev.mercer.method.MethodCatalog;
import dev.mercer.use.Novelty;
import dev.mercer.use.NoveltyThresholds;
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

/** {@code mercer novelty}: which rows are unlike those a model was fitted on. */
@Command(
    name = "novelty",
    description = "Flag the rows of DATA that are unlike the rows a model was fitted on.",
    sortOptions = false,
    abbreviateSynopsis = true)
final class NoveltyVerb implements Callable<Integer> {

  private static final int BLOCK_ROWS = 8064;

  /** Of the heap, what a block of rows may take. */
  private static final int HEAP_SHARE = 8;

  @Parameters(index = "0", paramLabel = "DATA", description = "The rows to judge.")
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
      description =
          "Where to write t2, spe and flag, by ending: csv, npy, parquet. The flag is 1 where t2 or"
              + " spe is above its threshold.")
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
  private Path report;

  @Option(
      names = "--plot",
      paramLabel = "FILE.svg",
      description = "Also draw spe against t2, both in units of their thresholds.")
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
    Outputs.requireEnding("--output", output, ".csv", ".npy", ".parquet");
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--report", report);
    Outputs.requireEnding("--plot", plot, ".svg");
    Outputs.requireWritable("--plot", plot);
    Outputs.requireDistinct(output, report, plot);
    KernelPcaModel fitted = Models.load(model, common);
    requireKernelPca(fitted);
    Progress progress = common.progress(console);
    Backend.instance(); // made ready outside of what is timed
    try (Workers workers = Workers.of(common.threads())) {
      NoveltyReference reference = reference(fitted, progress, workers);
      MeasuredRows rows = measure(fitted, progress, workers);
      requirePlane(rows.measures());
      NoveltyReference used =
          reference == null ? NoveltyReference.ofData(rows.measures(), quantile) : reference;
      NovelLabels known = known(rows);
      Map<String, Object> areas =
          known.reason() == null ? known.areas(rows.measures(), used.thresholds()) : null;
      if (plot != null) {
        Outputs.writeText(plot, picture(rows.measures(), used.thresholds(), known));
      }
      long[] flags = write(rows.measures(), used.thresholds());
      tell(rows, used, flags, areas);
    }
    return 0;
  }

  /** Axes of a discriminant have no training variance, so T^2 has no meaning for them. */
  private void requireKernelPca(KernelPcaModel fitted) {
    String method = String.valueOf(fitted.report().get("method"));
    String name = method.contains("(") ? method.substring(0, method.indexOf('(')) : method;
    if (!MethodCatalog.names().contains(name)) {
      throw new IllegalArgumentException(
          model
              + " is a model of "
              + name
              + "; novelty needs one of kernel PCA: "
              + String.join(", ", MethodCatalog.names()));
    }
  }

  /** Thresholds of rows known to be normal; null where only DATA is there. */
  private NoveltyReference reference(KernelPcaModel fitted, Progress progress, Workers workers) {
    if (train == null) {
      return NoveltyReference.ofModel(fitted, quantile, workers);
    }
    // Which rows to take is said of DATA; TRAIN is taken whole.
    DataRequest request =
        DataRequest.of(train)
            .withLabel(options.label)
            .withColumns(options.columns)
            .withDrop(options.drop)
            .withWeights(options.weights)
            .withMissing(options.policy(MissingPolicy.DROP))
            .withResources(NativeMemory.forReading(common), common.threads())
            .withExpected(expected(fitted));
    try (LoadedRows loaded =
        Loading.load(
            request, "none", fitted.scaling(), Precision.DOUBLE, common.heap(), true, progress)) {
      return NoveltyReference.ofRows(fitted, loaded.rows(), loaded.weights(), quantile, workers);
    }
  }

  private static ExpectedColumns expected(KernelPcaModel fitted) {
    List<String> names = fitted.featureNames() == null ? List.of() : fitted.featureNames();
    return new ExpectedColumns(fitted.columns(), names);
  }

  /**
   * @param labels null where DATA have none
   */
  private record MeasuredRows(
      Novelty.Measures measures, String[] labels, long incomplete, double seconds) {}

  private MeasuredRows measure(KernelPcaModel fitted, Progress progress, Workers workers) {
    DataRequest request =
        options
            .request(data, NativeMemory.forReading(common), common.threads())
            .withMissing(options.policy(MissingPolicy.NAN))
            .withExpected(expected(fitted));
    progress.stage("novelty", 0);
    try (DataSource source = DataSources.open(request)) {
      RowBlock block = new RowBlock(blockRows(fitted), fitted.columns());
      LabelCollector labels = source.labeled() ? new LabelCollector() : null;
      long hint = source.rowCountHint().orElse(0);
      double[] t2 = new double[0];
      double[] spe = new double[0];
      int rows = 0;
      int count = source.next(block);
      if (count == 0) {
        throw new IllegalArgumentException(
            source.name() + " has no rows to judge; check --rows and --classes");
      }
      long start = System.nanoTime();
      Novelty novelty = Novelty.of(fitted, expected(source, block, count), workers);
      long nanos = System.nanoTime() - start;
      for (; count > 0; count = source.next(block)) {
        start = System.nanoTime();
        Novelty.Measures measures = measure(novelty, block, count);
        nanos += System.nanoTime() - start;
        if (rows + count > t2.length) {
          int room = Math.max(rows + count, (int) Math.min(2L * rows, Integer.MAX_VALUE - 8));
          t2 = Arrays.copyOf(t2, room);
          spe = Arrays.copyOf(spe, room);
        }
        System.arraycopy(measures.t2(), 0, t2, rows, count);
        System.arraycopy(measures.spe(), 0, spe, rows, count);
        if (labels != null) {
          labels.append(block, count);
        }
        rows += count;
        progress.advance(hint > 0 ? (double) rows / hint : -1, rows + " rows");
      }
      progress.done();
      return new MeasuredRows(
          new Novelty.Measures(Arrays.copyOf(t2, rows), Arrays.copyOf(spe, rows)),
          labels == null ? null : labels.all(),
          source.incompleteRows(),
          nanos / 1e9);
    }
  }

  /** A source that does not say how many rows it has shows it when the first block is not full. */
  private static long expected(DataSource source, RowBlock block, int first) {
    return first < block.capacity() ? first : source.rowCountHint().orElse(Integer.MAX_VALUE);
  }

  /** As many rows at once as are fast, while their values and scores take little of the heap. */
  private int blockRows(KernelPcaModel fitted) {
    long entries = common.heap() / HEAP_SHARE / Double.BYTES;
    long rows = entries / (2L * fitted.columns() + fitted.rank() + 1);
    return (int) Math.max(1, Math.min(Scorer.rowsAtOnce(fitted, BLOCK_ROWS), rows));
  }

  /** Rows with missing values stand in for themselves as zeros and get NaN. */
  private static Novelty.Measures measure(Novelty novelty, RowBlock block, int count) {
    int columns = block.columns();
    double[] values = Arrays.copyOf(block.values(), count * columns);
    for (int i = 0; i < count; i++) {
      if (block.incomplete(i)) {
        Arrays.fill(values, i * columns, (i + 1) * columns, 0);
      }
    }
    Novelty.Measures measures = novelty.measure(DenseRows.wrap(count, columns, values));
    for (int i = 0; i < count; i++) {
      if (block.incomplete(i)) {
        measures.t2()[i] = Double.NaN;
        measures.spe()[i] = Double.NaN;
      }
    }
    return measures;
  }

  private void requirePlane(Novelty.Measures measures) {
    if (plot != null && Arrays.stream(measures.spe()).allMatch(Double::isNaN)) {
      throw new IllegalArgumentException(
          "--plot shows spe, which a model of a precomputed kernel does not have; leave it out");
    }
  }

  /** Which rows the labels call novel. */
  private NovelLabels known(MeasuredRows rows) {
    if (rows.labels() == null && !novel.isEmpty()) {
      throw new IllegalArgumentException(
          "--novel needs labels; name their column with --label, or their file with --labels");
    }
    if (rows.labels() == null) {
      return NovelLabels.undecided("DATA have no labels");
    }
    NovelLabels known = NovelLabels.of(rows.labels(), novel);
    if (known.reason() != null && options.label != null && !common.quiet) {
      console.line("note: " + known.reason());
    }
    return known;
  }

  /** What is above 1 on either axis is flagged. */
  private static String picture(
      Novelty.Measures measures, NoveltyThresholds thresholds, NovelLabels known) {
    int rows = measures.t2().length;
    double[] t2 = new double[rows];
    double[] spe = new double[rows];
    String[] labels = new String[rows];
    for (int i = 0; i < rows; i++) {
      t2[i] = measures.t2()[i] / thresholds.t2();
      spe[i] = measures.spe()[i] / thresholds.spe();
      boolean flag = thresholds.novel(measures.t2()[i], measures.spe()[i]);
      labels[i] =
          known.reason() == null
              ? known.novel()[i] ? "novel" : "normal"
              : flag ? "flagged" : "not flagged";
    }
    return ScatterPlot.titled(
            "Novelty", "T² / its threshold", "squared prediction error / its threshold")
        .logarithmic(true, true)
        .points(t2, spe, labels)
        .svg()
        .stripTrailing();
  }

  /** Writes the table and counts the flags: of either number, of t2, of spe. */
  private long[] write(Novelty.Measures measures, NoveltyThresholds thresholds) {
    long[] flagged = new long[3];
    try (TableWriter writer =
        TableWriter.to(
            output,
            List.of("t2", "spe", "flag"),
            NativeMemory.forReading(common),
            common.threads())) {
      int rows = measures.t2().length;
      double[] block = new double[3 * BLOCK_ROWS];
      for (int first = 0; first < rows; first += BLOCK_ROWS) {
        int count = Math.min(BLOCK_ROWS, rows - first);
        for (int i = 0; i < count; i++) {
          double t2 = measures.t2()[first + i];
          double spe = measures.spe()[first + i];
          boolean flag = thresholds.novel(t2, spe);
          block[3 * i] = t2;
          block[3 * i + 1] = spe;
          block[3 * i + 2] = Double.isNaN(t2) ? Double.NaN : flag ? 1 : 0;
          flagged[0] += flag ? 1 : 0;
          flagged[1] += t2 > thresholds.t2() ? 1 : 0;
          flagged[2] += spe > thresholds.spe() ? 1 : 0;
        }
        writer.write(block, count);
      }
      writer.finish();
    }
    return flagged;
  }

  private void tell(
      MeasuredRows rows, NoveltyReference reference, long[] flagged, Map<String, Object> areas)
      throws IOException {
    NoveltyThresholds thresholds = reference.thresholds();
    int count = rows.measures().t2().length;
    boolean withSpe = !Double.isNaN(thresholds.spe());
    if (!common.quiet) {
      if (reference.note() != null) {
        console.line("note: " + reference.note());
      }
      if (!withSpe) {
        console.line(
            "note: a precomputed kernel has no k(x,x) for new rows, so spe is NaN; t2 decides");
      }
      console.line(
          String.format(
                  Locale.ROOT,
                  "%d of %d rows flagged, t2 above %.6g%s; %.3f s",
                  flagged[0],
                  count,
                  thresholds.t2(),
                  withSpe ? String.format(Locale.ROOT, " or spe above %.6g", thresholds.spe()) : "",
                  rows.seconds())
              + (rows.incomplete() > 0 ? "; " + rows.incomplete() + " incomplete: NaN" : ""));
    }
    if (report != null) {
      Outputs.writeText(
          report,
          Json.write(
              Json.object(
                  "rows",
                  count,
                  "flagged",
                  flagged[0],
                  "flaggedT2",
                  flagged[1],
                  "flaggedSpe",
                  withSpe ? flagged[2] : null,
                  "incompleteRows",
                  rows.incomplete(),
                  "quantile",
                  quantile,
                  "thresholds",
                  Json.object("t2", thresholds.t2(), "spe", withSpe ? thresholds.spe() : null),
                  "thresholdsFrom",
                  reference.source(),
                  "thresholdRows",
                  reference.rows(),
                  "auc",
                  areas,
                  "seconds",
                  rows.seconds(),
                  "threads",
                  common.threads())));
    }
  }
}
