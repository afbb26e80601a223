package dev.mercer.evidence.bench.exact;

import dev.mercer.evidence.bench.BenchData;
import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.BenchProgram;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.kernel.Gaussian;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures exact kernel PCA from start to end, next to scikit-learn in the same run, and writes
 * evidence/results/exact.jsonl and exact.md. Started by {@code evidence/exact}, which explains the
 * arguments.
 */
public final class ExactComparison {

  private static final Gaussian MNIST = Gaussian.gamma(0.02);
  private static final BenchData TRAIN = BenchData.mnist("train");

  public static final BenchPage PAGE =
      new BenchPage(
          "exact",
          "Exact kernel PCA against scikit-learn",
          "evidence/exact",
          List.of(
              new FitCase(
                  "digits", BenchData.csv("digits.csv.gz"), Gaussian.gamma(0.001), 5, 3, 0, false),
              new FitCase(
                  "pendigits",
                  BenchData.csv("pendigits.csv.gz"),
                  Gaussian.sigma(120),
                  5,
                  10,
                  0,
                  false),
              new FitCase(
                  "usps", BenchData.csv("usps-train.csv.gz"), Gaussian.sigma(18), 15, 4, 0, false),
              new FitCase("mnist26", TRAIN.only("2", "6"), MNIST, 2, 4, 0, false),
              new FitCase("mnist20k", TRAIN.first(20_000), MNIST, 10, 4, 7, true),
              new TransformCase(
                  "transform", TRAIN.first(20_000), BenchData.mnist("t10k"), MNIST, 10, 1.6, 3),
              new LargeCase("mnist60k", TRAIN, MNIST, 10),
              new StartCase("start"),
              new TileCase("tiles")),
          ExactComparison::append);

  private ExactComparison() {}

  public static void main(String[] arguments) throws IOException {
    BenchProgram.main(arguments, List.of(PAGE));
  }

  private static void append(Markdown page, Map<String, Map<String, Object>> records) {
    Map<String, Map<String, Object>> fits = new LinkedHashMap<>(records);
    fits.values().removeIf(record -> !record.containsKey("columns"));
    if (!fits.isEmpty()) {
      FitTables.append(page, fits);
    }
    BenchPage.section(page, records, "transform", TransformCase::append);
    BenchPage.section(page, records, "mnist60k", LargeCase::append);
    BenchPage.section(page, records, "start", StartCase::append);
    BenchPage.section(page, records, "tiles", TileCase::append);
  }
}
