package dev.mercer.app.cli.uses;

import dev.mercer.KernelPcaModel;
import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.DataOptions;
import dev.mercer.app.cli.options.ModelInput;
import dev.mercer.app.cli.options.Models;
import dev.mercer.app.cli.options.NativeMemory;
import dev.mercer.app.cli.options.Outputs;
import dev.mercer.app.cli.options.Reads;
import dev.mercer.app.cli.options.Results;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.MissingPolicy;
import dev.mercer.app.data.RowRange;
import dev.mercer.app.data.load.LoadedRows;
import dev.mercer.app.data.load.Loading;
import dev.mercer.app.data.write.TableWriter;
import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.Indefinite;
import dev.mercer.use.denoise.ImageShape;
import dev.mercer.use.denoise.Noise;
import dev.mercer.use.denoise.ValueRange;
import dev.mercer.use.preimage.Preimages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code mercer denoise}: every row is projected onto the components of the model and replaced by
 * the pre-image of its projection (SK sec. 6.5).
 */
@Command(
    name = "denoise",
    description = "Write DATA without its noise: the pre-image of the projection of every row.",
    sortOptions = false,
    abbreviateSynopsis = true)
public final class DenoiseVerb implements Callable<Integer> {

  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description = "The noisy rows; with --noise clean ones, to which it is added.")
  @Reads
  private String data;

  @Mixin private ModelInput model;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "Where to write the denoised rows, by ending: csv, npy, parquet.")
  @Writes
  private Path output;

  @Option(
      names = "--noise",
      paramLabel = "SPEC",
      description = {
        "Noise to add to DATA first, in units of the data:",
        "gaussian(sigma=50) or salt-pepper(p=0.1), which goes",
        "to the ends of the data's range, or of",
        "salt-pepper(p=0.1,low=0,high=255)."
      })
  private String noise;

  @Option(
      names = "--clean",
      paramLabel = "REF",
      description = "The rows of DATA without noise, to measure the result by.")
  @Reads
  private String clean;

  @Option(
      names = "--preimage",
      paramLabel = "SPEC",
      description = "auto (default), mika, kwok-tsang(neighbors=10), ridge.")
  private String preimage = "auto";

  @Option(
      names = "--clip",
      paramLabel = "LOW:HIGH",
      description = "Cut denoised values off at both ends, for instance 0:255 (default: not).")
  private ValueRange clip;

  @Option(
      names = "--baseline",
      paramLabel = "median,wiener,linear",
      split = ",",
      hideParamSyntax = true,
      description = {
        "Measure these filters, too: median (3 x 3), wiener",
        "(SK's, made of TRAIN and the mean squared noise),",
        "linear (the best one for --noise)."
      })
  private List<String> baselines = List.of();

  @Option(
      names = "--train",
      paramLabel = "TRAIN",
      description = "Clean rows for the linear filters.")
  @Reads
  private String train;

  @Option(
      names = "--train-rows",
      paramLabel = "A:B",
      description = "Only these rows of TRAIN (default: all; --rows is for DATA and REF).")
  private RowRange trainRows = RowRange.ALL;

  @Option(
      names = "--peak",
      paramLabel = "VALUE",
      description = "Of psnr (default: largest less smallest clean value).")
  private Double peak;

  @Option(
      names = "--shape",
      paramLabel = "HxW",
      description = "Height and width of the images that rows are (default: square).")
  private ImageShape shape;

  @Option(
      names = "--sheet",
      paramLabel = "FILE.png",
      description = "Also draw the first images: original, noisy, denoised.")
  @Writes
  private Path sheet;

  @Option(
      names = "--sheet-images",
      paramLabel = "N",
      description = "How many of them (default: 10).")
  private int sheetImages = 10;

  @Option(names = "--seed", paramLabel = "N", description = "Of the noise (default: 0).")
  private long seed;

  @Option(names = "--report", paramLabel = "FILE.json", description = "Also write the result.")
  @Writes
  private Path report;

  @Mixin private DataOptions options;
  @Mixin private CommonOptions common;

  private final Console console;

  DenoiseVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Noise wanted = noise == null ? null : Noise.parse(noise);
    DenoiseBaselines filters = new DenoiseBaselines(baselines, wanted, clean != null, train);
    requireUse();
    Preimages.check(preimage);
    KernelPcaModel fitted = model.load(common);
    ImageShape images = shape(fitted.columns(), filters);
    Progress progress = common.progress(console);
    try (Workers workers = Workers.of(common.threads());
        LoadedRows rows = load(data, fitted, false, progress);
        LoadedRows reference = clean == null ? null : load(clean, fitted, false, progress);
        LoadedRows training = train == null ? null : load(train, fitted, true, progress);
        Results results = new Results()) {
      requireSameCount(rows, reference);
      Preimages inverse = Preimages.of(fitted, preimage, workers.threads());
      Noise settled = wanted == null ? null : wanted.settled(rows.rows());
      NoisyRows noisy =
          new NoisyRows(rows.rows(), reference == null ? null : reference.rows(), settled, seed);
      Map<String, UnaryOperator<Matrix>> others =
          filters.made(images, settled, training == null ? null : training.rows(), noisy);
      DenoiseRun run =
          new DenoiseRun(noisy, inverse, clip, others, sheet == null ? 0 : sheetImages);
      DenoiseRun.Outcome outcome;
      List<String> names = Models.columnNames(fitted, rows.featureNames());
      try (TableWriter writer = results.table(output, names, common)) {
        outcome = run.run(writer, common.heap(), progress);
        writer.finish();
      }
      DenoiseSummary summary = new DenoiseSummary(outcome, peak(noisy));
      if (sheet != null) {
        results.bytes(sheet, summary.sheet(images, settled).png());
      }
      if (report != null) {
        Map<String, Object> result = json(summary, settled, images);
        Indefinite.explain(result, fitted.kernel(), List.of("featureDistance"));
        results.text(report, Json.write(result));
      }
      results.commit();
      summary.lines().forEach(System.out::println);
      common.say(console, summary.speed());
    }
    return 0;
  }

  private void requireUse() throws IOException {
    if (noise != null && clean != null) {
      throw new IllegalArgumentException(
          "--noise adds noise to clean rows and --clean says what noisy rows were before; give one"
              + " of them");
    }
    if (peak != null && (!(peak > 0) || peak.isInfinite())) {
      throw new IllegalArgumentException("--peak " + peak + "; it must be above 0 and finite");
    }
    if (sheetImages < 1) {
      throw new IllegalArgumentException(
          "--sheet-images " + sheetImages + "; at least 1 is needed");
    }
    Outputs.requireTable("--output", output);
    Outputs.requireEnding("--sheet", sheet, ".png");
    Outputs.requireWritable("--output", output);
    Outputs.requireWritable("--sheet", sheet);
    Outputs.requireWritable("--report", report);
  }

  /** Null if no images are needed and no shape is given. */
  private ImageShape shape(int columns, DenoiseBaselines filters) {
    if (shape != null) {
      return shape.requirePixels(columns);
    }
    if (sheet == null && !filters.wantImages()) {
      return null;
    }
    try {
      return ImageShape.square(columns);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + ", by --shape", e);
    }
  }

  /**
   * Loads rows: those of DATA and REF chosen by number and class, those of TRAIN by an option of
   * their own.
   */
  private LoadedRows load(
      String source, KernelPcaModel fitted, boolean training, Progress progress) {
    DataRequest request =
        options
            .request(source, NativeMemory.forReading(common), common.threads())
            .withExpected(Models.expectedColumns(fitted));
    request =
        training
            ? request.withRows(trainRows).withClasses(List.of()).withLabelsFile(null)
            : request.withMissing(options.policy(MissingPolicy.NAN));
    // Without scaling, because noise and errors are in units of the data; gaps are allowed.
    Scaling none = Scaling.none(fitted.columns());
    return Loading.load(request, "none", none, Precision.DOUBLE, common.heap(), true, progress);
  }

  private void requireSameCount(LoadedRows rows, LoadedRows reference) {
    if (reference != null && reference.rows().count() != rows.rows().count()) {
      throw new IllegalArgumentException(
          "--clean "
              + clean
              + " has "
              + reference.rows().count()
              + " rows, "
              + data
              + " has "
              + rows.rows().count()
              + "; each noisy row needs its clean one");
    }
  }

  /** The peak value; NaN if there is none. */
  private double peak(NoisyRows noisy) {
    Rows truth = noisy.clean();
    return peak != null
        ? peak
        : truth == null
            ? Double.NaN
            : ValueRange.seenIn(truth).map(ValueRange::width).orElse(Double.NaN);
  }

  private Map<String, Object> json(DenoiseSummary summary, Noise settled, ImageShape images) {
    Map<String, Object> result = summary.json();
    result.put("noise", settled == null ? null : settled.spec());
    result.put("seed", settled == null ? null : seed);
    result.put("preimage", preimage);
    result.put("clip", clip == null ? null : clip.text());
    result.put("shape", images == null ? null : images.text());
    result.put("threads", common.threads());
    return result;
  }
}
