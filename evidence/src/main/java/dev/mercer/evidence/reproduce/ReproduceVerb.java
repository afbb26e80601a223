package dev.mercer.evidence.reproduce;

import dev.mercer.Progress;
import dev.mercer.app.cli.console.Console;
import dev.mercer.app.cli.options.CommonOptions;
import dev.mercer.app.cli.options.Writes;
import dev.mercer.app.datasets.DataFolder;
import dev.mercer.app.machine.MachineFacts;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mercer reproduce}: the papers' tables and figures, with a verdict on each claim. */
@Command(
    name = "reproduce",
    description = "Run the source papers' tables and figures again and judge their claims.",
    sortOptions = false,
    abbreviateSynopsis = true)
final class ReproduceVerb implements Callable<Integer> {

  @Parameters(paramLabel = "ID", arity = "0..*", description = "Experiments, or all; see --list.")
  private List<String> ids = List.of();

  @Option(names = "--list", description = "One line for each experiment: its id and its claim.")
  private boolean list;

  @Option(
      names = "--scale",
      paramLabel = "small|full",
      description = "Sizes of minutes, or the papers' own sizes and repeats (default: small).")
  private String scale = "small";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder of data sets (default: MERCER_DATA, else data).")
  private Path data;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the pages; index.html has all verdicts.")
  @Writes(inside = {"*.html", "*.json", "*.csv", "*.svg", "*.png", "index.html", "echarts.min.js"})
  private Path output;

  @Option(
      names = "--document",
      paramLabel = "PAGES",
      description =
          "A folder of Markdown pages: all results in DIR are written there, too, in place of"
              + " earlier ones of the same experiments; without an ID nothing is run.")
  @Writes(
      inside = {
        ResultPages.INDEX,
        "rs.md",
        "rk.md",
        "ny.md",
        "fk.md",
        "sk.md",
        ResultPages.PICTURES
      })
  private Path document;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness (default: 0).")
  private long seed;

  @Mixin private CommonOptions common;

  private final Console console;

  ReproduceVerb(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (list) {
      for (Experiment experiment : Experiments.all()) {
        System.out.println(experiment.id() + "  " + experiment.claim());
      }
      return 0;
    }
    if (ids.isEmpty() && document == null) {
      throw new IllegalArgumentException("name experiments, or all; mercer reproduce --list");
    }
    List<Experiment> chosen = Experiments.named(ids);
    boolean full =
        switch (scale) {
          case "small" -> false;
          case "full" -> true;
          default ->
              throw new IllegalArgumentException(
                  "--scale " + scale + " is unknown; allowed are small, full");
        };
    requireFolders();
    ResultFolder results = new ResultFolder(output);
    try (Workers workers = Workers.of(common.threads())) {
      Lab lab =
          new Lab(
              folder(),
              full,
              seed,
              workers,
              common.threads(),
              common.heap(),
              common.progress(console));
      for (Experiment experiment : chosen) {
        run(experiment, lab, results);
      }
    }
    results.index(Experiments.all());
    if (document != null) {
      results.document(Experiments.all(), document);
    }
    System.out.println("all verdicts: " + output.resolve("index.html"));
    return 0;
  }

  private void run(Experiment experiment, Lab lab, ResultFolder results) throws IOException {
    Progress progress = lab.progress();
    progress.stage(experiment.id(), 0);
    long start = System.nanoTime();
    try {
      Outcome outcome = experiment.run(lab);
      double seconds = (System.nanoTime() - start) / 1e9;
      progress.done();
      results.write(experiment, outcome, facts(lab, seconds));
      for (Outcome.Verdict verdict : outcome.verdicts()) {
        System.out.println(
            String.format(Locale.ROOT, "%-12s %-8s ", experiment.id(), verdict.word())
                + verdict.claim()
                + ": "
                + verdict.reason());
      }
    } catch (Lab.MissingDataException e) {
      progress.done();
      results.skip(experiment, e.getMessage(), facts(lab, 0));
      System.out.println(
          String.format(Locale.ROOT, "%-12s %-8s ", experiment.id(), "skipped") + e.getMessage());
    }
  }

  /** The facts about a run that a reader needs in order to interpret its result. */
  private Map<String, Object> facts(Lab lab, double seconds) {
    return Json.object(
        "scale", scale,
        "seed", lab.seed(),
        "seconds", Math.round(seconds * 10) / 10.0,
        "threads", lab.threads(),
        "machine", MachineFacts.machine(),
        "software", MachineFacts.software());
  }

  private Path folder() {
    if (data != null && !Files.isDirectory(data)) {
      throw new IllegalArgumentException("--data " + data + " is no folder");
    }
    return DataFolder.of(data).path();
  }

  private void requireFolders() throws IOException {
    if (output == null) {
      throw new IllegalArgumentException("name a folder for the pages with -o DIR");
    }
    requireNoFile("--output", output);
    if (document != null) {
      requireNoFile("--document", document);
    }
    Files.createDirectories(output);
  }

  private static void requireNoFile(String option, Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new IllegalArgumentException(option + " " + folder + " is a file; name a folder");
    }
  }
}
