package dev.mercer.app.cli.uses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPcaModel;
import dev.mercer.app.Program;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import dev.mercer.use.denoise.ImageErrors;
import dev.mercer.use.denoise.Noise;
import dev.mercer.use.denoise.RowMoments;
import dev.mercer.use.preimage.Preimages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Denoising through the command line: numbers against the library, and what is refused. */
class DenoiseVerbTest {

  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path model;
  private static Path clean;
  private static Matrix rows;

  /** Rows of 4 x 3 pixels from 0 to 10 with two hidden causes, and a model of them. */
  @BeforeAll
  static void fit() throws IOException {
    int n = 60;
    int d = 12;
    double[] values = new double[n * d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        values[i * d + j] =
            Math.round(5 + 4 * Math.sin(i * 0.37 + j) * Math.cos(i * 0.11 - 0.3 * j));
      }
    }
    rows = Matrix.wrap(n, d, values);
    clean = write(shared.resolve("clean.csv"), rows);
    model = shared.resolve("m.safetensors");
    Program run =
        Program.run(
            "fit", clean, "--kernel", "gaussian(sigma=8)", "--rank", 5, "--quiet", "-o", model);
    assertThat(run.exit()).as(run.err()).isZero();
  }

  private static Path write(Path file, Matrix table) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        IntStream.range(0, table.columns())
            .mapToObj(j -> "pixel" + j)
            .collect(Collectors.joining(",")));
    for (int i = 0; i < table.rows(); i++) {
      lines.add(
          java.util.Arrays.stream(table.row(i))
              .mapToObj(x -> Double.isNaN(x) ? "" : Double.toString(x))
              .collect(Collectors.joining(",")));
    }
    return Files.write(file, lines);
  }

  private static Matrix read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return Matrix.of(
        lines.stream()
            .skip(1)
            .map(
                line ->
                    java.util.Arrays.stream(line.split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
            .toArray(double[][]::new));
  }

  private Program denoise(Object... options) {
    Object[] all = new Object[options.length + 1];
    all[0] = "denoise";
    System.arraycopy(options, 0, all, 1, options.length);
    return Program.run(all);
  }

  private static Matrix byLibrary(Matrix noisy) throws IOException {
    try (Workers workers = Workers.of(1)) {
      return Preimages.of(KernelPcaModel.load(model), "auto", workers.threads())
          .of(DenseRows.of(noisy))
          .points();
    }
  }

  @Test
  void addedNoiseIsTakenOffAndMeasured() throws IOException {
    Path out = folder.resolve("out.csv");
    Path report = folder.resolve("r.json");
    Path sheet = folder.resolve("sheet.png");
    Program run =
        denoise(
            clean,
            "-m",
            model,
            "-o",
            out,
            "--noise",
            "gaussian(sigma=2)",
            "--seed",
            5,
            "--report",
            report,
            "--sheet",
            sheet,
            "--shape",
            "4x3",
            "--baseline",
            "median,wiener,linear",
            "--train",
            clean);
    assertThat(run.exit()).as(run.err()).isZero();
    Matrix noisy = Noise.parse("gaussian(sigma=2)").on(DenseRows.of(rows), 5);
    Matrix expected = byLibrary(noisy);
    assertThat(read(out).values()).isEqualTo(expected.values());
    assertThat(Files.readAllLines(out).get(0)).startsWith("pixel0,pixel1,");
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    ImageErrors errors = ImageErrors.of(rows, expected);
    assertThat((double) json.get("mse")).isEqualTo(errors.perPixel());
    assertThat((double) json.get("peak")).isEqualTo(8);
    assertThat((double) json.get("psnr")).isCloseTo(errors.psnr(8), within(1e-12));
    assertThat((double) json.get("squaredError")).isCloseTo(12 * errors.perPixel(), within(1e-9));
    double before = (double) ((Map<?, ?>) json.get("noisy")).get("mse");
    assertThat(before).isEqualTo(ImageErrors.of(rows, noisy).perPixel());
    assertThat(errors.perPixel()).isLessThan(0.7 * before);
    assertThat(json).containsEntry("noise", "gaussian(sigma=2)").containsEntry("seed", 5L);
    assertThat(((Map<?, ?>) json.get("baselines")).keySet().toString())
        .isEqualTo("[median, wiener, linear]");
    assertThat(run.out().lines().map(line -> line.split(" ")[0]))
        .containsExactly("noisy", "denoised", "median", "wiener", "linear");
    assertThat(run.out()).contains("psnr").contains("mse");
    assertThat(run.err()).contains("60 rows in ");
    assertThat(ImageIO.read(sheet.toFile()).getWidth()).isEqualTo(4 + 10 * (3 * 12 + 4));
  }

  @Test
  void noisyRowsAreJudgedByTheReference() throws IOException {
    Noise noise = Noise.parse("salt-pepper(p=0.2,low=0,high=10)");
    Path noisy = write(folder.resolve("noisy.csv"), noise.on(DenseRows.of(rows), 3));
    Path report = folder.resolve("r.json");
    for (String ending : List.of("npy", "parquet", "csv")) {
      Path out = folder.resolve("out." + ending);
      Program run =
          denoise(
              noisy,
              "--clean",
              clean,
              "-m",
              model,
              "-o",
              out,
              "--report",
              report,
              "--clip",
              "0:10",
              "--peak",
              10,
              "--baseline",
              "wiener",
              "--train",
              clean,
              "--quiet");
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.err()).isEmpty();
      assertThat(out).isNotEmptyFile();
    }
    double[] denoised = byLibrary(noise.on(DenseRows.of(rows), 3)).toArray();
    for (int i = 0; i < denoised.length; i++) {
      denoised[i] = Math.max(0, Math.min(10, denoised[i]));
    }
    assertThat(read(folder.resolve("out.csv")).values()).isEqualTo(denoised);
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    ImageErrors errors = ImageErrors.of(rows, Matrix.wrap(60, 12, denoised));
    assertThat((double) json.get("mse")).isEqualTo(errors.perPixel());
    assertThat((double) json.get("psnr")).isCloseTo(errors.psnr(10), within(1e-12));
    assertThat(json).containsEntry("clip", "0:10").containsEntry("noise", null);
  }

  @Test
  void withoutTruthRowsAreOnlyWritten() throws IOException {
    Path out = folder.resolve("out.csv");
    Path report = folder.resolve("r.json");
    Path sheet = folder.resolve("s.png");
    Program run =
        denoise(
            clean,
            "-m",
            model,
            "-o",
            out,
            "--report",
            report,
            "--sheet",
            sheet,
            "--shape",
            "3x4",
            "--sheet-images",
            3);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(read(out).values()).isEqualTo(byLibrary(rows).values());
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    assertThat(json).containsEntry("mse", null).containsEntry("psnr", null);
    assertThat((double) json.get("featureDistance")).isPositive();
    assertThat(ImageIO.read(sheet.toFile()).getWidth()).isEqualTo(4 + 3 * (4 * 12 + 4));
  }

  @Test
  void filtersAreMadeOfTheTrainingRowsAskedFor() throws IOException {
    Path report = folder.resolve("r.json");
    Program run =
        denoise(
            clean,
            "--rows",
            "30:",
            "-m",
            model,
            "-o",
            folder.resolve("out.npy"),
            "--noise",
            "gaussian(sigma=2)",
            "--baseline",
            "wiener",
            "--train",
            clean,
            "--train-rows",
            "0:30",
            "--report",
            report);
    assertThat(run.exit()).as(run.err()).isZero();
    DenseRows first = DenseRows.wrap(30, 12, java.util.Arrays.copyOf(rows.toArray(), 360));
    Matrix last = Matrix.wrap(30, 12, java.util.Arrays.copyOfRange(rows.toArray(), 360, 720));
    Matrix filtered =
        RowMoments.of(first).wiener(4).apply(Noise.gaussian(2).on(DenseRows.of(last), 0));
    Map<?, ?> baselines = (Map<?, ?>) Json.parseObject(Files.readString(report)).get("baselines");
    assertThat((double) ((Map<?, ?>) baselines.get("wiener")).get("mse"))
        .isCloseTo(ImageErrors.of(last, filtered).perPixel(), within(1e-12));
  }

  @Test
  void threadsChangeNoBit() throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (int threads : new int[] {1, 3}) {
      Path out = folder.resolve("out" + threads + ".npy");
      assertThat(
              denoise(
                      clean,
                      "-m",
                      model,
                      "-o",
                      out,
                      "--noise",
                      "salt-pepper(p=0.3)",
                      "--threads",
                      threads)
                  .exit())
          .isZero();
      files.add(Files.readAllBytes(out));
    }
    assertThat(files.get(0)).isEqualTo(files.get(1));
  }

  @Test
  void incompleteRowsAreWrittenAsNaN() throws IOException {
    double[] values = rows.toArray();
    values[2 * 12 + 4] = Double.NaN;
    Path gaps = write(folder.resolve("gaps.csv"), Matrix.wrap(60, 12, values));
    Path out = folder.resolve("out.csv");
    assertThat(denoise(gaps, "-m", model, "-o", out).reason()).contains("row 2").contains("pixel4");
    assertThat(out).doesNotExist();
    Path report = folder.resolve("r.json");
    Program run =
        denoise(
            gaps,
            "--clean",
            clean,
            "-m",
            model,
            "-o",
            out,
            "--missing",
            "drop",
            "--report",
            report,
            "--sheet",
            folder.resolve("s.png"),
            "--shape",
            "4x3");
    assertThat(run.exit()).as(run.err()).isZero();
    Matrix written = read(out);
    assertThat(written.rows()).isEqualTo(60);
    assertThat(written.row(2)).containsOnly(Double.NaN);
    assertThat(written.row(3)).doesNotContain(Double.NaN);
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    assertThat(json).containsEntry("incompleteRows", 1L);
    assertThat((double) json.get("mse")).isFinite();
    assertThat(run.err()).contains("1 of them incomplete");
  }

  @Test
  void constantRowsHaveNoPsnr() throws IOException {
    double[] same = new double[24];
    Path flat = write(folder.resolve("flat.csv"), Matrix.wrap(2, 12, same));
    Path report = folder.resolve("r.json");
    Path out = folder.resolve("out.csv");
    Program run =
        denoise(flat, "-m", model, "-o", out, "--noise", "gaussian(sigma=1)", "--report", report);
    assertThat(run.exit()).as(run.err()).isZero();
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    assertThat(json).containsEntry("psnr", null).containsEntry("peak", null);
    assertThat((double) json.get("mse")).isPositive();
    refused(flat, List.of("--noise", "salt-pepper(p=0.5)"), "no range");
  }

  @Test
  void wrongUseIsExplainedAndNothingIsWritten() throws IOException {
    Path fewer = write(folder.resolve("fewer.csv"), Matrix.wrap(2, 12, new double[24]));
    Path narrow = write(folder.resolve("narrow.csv"), Matrix.wrap(60, 3, new double[180]));
    refused(clean, List.of("--noise", "gaussian(sigma=0)"), "sigma = 0; it must be above 0");
    refused(clean, List.of("--noise", "gaussian(sigma=-5)"), "above 0");
    refused(clean, List.of("--noise", "gaussian(sigma=NaN)"), "not a number");
    refused(clean, List.of("--noise", "gaussian"), "needs sigma");
    refused(clean, List.of("--noise", "salt-pepper(p=1.5)"), "at most 1");
    refused(clean, List.of("--noise", "salt-pepper(p=-0.1)"), "above 0 and at most 1");
    refused(clean, List.of("--noise", "salt-peper(p=0.1)"), "salt-pepper");
    refused(clean, List.of("--noise", "gaussian(sigma=1)", "--clean", clean), "give one of them");
    refused(clean, List.of("--clean", fewer), "has 2 rows");
    refused(clean, List.of("--clean", narrow), "pixel3");
    refused(narrow, List.of(), "pixel3");
    refused(clean, List.of("--clean", folder.resolve("none.csv")), "none.csv");
    refused(clean, List.of("--sheet", folder.resolve("s.png")), "no square images", "--shape");
    refused(clean, List.of("--shape", "5x3"), "15 pixels, but the rows 12");
    refused(clean, List.of("--shape", "5"), "--shape", "HEIGHTxWIDTH");
    refused(clean, List.of("--sheet", folder.resolve("s.svg"), "--shape", "4x3"), ".png");
    refused(clean, List.of("--sheet", folder.resolve("no/s.png"), "--shape", "4x3"), "folder");
    refused(clean, List.of("--sheet-images", "0"), "at least 1");
    refused(clean, List.of("--clip", "9:1"), "--clip", "the first the lower");
    refused(clean, List.of("--peak", "0"), "--peak");
    refused(clean, List.of("--preimage", "nika"), "mika");
    refused(clean, List.of("--baseline", "median"), "--clean or --noise");
    refused(
        clean, List.of("--noise", "gaussian(sigma=1)", "--baseline", "median"), "no square images");
    refused(clean, List.of("--clean", clean, "--baseline", "wiener"), "--train");
    refused(clean, List.of("--clean", clean, "--baseline", "linear", "--train", clean), "--noise");
    refused(clean, List.of("--clean", clean, "--baseline", "bm3d"), "median");
    refused(clean, List.of("--train", clean), "--baseline");
    refused(clean, List.of("--report", folder.resolve("never.csv")), "two outputs");
    refused(
        clean,
        List.of("--clean", clean, "--baseline", "wiener", "--train", clean),
        "mean squared noise = 0");
    refused(folder.resolve("absent.csv"), List.of(), "absent.csv");
  }

  private void refused(Path data, List<?> options, String... parts) throws IOException {
    List<Object> all = new ArrayList<>(List.of(data, "-m", model, "-o"));
    all.add(folder.resolve("never.csv"));
    all.addAll(options);
    try (var before = Files.list(folder)) {
      List<Path> files = before.sorted().toList();
      Program run = denoise(all.toArray());
      assertThat(run.exit()).as(options + ": " + run.err()).isEqualTo(2);
      assertThat(run.reason()).contains(parts);
      assertThat(run.err()).doesNotContain("\tat ");
      try (var after = Files.list(folder)) {
        assertThat(after.sorted().toList()).as("nothing half written").isEqualTo(files);
      }
    }
  }

  @Test
  void anotherEndingIsRefused() {
    Program run = denoise(clean, "-m", model, "-o", folder.resolve("out.txt"));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.reason()).contains(".csv, .npy, .parquet");
  }
}
