package dev.mercer.evidence.bench.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.evidence.bench.Markdown;
import dev.mercer.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What the page of Spark concludes from numbers made up for it. */
class SparkPageTest {

  private static String page(
      BiConsumer<Markdown, Map<String, Object>> section, Map<String, Object> record) {
    record.putAll(
        Json.object(
            "kernel", "gaussian(sigma=10)", "landmarks", 500, "rank", 10, "partitions", 16));
    Markdown page = new Markdown();
    section.accept(page, Json.parseObject(Json.compact(record)));
    return page.toString();
  }

  private static Map<String, Object> scale(double power, double growth) {
    List<Object> sizes = new ArrayList<>();
    for (double rows : new double[] {1e6, 2e6, 4e6}) {
      double seconds = 10 * Math.pow(rows / 1e6, power);
      sizes.add(
          Json.object(
              "rows",
              rows,
              "seconds",
              new double[] {seconds, seconds, 2 * seconds},
              "stages",
              List.of(Json.object("survey", 0.1 * seconds, "features", 0.8 * seconds)),
              "peakHeapBytes",
              5e8,
              "liveHeapBytes",
              5e7,
              "peakBytes",
              8e8 * (rows == 4e6 ? growth : 1),
              "backends",
              Json.object("0", "native BLAS", "1", "native BLAS")));
    }
    return Json.object("sizes", sizes);
  }

  @Test
  void timeIsLinearAndMemoryFlatOrNot() {
    assertThat(page(SparkTables::scale, scale(1.0, 1.05)))
        .contains("| 1,000,000 | 10.0 (10.0 to 20.0) | 1.00 | 0.000 | 8.00 | 0.000 | 10.0 |")
        .contains("log(rows): 1.000; wanted: at most 1.1; met: yes")
        .contains("smallest: 1.05; wanted: at most 1.1; met: yes")
        .contains("executors: native BLAS.");
    assertThat(page(SparkTables::scale, scale(1.2, 1.5)))
        .contains("log(rows): 1.200; wanted: at most 1.1; met: **no**")
        .contains("smallest: 1.50; wanted: at most 1.1; met: **no**");
  }

  private static Map<String, Object> core(double fit, double transform) {
    return Json.object(
        "rows",
        1_000_000,
        "threads",
        2,
        "copies",
        4,
        "coreFitSeconds",
        new double[] {10},
        "coreTransformSeconds",
        new double[] {20},
        "makingSeconds",
        new double[] {1},
        "fitMadeSeconds",
        new double[] {16},
        "readingSeconds",
        new double[] {0.5},
        "fitSeconds",
        new double[] {fit},
        "stages",
        Json.object("survey", 1.0, "features", 11.0),
        "transformSeconds",
        new double[] {4 * transform},
        "cachedPartitions",
        16,
        "cachedBytes",
        4e8);
  }

  @Test
  void overheadAndThroughputAreThoseOfCachedRows() {
    assertThat(page(SparkTables::core, core(14, 6)))
        .contains("| Spark, cached rows | 14.0 | 1.40x | at most 1.50x | yes |")
        .contains("| reading cached rows once | 0.125 |")
        .contains("| the same less making them | 14.0 | 1.40x |")
        .contains("| core | 20.0 | 100,000.0 |")
        .contains("| 83,333.3 | 83% | at least 70% | yes |");
    assertThat(page(SparkTables::core, core(16, 10)))
        .contains("| 1.60x | at most 1.50x | **no** |")
        .contains("| 50% | at least 70% | **no** |");
  }

  @Test
  void differencesAreJudged() {
    Map<String, Object> record =
        Json.object(
            "rows",
            100,
            "layouts",
            List.of(
                Json.object("partitions", "7", "eigenvalues", 1e-14, "scores", 1e-13),
                Json.object("partitions", "64", "eigenvalues", 1e-9, "scores", 1e-13)));
    assertThat(page(SparkTables::equality, record))
        .contains("| 7 | 1.0e-14 | 1.0e-10 | 1.0e-13 | 1.0e-09 | yes |")
        .contains("| 64 | 1.0e-09 | 1.0e-10 | 1.0e-13 | 1.0e-09 | **no** |");
  }

  /** A kill that came too late shows nothing, however equal the results are. */
  @Test
  void faultsCountOnlyWhereTasksWereLost() {
    Map<String, Object> record =
        Json.object(
            "rows",
            100,
            "fitSeconds",
            new double[] {3},
            "fitKilledSeconds",
            5.0,
            "fitTasksLost",
            1,
            "eigenvalues",
            0.0,
            "writeSeconds",
            2.0,
            "writeKilledSeconds",
            4.0,
            "writeTasksLost",
            0,
            "written",
            100,
            "different",
            0);
    assertThat(page(SparkTables::faults, record))
        .contains("| 3.00 | 5.00 | 1 | eigenvalues differ by 0.0e+00 | yes |")
        .contains("| 2.00 | 4.00 | 0 | 100 rows, 0 missing or different | **no** |");
  }
}
