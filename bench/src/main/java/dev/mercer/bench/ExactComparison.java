package dev.mercer.bench;

import dev.mercer.kernel.Gaussian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures exact kernel PCA end to end, beside scikit-learn in the same run, and writes
 * bench/results/exact.jsonl and exact.md. Started by {@code bench/exact}, which explains the
 * arguments.
 */
public final class ExactComparison {

  private static final Gaussian MNIST = Gaussian.gamma(0.02);
  private static final BenchData TRAIN = BenchData.mnist("train");

  private static final List<BenchCase> CASES =
      List.of(
          new FitCase(
              "digits", BenchData.csv("digits.csv.gz"), Gaussian.gamma(0.001), 5, 3, 0, false),
          new FitCase(
              "pendigits", BenchData.csv("pendigits.csv.gz"), Gaussian.sigma(120), 5, 10, 0, false),
          new FitCase(
              "usps", BenchData.csv("usps-train.csv.gz"), Gaussian.sigma(18), 15, 4, 0, false),
          new FitCase("mnist26", TRAIN.only("2", "6"), MNIST, 2, 4, 0, false),
          new FitCase("mnist20k", TRAIN.first(20_000), MNIST, 10, 4, 7, true),
          new TransformCase(
              "transform", TRAIN.first(20_000), BenchData.mnist("t10k"), MNIST, 10, 1.6, 3),
          new LargeCase("mnist60k", TRAIN, MNIST, 10),
          new StartCase("start"),
          new TileCase("tiles"));

  private ExactComparison() {}

  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(System.getProperty("mercer.root"));
    Wish wish;
    Path data;
    try {
      wish = Wish.of(arguments);
      data = data(root);
    } catch (IllegalArgumentException e) {
      BenchCase.say(e.getMessage());
      System.exit(2);
      return;
    }
    List<String> failed = run(root, data, wish);
    BenchCase.say(failed.isEmpty() ? "done" : "failed: " + String.join(", ", failed));
    System.exit(failed.isEmpty() ? 0 : 1);
  }

  /** What was asked for. */
  private record Wish(List<BenchCase> cases, boolean quick, boolean peer, int jobs) {

    static Wish of(String[] arguments) {
      boolean quick = false;
      boolean peer = true;
      int jobs = 1;
      List<BenchCase> chosen = new ArrayList<>();
      for (String argument : arguments) {
        if (argument.equals("--quick")) {
          quick = true;
        } else if (argument.equals("--no-sklearn")) {
          peer = false;
        } else if (argument.startsWith("--sklearn-jobs=")) {
          jobs = Integer.parseInt(argument.substring(argument.indexOf('=') + 1));
        } else {
          chosen.add(named(argument));
        }
      }
      return new Wish(chosen.isEmpty() ? CASES : chosen, quick, peer, jobs);
    }
  }

  /** Runs the cases, goes on after one that fails, and returns the names of those that did. */
  private static List<String> run(Path root, Path data, Wish wish) throws IOException {
    List<String> failed = new ArrayList<>();
    Sklearn sklearn =
        new Sklearn(
            "/usr/bin/python3", root.resolve("bench/python/sklearn_kpca.py"), data, wish.jobs());
    BenchCase.Setting setting =
        new BenchCase.Setting(
            data, new MercerProgram(root), wish.peer() ? sklearn : null, wish.quick());
    Results results =
        new Results(
            root.resolve(wish.quick() ? "bench/target/quick" : "bench/results"),
            CASES.stream().map(BenchCase::name).toList());
    for (BenchCase work : wish.cases()) {
      Map<String, Object> earlier = results.earlier(work.name());
      Map<String, Object> record;
      try {
        record = work.measure(setting, earlier);
      } catch (RuntimeException e) {
        e.printStackTrace();
        failed.add(work.name());
        continue;
      }
      record.put("when", "measured on " + LocalDate.now());
      record.put("machine", "machine: " + MachineFacts.machine());
      record.put("software", "software: " + MachineFacts.software());
      record.put("peer", wish.peer() ? versions(record, wish.jobs()) : earlier.get("peer"));
      if (wish.quick()) {
        record.put("quick", "**a quick check of the harness: the numbers mean nothing**");
      }
      results.put(work.name(), record);
    }
    return failed;
  }

  /** What scikit-learn ran with, as its runs said; null for cases without it. */
  private static String versions(Map<String, Object> record, int jobs) {
    for (Map<String, Object> run : Fields.objects(record, "sklearn")) {
      if (run.get("versions") instanceof String versions) {
        return "compared with: " + versions + ", n_jobs=" + jobs;
      }
    }
    return null;
  }

  private static BenchCase named(String name) {
    for (BenchCase work : CASES) {
      if (work.name().equals(name)) {
        return work;
      }
    }
    throw new IllegalArgumentException(
        "unknown case '"
            + name
            + "'; there are "
            + String.join(", ", CASES.stream().map(BenchCase::name).toList()));
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
