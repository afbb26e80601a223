package dev.mercer.app.cli.uses;

import dev.mercer.FitReport;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
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
import dev.mercer.data.Scaling;
import dev.mercer.internal.json.Json;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.use.ica.KernelIca;
import dev.mercer.use.ica.Unmixing;
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

/** {@code mercer ica}: finds the independent sources of rows that are mixtures. */
@Command(
    name = "ica",
    description = "Unmix DATA into independent sources by kernel ICA.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class IcaVerb implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description = "Mixtures: a file, a glob, builtin:NAME or synthetic:NAME(key=value,...).")
  @Reads
  private String data;

  @Option(
      names = "--components",
      required = true,
      paramLabel = "K",
      description = {
        "Sources to find, 2 or more, at most one a column;",
        "with fewer, the leading principal components are",
        "unmixed."
      })
  private int components;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "Where to write s1 to sK, by ending: csv, npy, parquet.")
  @Writes
  private Path output;

  @Option(
      names = "--kernel",
      paramLabel = "SPEC",
      description = {
        "The kernel on a source's values, of variance 1",
        "(default: gaussian(sigma=1) for up to 1,000 rows,",
        "gaussian(sigma=0.5) for more)."
      })
  private String kernel;

  @Option(
      names = "--kappa",
      paramLabel = "K",
      description = {
        "Regularization, above 0 (default: 0.02 for up to",
        "1,000 rows, 0.002 for more)."
      })
  private Double kappa;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = {
        "Share of a Gram matrix's trace that incomplete",
        "Cholesky may leave out (default: kappa / 100)."
      })
  private Double tolerance;

  @Option(
      names = "--contrast",
      paramLabel = "kgv|kcca",
      description = {
        "How dependence is measured: kernel generalized",
        "variance (default) or first canonical correlation."
      })
  private String contrast = "kgv";

  @Option(
      names = "--starts",
      paramLabel = "N",
      description = "Starts to search from, the best is taken (default: 3).")
  private int starts = 3;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness (default: 0).")
  private long seed;

  @Option(
      names = "--scale",
      paramLabel = "KIND",
      description = {
        "none, standard, minmax or max=VALUE (default: none);",
        "sources differ only where K is below the columns."
      })
  private String scale = "none";

  @Option(
      names = "--plot",
      paramLabel = "FILE.svg",
      description = "Also draw the first two sources.")
  @Writes
  private Path plot;

  @Option(
      names = "--report",
      paramLabel = "FILE.json",
      description = "Also write the unmixing matrix, the contrast and how it was found.")
  @Writes
  private Path report;

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  IcaVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    KernelIca settings = settings();
    Outputs.requireTable("--output", output);
    Outputs.requireEnding("--plot", plot, ".svg");
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--plot", plot);
    Outputs.requireWritable("--report", report);
    if (options.weights != null) {
      throw new IllegalArgumentException(
          "ica takes no sample weights; leave --weights out and --drop the column");
    }
    Progress progress = common.progress(console);
    try (LoadedRows loaded =
        Loading.load(
            options.request(data, NativeMemory.forReading(common), common.threads()),
            scale,
            null,
            Precision.DOUBLE,
            common.heap(),
            false,
            progress)) {
      common.sayDropped(console, loaded.dropped());
      unmix(loaded, settings.progress(progress));
    }
    return 0;
  }

  /** The settings; errors in the options are reported before data is read. */
  private KernelIca settings() {
    Scaling.checkKind(scale);
    KernelIca settings =
        KernelIca.of(components)
            .contrast(contrast)
            .starts(starts)
            .seed(seed)
            .threads(common.threads());
    settings = kernel == null ? settings : settings.kernel(KernelSpec.parse(kernel));
    settings = kappa == null ? settings : settings.kappa(kappa);
    return tolerance == null ? settings : settings.tolerance(tolerance);
  }

  private void unmix(LoadedRows loaded, KernelIca settings) throws IOException {
    long start = System.nanoTime();
    Unmixing found = settings.fit(loaded.rows());
    double seconds = (System.nanoTime() - start) / 1e9;
    Matrix sources = found.sources(loaded.rows());
    try (Results results = new Results()) {
      try (TableWriter writer = results.table(output, names(), common)) {
        writer.write(sources.values(), sources.rows());
        writer.finish();
      }
      if (plot != null) {
        String[] labels = loaded.labels();
        if (labels == null) {
          labels = new String[sources.rows()];
          Arrays.fill(labels, "rows");
        }
        results.text(
            plot,
            ScatterPlot.titled("Independent components", "s1", "s2")
                .points(sources.column(0), sources.column(1), labels)
                .svg());
      }
      if (report != null) {
        results.text(report, report(loaded, found, seconds));
      }
      results.commit();
    }
    System.out.print(summary(loaded, found, seconds));
  }

  private List<String> names() {
    return IntStream.rangeClosed(1, components).mapToObj(i -> "s" + i).toList();
  }

  private String report(LoadedRows loaded, Unmixing found, double seconds) {
    // In the units of the data, whatever scaling was applied: s = unmixing (x - mean).
    Scaling scaling =
        loaded.scaling() == null ? Scaling.none(found.mean().length) : loaded.scaling();
    double[] mean = found.mean().clone();
    scaling.invert(mean, 0, 1);
    double[] factor = scaling.factor();
    List<Object> unmixing = new ArrayList<>();
    for (int c = 0; c < components; c++) {
      double[] row = found.unmixing().row(c);
      Arrays.setAll(row, j -> row[j] * factor[j]);
      unmixing.add(row);
    }
    return Json.write(
        Json.object(
            "samples", loaded.rows().count(),
            "features", loaded.rows().columns(),
            "featureNames", loaded.featureNames().isEmpty() ? null : loaded.featureNames(),
            "scale", loaded.scaling() == null ? "none" : loaded.scaling().kind(),
            "components", components,
            "contrastKind", contrast,
            "contrast", found.contrast(),
            "startContrasts", found.startContrasts(),
            "unmixing", unmixing,
            "mean", mean,
            "kurtosis", found.kurtosis(),
            "kernel", found.kernel().spec(),
            "kappa", found.kappa(),
            "tolerance", found.tolerance(),
            "rowsUsed", found.rowsUsed(),
            "iterations", found.sweeps(),
            "evaluations", found.evaluations(),
            "seed", seed,
            "threads", common.threads(),
            "readSeconds", loaded.seconds(),
            "seconds", seconds,
            "version", FitReport.VERSION));
  }

  private String summary(LoadedRows loaded, Unmixing found, double seconds) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "samples  %d x %d%nkernel   %s, kappa %s%ncontrast %.6g (%s) after %d sweeps%n%n",
            loaded.rows().count(),
            loaded.rows().columns(),
            found.kernel().spec(),
            found.kappa(),
            found.contrast(),
            contrast,
            found.sweeps()));
    text.append(String.format(Locale.ROOT, "%4s %16s%n", "", "excess kurtosis"));
    for (int c = 0; c < components; c++) {
      text.append(String.format(Locale.ROOT, "%4s %16.4f%n", "s" + (c + 1), found.kurtosis()[c]));
    }
    return text.append(String.format(Locale.ROOT, "%ntime     %.3f s%n", seconds)).toString();
  }
}
