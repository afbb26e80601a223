package dev.mercer.evidence.bench;

import dev.mercer.app.machine.MachineFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs all cases of some pages, or only the cases named, and keeps their results. The scripts that
 * start this program explain the arguments.
 */
public final class BenchProgram {

  private final Path root;
  private final Wish wish;
  private final BenchCase.Setting setting;

  private BenchProgram(Path root, Path data, Wish wish) {
    this.root = root;
    this.wish = wish;
    Python python = new Python("/usr/bin/python3", root.resolve("evidence/python"), data);
    this.setting =
        new BenchCase.Setting(
            data,
            root.resolve("evidence/target"),
            new MercerProgram(root),
            wish.peer() ? new Sklearn(python, wish.jobs()) : null,
            wish.quick());
  }

  /**
   * Never returns: the process exits with 0, with 1 if a case failed, or with 2 if the arguments
   * are wrong.
   */
  public static void main(String[] arguments, List<BenchPage> pages) throws IOException {
    main(arguments, pages, true);
  }

  /**
   * Does the same; {@code reads} is false for cases that generate their own points and read no
   * data.
   */
  public static void main(String[] arguments, List<BenchPage> pages, boolean reads)
      throws IOException {
    Path root = root();
    BenchProgram program;
    try {
      program =
          new BenchProgram(
              root, reads ? data(root) : root.resolve("data"), Wish.of(arguments, pages));
    } catch (IllegalArgumentException e) {
      BenchCase.say(e.getMessage());
      System.exit(2);
      return;
    }
    List<String> failed = program.run();
    BenchCase.say(failed.isEmpty() ? "done" : "failed: " + String.join(", ", failed));
    System.exit(failed.isEmpty() ? 0 : 1);
  }

  /**
   * What the command line asked for.
   *
   * @param cases the cases to run, for each page
   */
  record Wish(Map<BenchPage, List<BenchCase>> cases, boolean quick, boolean peer, int jobs) {

    static Wish of(String[] arguments, List<BenchPage> pages) {
      boolean quick = false;
      boolean peer = true;
      int jobs = 1;
      List<String> named = new ArrayList<>();
      for (String argument : arguments) {
        if (argument.equals("--quick")) {
          quick = true;
        } else if (argument.equals("--no-sklearn")) {
          peer = false;
        } else if (argument.startsWith("--sklearn-jobs=")) {
          jobs = Integer.parseInt(argument.substring(argument.indexOf('=') + 1));
        } else {
          named.add(argument);
        }
      }
      return new Wish(chosen(named, pages), quick, peer, jobs);
    }

    private static Map<BenchPage, List<BenchCase>> chosen(
        List<String> named, List<BenchPage> pages) {
      Map<BenchPage, List<BenchCase>> result = new LinkedHashMap<>();
      List<String> known = new ArrayList<>();
      for (BenchPage page : pages) {
        known.add(page.name());
        page.cases().forEach(work -> known.add(work.name()));
        result.put(
            page,
            page.cases().stream()
                .filter(
                    work ->
                        named.isEmpty()
                            || named.contains(page.name())
                            || named.contains(work.name()))
                .toList());
      }
      for (String name : named) {
        if (!known.contains(name)) {
          throw new IllegalArgumentException(
              "unknown case '" + name + "'; there are " + String.join(", ", known));
        }
      }
      return result;
    }
  }

  /** Runs the cases and continues after one that fails. Returns the names of the failed cases. */
  private List<String> run() throws IOException {
    List<String> failed = new ArrayList<>();
    for (Map.Entry<BenchPage, List<BenchCase>> page : wish.cases().entrySet()) {
      CaseResults results =
          new CaseResults(
              root.resolve(wish.quick() ? "evidence/target/quick" : "evidence/results"),
              page.getKey());
      for (BenchCase work : page.getValue()) {
        Map<String, Object> earlier = results.earlier(work.name());
        try {
          results.put(work.name(), described(work.measure(setting, earlier), earlier));
        } catch (RuntimeException e) {
          e.printStackTrace();
          failed.add(work.name());
        }
      }
    }
    return failed;
  }

  /** A result together with the facts that a reader needs in order to interpret it. */
  private Map<String, Object> described(Map<String, Object> record, Map<String, Object> earlier) {
    record.put("when", "measured on " + LocalDate.now());
    record.put("machine", "machine: " + MachineFacts.machine());
    record.put("software", "software: " + MachineFacts.software());
    record.put("peer", wish.peer() ? versions(record) : earlier.get("peer"));
    if (wish.quick()) {
      record.put("quick", "**a quick check of the harness: the numbers mean nothing**");
    }
    return record;
  }

  /** The versions that the peers reported in their runs; null for cases without a peer. */
  private String versions(Map<String, Object> record) {
    for (String peer : List.of("sklearn", "numpy")) {
      for (Map<String, Object> run : Fields.objects(record, peer)) {
        if (run.get("versions") instanceof String versions) {
          String jobs = peer.equals("sklearn") ? ", n_jobs=" + wish.jobs() : "";
          return "compared with: " + versions + jobs;
        }
      }
    }
    return null;
  }

  /** The root folder of the project. */
  public static Path root() {
    return Path.of(System.getProperty("mercer.root"));
  }

  private static Path data(Path root) {
    String named = System.getenv("MERCER_DATA");
    Path folder = named == null ? root.resolve("data") : Path.of(named);
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "there is no data in " + folder + "; set MERCER_DATA to the folder that holds it");
    }
    return folder.toAbsolutePath();
  }
}
