package dev.mercer.evidence.bench.spark;

import dev.mercer.evidence.bench.BenchPage;
import dev.mercer.evidence.bench.BenchProgram;
import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Measures kernel PCA on a cluster, next to the core module; writes the page spark under
 * evidence/results. Started by {@code evidence/spark}, which explains the arguments.
 */
public final class SparkComparison {

  static final BenchPage PAGE =
      new BenchPage(
          "spark",
          "Kernel PCA on Spark",
          "evidence/spark",
          List.of(
              new SparkCase(
                  "scale",
                  settings(3, 500, 500_000, 1_000_000, 2_000_000, 5_000_000),
                  settings(1, 50, 2_000, 4_000, 8_000)),
              new SparkCase("core", settings(5, 500, 1_000_000), settings(1, 50, 5_000)),
              new SparkCase("equality", settings(1, 500, 50_000), settings(1, 50, 2_000)),
              new SparkCase("faults", settings(3, 500, 500_000), settings(1, 50, 20_000))),
          SparkComparison::append);

  private SparkComparison() {}

  private static Map<String, Object> settings(int runs, int landmarks, int... rows) {
    return Json.object("rows", rows, "landmarks", landmarks, "rank", 10, "runs", runs);
  }

  public static void main(String[] arguments) throws IOException {
    BenchProgram.main(arguments, List.of(PAGE), false);
  }

  private static void append(Markdown page, Map<String, Map<String, Object>> records) {
    records.values().stream()
        .map(record -> Fields.text(record, "cluster"))
        .distinct()
        .forEach(cluster -> page.paragraph("- " + cluster));
    BenchPage.section(page, records, "scale", SparkTables::scale);
    BenchPage.section(page, records, "core", SparkTables::core);
    BenchPage.section(page, records, "equality", SparkTables::equality);
    BenchPage.section(page, records, "faults", SparkTables::faults);
  }
}
