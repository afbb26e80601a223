package dev.mercer.evidence.bench.uses;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.internal.json.Json;
import dev.mercer.use.ica.KernelIca;
import dev.mercer.use.ica.Unmixing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Recovery of three randomly mixed sources (uniform, Laplacian and one with two peaks) by kernel
 * ICA: Amari distances over several seeds.
 */
record IcaCase(String name, int seeds) implements BenchCase {

  private static final double ALLOWED = 0.1;

  private record Setup(String contrast, int rows) {}

  private static final List<Setup> SETUPS =
      List.of(
          new Setup("kgv", 500),
          new Setup("kgv", 1000),
          new Setup("kcca", 1000),
          new Setup("kgv", 5000));

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    List<Object> results = new ArrayList<>();
    for (Setup setup : setting.quick() ? SETUPS.subList(0, 1) : SETUPS) {
      BenchCase.say(name + ": " + setup.contrast() + ", " + setup.rows() + " rows");
      int runs = setting.quick() ? 1 : seeds;
      double[] distances = new double[runs];
      double[] seconds = new double[runs];
      for (int seed = 0; seed < runs; seed++) {
        double[][] mixing = new double[3][3];
        DenseRows rows = mixed(setup.rows(), seed, mixing);
        long start = System.nanoTime();
        Unmixing found = KernelIca.of(3).contrast(setup.contrast()).seed(seed).fit(rows);
        seconds[seed] = (System.nanoTime() - start) / 1e9;
        distances[seed] = Unmixing.distance(found.unmixing(), Matrix.of(mixing));
      }
      results.add(
          Json.object(
              "contrast",
              setup.contrast(),
              "rows",
              setup.rows(),
              "distances",
              distances,
              "seconds",
              seconds));
    }
    return Json.object("results", results);
  }

  /** Sources with mean 0 and variance 1, mixed by a matrix of normally distributed numbers. */
  private static DenseRows mixed(int n, long seed, double[][] mixing) {
    SplittableRandom random = new SplittableRandom(1000 + seed);
    for (double[] row : mixing) {
      for (int j = 0; j < 3; j++) {
        row[j] = random.nextGaussian();
      }
    }
    double[][] rows = new double[n][3];
    for (double[] row : rows) {
      double share = random.nextDouble() - 0.5;
      double[] sources = {
        Math.sqrt(12) * (random.nextDouble() - 0.5),
        -Math.signum(share) * Math.log1p(-2 * Math.abs(share)) / Math.sqrt(2),
        0.9 * (random.nextBoolean() ? 1 : -1) + Math.sqrt(0.19) * random.nextGaussian()
      };
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          row[i] += mixing[i][j] * sources[j];
        }
      }
    }
    return DenseRows.of(rows);
  }

  static void append(Markdown page, Map<String, Object> record) {
    List<List<String>> lines = new ArrayList<>();
    for (Map<String, Object> result : Fields.objects(record, "results")) {
      double[] distances = Fields.numbers(result, "distances");
      double mean = Arrays.stream(distances).average().orElseThrow();
      double worst = Arrays.stream(distances).max().orElseThrow();
      lines.add(
          List.of(
              Fields.text(result, "contrast"),
              Fields.text(result, "rows"),
              Integer.toString(distances.length),
              number(mean),
              number(worst),
              number(2 * worst),
              Timing.text(Timing.median(Fields.numbers(result, "seconds"))),
              Markdown.met(worst < ALLOWED)));
    }
    page.heading("Three mixed sources found again")
        .paragraph(
            "A uniform, a Laplacian and a two-peaked source, mixed by a random matrix, another one for"
                + " every seed. Amari distance between 0 and 1; Bach and Jordan's own number, from 0"
                + " to 2 for three sources, is twice that.")
        .table(
            List.of(
                "contrast", "rows", "seeds", "mean", "worst", "worst, 0 to 2", "s", "below 0.1"),
            lines);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
