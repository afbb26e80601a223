package dev.mercer.evidence.bench.landmarks;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.MercerProgram;
import dev.mercer.evidence.bench.RandomPoints;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.bench.exact.LargeCase;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Subset fits by the program from Parquet files with increasing numbers of rows, under one memory
 * limit: how the time grows, and whether memory grows.
 */
public record StreamCase(String name) implements BenchCase {

  private static final int[] ROWS = {100_000, 300_000, 1_000_000};
  private static final int[] QUICK_ROWS = {2_000, 4_000, 8_000};
  private static final int COLUMNS = 50;
  // The ratio of successive sides of the box: about twenty directions matter, as in real data.
  private static final double RATIO = 0.9;
  private static final String KERNEL = "gaussian(sigma=1)";
  private static final int LANDMARKS = 1000;
  private static final int RANK = 20;
  private static final String MEMORY = "1g";
  private static final double MEMORY_BYTES = 0x1p30;
  private static final int RUNS = 3;
  private static final double LARGEST_SLOPE = 1.1;

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    int landmarks = setting.quick() ? LANDMARKS / 10 : LANDMARKS;
    List<Object> sizes = new ArrayList<>();
    for (int rows : setting.quick() ? QUICK_ROWS : ROWS) {
      BenchCase.say(name + ": " + rows + " rows");
      Path file = folder(setting).resolve("box-" + rows + "x" + COLUMNS + ".parquet");
      RandomPoints.writeBox(file, rows, COLUMNS, RATIO);
      List<String> arguments =
          List.of(
              file.toString(),
              "--method",
              "subset",
              "--landmarks",
              Integer.toString(landmarks),
              "--rank",
              Integer.toString(RANK),
              "--kernel",
              KERNEL,
              "--memory",
              MEMORY);
      int runs = setting.quick() ? 1 : RUNS;
      double[] wall = new double[runs];
      double[] fit = new double[runs];
      double peak = 0;
      Object gap = null;
      for (int i = 0; i < runs; i++) {
        MercerProgram.Run run = setting.program().fit(arguments);
        wall[i] = run.seconds();
        fit[i] = Fields.number(run.report(), "seconds");
        peak = Math.max(peak, run.peakBytes());
        Map<String, Object> certificate = Fields.object(run.report(), "certificate");
        gap = Fields.object(certificate, "optimalityGapEstimate").get("value");
      }
      sizes.add(
          Json.object(
              "rows", rows,
              "seconds", wall,
              "fitSeconds", fit,
              "peakBytes", peak,
              "gapEstimate", gap));
    }
    return Json.object(
        "kernel", KERNEL,
        "landmarks", landmarks,
        "rank", RANK,
        "memory", MEMORY,
        "sizes", sizes);
  }

  private static Path folder(Setting setting) {
    try {
      return Files.createDirectories(setting.scratch().resolve("data"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The slope of the least-squares line through the logarithms of sizes and seconds. */
  public static double slope(double[] sizes, double[] seconds) {
    int count = sizes.length;
    double meanSize = 0;
    double meanTime = 0;
    for (int i = 0; i < count; i++) {
      meanSize += Math.log(sizes[i]) / count;
      meanTime += Math.log(seconds[i]) / count;
    }
    double product = 0;
    double square = 0;
    for (int i = 0; i < count; i++) {
      double size = Math.log(sizes[i]) - meanSize;
      product += size * (Math.log(seconds[i]) - meanTime);
      square += size * size;
    }
    return product / square;
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<Map<String, Object>> sizes = Fields.objects(record, "sizes");
    List<List<String>> table = new ArrayList<>();
    double allowed = LargeCase.MEMORY_SLACK * MEMORY_BYTES;
    for (Map<String, Object> size : sizes) {
      double peak = Fields.number(size, "peakBytes");
      table.add(
          List.of(
              Fields.text(size, "rows"),
              Timing.text(Fields.numbers(size, "seconds")),
              Timing.text(Fields.numbers(size, "fitSeconds")),
              Markdown.error(Fields.number(size, "gapEstimate")),
              Markdown.gigabytes(peak),
              "at most " + Markdown.gigabytes(allowed),
              Markdown.met(peak <= allowed)));
    }
    double[] rows = sizes.stream().mapToDouble(size -> Fields.number(size, "rows")).toArray();
    double[] fit =
        sizes.stream()
            .mapToDouble(size -> Timing.median(Fields.numbers(size, "fitSeconds")))
            .toArray();
    double slope = slope(rows, fit);
    page.heading("A million rows from a file")
        .paragraph(
            "`./mercer fit FILE.parquet --method subset --landmarks "
                + record.get("landmarks")
                + " --rank "
                + record.get("rank")
                + " --kernel '"
                + record.get("kernel")
                + "' --memory "
                + record.get("memory")
                + "` on rows of "
                + COLUMNS
                + " columns, uniform in a box. Wall time includes start-up, reading and writing the"
                + " model; the peak is the largest resident size of the process in any run, wanted"
                + " within 10% of the cap.")
        .table(
            List.of("rows", "wall s", "fit alone s", "gap, estimate", "peak", "wanted", "met"),
            table)
        .paragraph(
            String.format(
                Locale.ROOT,
                "%nSlope of log(fit seconds) on log(rows): %.3f; wanted: at most %.1f; met: %s.",
                slope,
                LARGEST_SLOPE,
                Markdown.met(slope <= LARGEST_SLOPE)));
  }
}
