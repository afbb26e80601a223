package dev.mercer.app.cli.uses;

import dev.mercer.FitReport;
import dev.mercer.Progress;
import dev.mercer.Stage;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.console.Visible;
import dev.mercer.app.cli.fit.ExpectedRows;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.app.plot.ScatterPlot;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.json.Json;
import dev.mercer.use.classify.ClassLabels;
import dev.mercer.use.manifold.ClusterAgreement;
import dev.mercer.use.manifold.ManifoldFit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer embed}: the coordinates of rows on a manifold map. */
@Command(
    name = "embed",
    description =
        "Place the rows of DATA by a diffusion map, Laplacian eigenmap or normalised cut.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class EmbedVerb implements Callable<Integer> {

  private static final int ROWS_AT_ONCE = 1 << 14;

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description = "The rows: a file, a glob, builtin:NAME or synthetic:NAME(key=value,...).")
  @Reads
  private String data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = {
        "Where to write the coordinates of every row, c1 to",
        "cR, by ending: csv, npy, parquet; ncut adds the",
        "column cluster."
      })
  @Writes
  private Path output;

  @Option(names = "--report", paramLabel = "FILE.json", description = "Also write the report.")
  @Writes
  private Path report;

  @Option(
      names = "--plot",
      paramLabel = "FILE.svg",
      description = {
        "Also draw the first two coordinates, colored by",
        "label, or by cluster where there are no labels."
      })
  @Writes
  private Path plot;

  @Mixin private EmbedOptions wanted;
  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  EmbedVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    wanted.settings(); // reports errors in the settings before data is read
    Outputs.requireTable("--output", output);
    Outputs.requireEnding("--plot", plot, ".svg");
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--report", report);
    Outputs.requireWritable("--plot", plot);
    Progress progress = common.progress(console);
    long heap = common.heap();
    Backend.instance(); // loaded here, so that its time is not measured
    try (LoadedRows loaded =
        Loading.load(
            options.request(data, NativeMemory.forReading(common), common.threads()),
            wanted.scale,
            null,
            Precision.DOUBLE,
            heap,
            wanted.streams(),
            progress,
            (rows, columns) -> ExpectedRows.requireRoomFor(rows, coordinates(), heap))) {
      common.sayDropped(console, loaded.dropped());
      ManifoldFit fit =
          wanted
              .settings()
              .threads(common.threads())
              .memory(heap)
              .featureNames(loaded.featureNames().isEmpty() ? null : loaded.featureNames())
              .progress(progress)
              .fit(loaded.rows(), loaded.weights());
      write(fit, loaded);
    }
    return 0;
  }

  private int coordinates() {
    return wanted.rank == null ? 1 : wanted.rank;
  }

  private void write(ManifoldFit fit, LoadedRows loaded) throws IOException {
    ClusterAgreement agreement = agreement(fit, loaded.labels());
    try (Results results = new Results()) {
      if (output != null) {
        writeTable(fit, results);
      }
      if (plot != null) {
        results.text(plot, picture(fit, loaded.labels()).stripTrailing());
      }
      if (report != null) {
        results.text(report, Json.write(json(fit, loaded, agreement)));
      }
      results.commit();
    }
    common.sayNotes(console, fit.notes());
    System.out.print(summary(fit, agreement));
  }

  private void writeTable(ManifoldFit fit, Results results) throws IOException {
    Matrix coordinates = fit.coordinates();
    int columns = coordinates.columns();
    boolean clustered = fit.clusters() != null;
    List<String> names = new ArrayList<>();
    IntStream.rangeClosed(1, columns).forEach(c -> names.add("c" + c));
    if (clustered) {
      names.add("cluster");
    }
    int width = names.size();
    try (TableWriter writer = results.table(output, names, common)) {
      double[] block = new double[Math.min(ROWS_AT_ONCE, coordinates.rows()) * width];
      for (int first = 0; first < coordinates.rows(); first += ROWS_AT_ONCE) {
        int count = Math.min(ROWS_AT_ONCE, coordinates.rows() - first);
        for (int i = 0; i < count; i++) {
          System.arraycopy(coordinates.values(), (first + i) * columns, block, i * width, columns);
          if (clustered) {
            block[i * width + columns] = fit.clusters()[first + i];
          }
        }
        writer.write(block, count);
      }
      writer.finish();
    }
  }

  /** Labels compared with clusters, on the rows with a label; null if that is not possible. */
  private static ClusterAgreement agreement(ManifoldFit fit, String[] labels) {
    if (fit.clusters() == null || labels == null) {
      return null;
    }
    int[] labeled = IntStream.range(0, labels.length).filter(i -> labels[i] != null).toArray();
    if (labeled.length == 0) {
      return null;
    }
    String[] some = Arrays.stream(labeled).mapToObj(i -> labels[i]).toArray(String[]::new);
    int[] clusters = Arrays.stream(labeled).map(i -> fit.clusters()[i]).toArray();
    return ClusterAgreement.of(clusters, ClassLabels.of(some).codes());
  }

  private String picture(ManifoldFit fit, String[] labels) {
    Matrix coordinates = fit.coordinates();
    double[] x = coordinates.column(0);
    // A single coordinate is drawn along its axis.
    double[] y = coordinates.columns() > 1 ? coordinates.column(1) : new double[x.length];
    String[] groups = labels;
    if (groups == null && fit.clusters() != null) {
      groups = Arrays.stream(fit.clusters()).mapToObj(Integer::toString).toArray(String[]::new);
    }
    return ScatterPlot.titled(
            data + ", " + fit.model().map().spec(), "c1", coordinates.columns() > 1 ? "c2" : "")
        .points(x, y, groups)
        .svg();
  }

  private Map<String, Object> json(ManifoldFit fit, LoadedRows loaded, ClusterAgreement agreement) {
    List<Object> stages = new ArrayList<>();
    stages.add(stage(new Stage("read", loaded.rows().bytes(), 0, loaded.seconds())));
    fit.stages().forEach(each -> stages.add(stage(each)));
    Map<String, Object> json =
        Json.object(
            "samples", loaded.rows().count(),
            "features", loaded.rows().columns(),
            "kernel", fit.model().kernel().spec(),
            "map", fit.model().map().spec(),
            "selector", fit.selector(),
            "landmarks", fit.landmarkWeights() == null ? null : fit.landmarkWeights().length,
            "landmarkRows", fit.landmarkRows(),
            "landmarkWeights", fit.landmarkWeights(),
            "rank", fit.coordinates().columns(),
            "rankRequested", fit.rankRequested(),
            "eigenvalues", fit.model().eigenvalues());
    if (fit.rankReason() != null) {
      json.put("rankReason", fit.rankReason());
    }
    if (fit.clusters() != null) {
      json.put("clusterSizes", sizes(fit.clusters()));
    }
    if (agreement != null) {
      json.put("accuracy", agreement.accuracy());
      json.put("adjustedRand", agreement.adjustedRand());
    }
    json.putAll(
        Json.object(
            "operator", Json.object("kind", fit.operator()),
            "solver", Json.object("kind", fit.solver(), "iterations", fit.passes()),
            "notes", fit.notes(),
            "seed", wanted.seed,
            "threads", common.threads(),
            "stages", stages,
            "seconds", fit.seconds(),
            "version", FitReport.VERSION));
    return json;
  }

  private static Map<String, Object> stage(Stage stage) {
    return Json.object(
        "name", stage.name(),
        "seconds", stage.seconds(),
        "bytes", stage.bytes(),
        "kernelEvaluations", stage.kernelEvaluations());
  }

  private static int[] sizes(int[] clusters) {
    int[] sizes = new int[1 + Arrays.stream(clusters).max().orElse(0)];
    for (int cluster : clusters) {
      sizes[cluster]++;
    }
    return sizes;
  }

  private static String summary(ManifoldFit fit, ClusterAgreement agreement) {
    StringBuilder text = new StringBuilder();
    line(text, "map", fit.model().map().spec() + " of " + fit.coordinates().rows() + " rows");
    line(text, "kernel", fit.model().kernel().spec());
    if (fit.landmarkWeights() != null) {
      line(text, "points", fit.landmarkWeights().length + " landmarks by " + fit.selector());
    }
    String values =
        Arrays.stream(fit.model().eigenvalues())
            .limit(10)
            .mapToObj(value -> String.format(Locale.ROOT, "%.8g", value))
            .reduce((a, b) -> a + " " + b)
            .orElse("");
    line(text, "values", values + (fit.model().columns() > 10 ? " …" : ""));
    if (fit.rankReason() != null) {
      line(text, "rank", fit.rankReason());
    }
    if (fit.clusters() != null) {
      line(text, "clusters", Arrays.toString(sizes(fit.clusters())));
    }
    if (agreement != null) {
      line(
          text,
          "labels",
          String.format(
              Locale.ROOT,
              "accuracy %.6f, adjusted Rand %.6f",
              agreement.accuracy(),
              agreement.adjustedRand()));
    }
    line(text, "time", String.format(Locale.ROOT, "%.3f s", fit.seconds()));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-8s %s%n", name, Visible.line(value)));
  }
}
