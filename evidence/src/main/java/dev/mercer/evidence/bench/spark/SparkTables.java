package dev.mercer.evidence.bench.spark;

import dev.mercer.evidence.bench.Fields;
import dev.mercer.evidence.bench.Markdown;
import dev.mercer.evidence.bench.Timing;
import dev.mercer.evidence.bench.landmarks.StreamCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables of what was measured on Spark. */
final class SparkTables {

  private static final double LARGEST_SLOPE = 1.1;
  private static final double FLAT = 1.1;
  private static final double LARGEST_OVERHEAD = 1.5;
  private static final double LEAST_THROUGHPUT = 0.7;
  private static final double SAME_EIGENVALUES = 1e-10;
  private static final double SAME_SCORES = 1e-9;
  private static final List<String> STAGES = List.of("survey", "select", "features", "solve");

  private SparkTables() {}

  static void scale(Markdown page, Map<String, Object> record) {
    List<Map<String, Object>> sizes = Fields.objects(record, "sizes");
    List<List<String>> times = new ArrayList<>();
    List<List<String>> memory = new ArrayList<>();
    for (Map<String, Object> size : sizes) {
      List<String> line = new ArrayList<>(List.of(rows(size)));
      line.add(Timing.text(Fields.numbers(size, "seconds")));
      STAGES.forEach(stage -> line.add(Timing.text(stage(size, stage))));
      line.add(Timing.text(1e6 * total(size) / Fields.number(size, "rows")));
      times.add(line);
      memory.add(
          List.of(
              rows(size),
              Markdown.gigabytes(Fields.number(size, "liveHeapBytes")),
              Markdown.gigabytes(Fields.number(size, "peakHeapBytes")),
              Markdown.gigabytes(Fields.number(size, "peakBytes"))));
    }
    page.heading("Time and memory against the number of rows")
        .paragraph(
            "Fits of rows of 50 columns from a mixture of ten Gaussians, each row made on the fly"
                + " from its number whenever it is read, in "
                + record.get("partitions")
                + " partitions; "
                + setting(record)
                + ", landmarks drawn uniformly. Seconds are medians (smallest to largest in"
                + " brackets) after a fit that does not count; those of a stage are medians of"
                + " their own. The survey and the pass called features each make all rows anew.")
        .table(
            List.of(
                "rows",
                "fit s",
                "survey s",
                "select s",
                "features s",
                "solve s",
                "µs a row, both cores"),
            times);
    double[] counts = sizes.stream().mapToDouble(size -> Fields.number(size, "rows")).toArray();
    double slope =
        StreamCase.slope(counts, sizes.stream().mapToDouble(SparkTables::total).toArray());
    double features =
        StreamCase.slope(
            counts, sizes.stream().mapToDouble(size -> stage(size, "features")).toArray());
    page.paragraph(
        String.format(
            Locale.ROOT,
            "%nSlope of log(fit seconds) on log(rows): %.3f; wanted: at most %.1f; met: %s. That of"
                + " the features alone: %.3f.",
            slope,
            LARGEST_SLOPE,
            Markdown.met(slope <= LARGEST_SLOPE),
            features));
    page.paragraph(
            "\nMemory of the executor that has most: heap after a collection, heap at its peak"
                + " (garbage included, the peaks of its parts added), resident size at its peak"
                + " (VmHWM, which only grows from line to line: the same executors run all fits).")
        .table(List.of("rows", "live heap", "peak heap", "peak resident"), memory);
    double growth =
        Fields.number(sizes.get(sizes.size() - 1), "peakBytes")
            / Fields.number(sizes.get(0), "peakBytes");
    page.paragraph(
        String.format(
            Locale.ROOT,
            "%nPeak resident size of the largest fit over that of the smallest: %.2f; wanted: at"
                + " most %.1f; met: %s. Back ends of the executors: %s.",
            growth,
            FLAT,
            Markdown.met(growth <= FLAT),
            String.join(
                "; ",
                Fields.object(sizes.get(sizes.size() - 1), "backends").values().stream()
                    .map(String::valueOf)
                    .distinct()
                    .toList())));
  }

  private static String setting(Map<String, Object> record) {
    return record.get("kernel")
        + ", "
        + record.get("landmarks")
        + " landmarks, rank "
        + record.get("rank");
  }

  private static String rows(Map<String, Object> record) {
    return String.format(Locale.ROOT, "%,d", (long) Fields.number(record, "rows"));
  }

  private static double total(Map<String, Object> size) {
    return Timing.median(Fields.numbers(size, "seconds"));
  }

  private static double stage(Map<String, Object> size, String name) {
    return Timing.median(
        Fields.objects(size, "stages").stream()
            .mapToDouble(stages -> stages.containsKey(name) ? Fields.number(stages, name) : 0)
            .toArray());
  }

  static void core(Markdown page, Map<String, Object> record) {
    double cores = Fields.number(record, "threads");
    double alone = median(record, "coreFitSeconds");
    double ratio = median(record, "fitSeconds") / alone;
    double copies = Fields.number(record, "copies");
    double made = median(record, "fitMadeSeconds");
    double making = median(record, "makingSeconds");
    page.heading("Beside core on the same machine")
        .paragraph(
            rows(record)
                + " of the rows above, "
                + setting(record)
                + ". Core: one process, "
                + record.get("threads")
                + " threads, rows in memory, made before. Spark: two executors of one core; rows"
                + " cached in the executors ("
                + record.get("cachedPartitions")
                + " of "
                + record.get("partitions")
                + " partitions, "
                + Markdown.gigabytes(Fields.number(record, "cachedBytes"))
                + "), as core has them, and rows made on the fly. All warm (repeated until two runs"
                + " on end were not 5% faster than any before); core and Spark in turn; medians.")
        .table(
            List.of("fit", "s", "against core", "wanted", "met"),
            List.of(
                List.of("core", seconds(record, "coreFitSeconds"), "–", "–", "–"),
                List.of(
                    "Spark, cached rows",
                    seconds(record, "fitSeconds"),
                    times(ratio),
                    "at most " + times(LARGEST_OVERHEAD),
                    Markdown.met(ratio <= LARGEST_OVERHEAD)),
                List.of(
                    "Spark, rows made on the fly, twice",
                    seconds(record, "fitMadeSeconds"),
                    times(made / alone),
                    "–",
                    "–"),
                List.of(
                    "the same less making them",
                    Timing.text(made - 2 * making),
                    times((made - 2 * making) / alone),
                    "–",
                    "–"),
                List.of("making them once", seconds(record, "makingSeconds"), "–", "–", "–"),
                List.of(
                    "reading cached rows once",
                    Timing.text(median(record, "readingSeconds") / copies),
                    "–",
                    "–",
                    "–")));
    Map<String, Object> stages = Fields.object(record, "stages");
    page.paragraph(
        "\nStages of the last fit of cached rows: "
            + String.join(
                ", ",
                STAGES.stream()
                    .filter(stages::containsKey)
                    .map(stage -> stage + " " + Timing.text(Fields.number(stages, stage)) + " s")
                    .toList())
            + ".\n");
    double count = copies * Fields.number(record, "rows");
    double coreRate = count / median(record, "coreTransformSeconds") / cores;
    double sparkSeconds = median(record, "transformSeconds");
    double sparkRate = count / sparkSeconds / cores;
    double scoring = sparkSeconds - median(record, "readingSeconds");
    double scoringRate = count / scoring / cores;
    page.paragraph(
            "Scores of the same rows, "
                + record.get("copies")
                + " times over in one job, since starting a job is no matter of throughput: all"
                + " of them computed and given to Spark's sink for measuring, which keeps"
                + " nothing.")
        .table(
            List.of("transform", "s", "rows a second and core", "of core's", "wanted", "met"),
            List.of(
                List.of(
                    "core",
                    seconds(record, "coreTransformSeconds"),
                    Markdown.number(coreRate),
                    "–",
                    "–",
                    "–"),
                List.of(
                    "Spark, cached rows",
                    seconds(record, "transformSeconds"),
                    Markdown.number(sparkRate),
                    Markdown.percent(sparkRate / coreRate),
                    "at least " + Markdown.percent(LEAST_THROUGHPUT),
                    Markdown.met(sparkRate >= LEAST_THROUGHPUT * coreRate)),
                List.of(
                    "the same less reading them, as core's time is",
                    Timing.text(scoring),
                    Markdown.number(scoringRate),
                    Markdown.percent(scoringRate / coreRate),
                    "–",
                    "–")));
  }

  private static double median(Map<String, Object> record, String field) {
    return Timing.median(Fields.numbers(record, field));
  }

  private static String seconds(Map<String, Object> record, String field) {
    return Timing.text(Fields.numbers(record, field));
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2fx", ratio);
  }

  static void equality(Markdown page, Map<String, Object> record) {
    List<List<String>> table = new ArrayList<>();
    for (Map<String, Object> layout : Fields.objects(record, "layouts")) {
      double eigenvalues = Fields.number(layout, "eigenvalues");
      double scores = Fields.number(layout, "scores");
      table.add(
          List.of(
              Fields.text(layout, "partitions"),
              Markdown.error(eigenvalues),
              Markdown.error(SAME_EIGENVALUES),
              Markdown.error(scores),
              Markdown.error(SAME_SCORES),
              Markdown.met(eigenvalues <= SAME_EIGENVALUES && scores <= SAME_SCORES)));
    }
    page.heading("Equal to core")
        .paragraph(
            rows(record)
                + " rows through the same landmarks as core, "
                + setting(record)
                + ": the largest relative difference of an eigenvalue, and the largest difference"
                + " of a score over the largest score.")
        .table(List.of("partitions", "eigenvalues", "allowed", "scores", "allowed", "met"), table);
  }

  static void faults(Markdown page, Map<String, Object> record) {
    double eigenvalues = Fields.number(record, "eigenvalues");
    double fitLost = Fields.number(record, "fitTasksLost");
    double writeLost = Fields.number(record, "writeTasksLost");
    boolean complete =
        Fields.number(record, "written") == Fields.number(record, "rows")
            && Fields.number(record, "different") == 0;
    page.heading("Executors that die")
        .paragraph(
            rows(record)
                + " rows made on the fly, "
                + setting(record)
                + ". One of the two executors is killed (SIGKILL) when half of the tasks of the"
                + " pass, or of the writing, are done; a new one takes its place. Tasks lost are"
                + " those that were running on it; what it had done before is done again where it"
                + " was still needed.")
        .table(
            List.of("work", "undisturbed s", "disturbed s", "tasks lost", "result", "met"),
            List.of(
                List.of(
                    "fit, killed in the aggregated pass",
                    seconds(record, "fitSeconds"),
                    Timing.text(Fields.number(record, "fitKilledSeconds")),
                    String.format(Locale.ROOT, "%.0f", fitLost),
                    "eigenvalues differ by " + Markdown.error(eigenvalues),
                    Markdown.met(fitLost > 0 && eigenvalues <= SAME_EIGENVALUES)),
                List.of(
                    "transform, killed while scores are written",
                    Timing.text(Fields.number(record, "writeSeconds")),
                    Timing.text(Fields.number(record, "writeKilledSeconds")),
                    String.format(Locale.ROOT, "%.0f", writeLost),
                    String.format(
                        Locale.ROOT,
                        "%,.0f rows, %.0f missing or different",
                        Fields.number(record, "written"),
                        Fields.number(record, "different")),
                    Markdown.met(writeLost > 0 && complete))))
        .paragraph(
            "\nThat a job that fails for good leaves no folder of scores, and that scores are equal"
                + " after a fit that was disturbed, is in `FaultToleranceClusterTest`.");
  }
}
