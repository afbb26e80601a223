package dev.mercer.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * The pages of the documentation as tests: one process runs them, each is a test. With {@code
 * -Dmercer.docs.write=true} pages that are wrong are written anew instead; {@code docs/check
 * --write} does that.
 */
public final class Pages {

  /** Pages whose commands need Apache Spark, run where that is. */
  public static final List<String> ON_SPARK = List.of("how-to/use-in-spark.md");

  private static final int MINUTES = 8;

  /**
   * What came of a page.
   *
   * @param wrong where it is wrong
   * @param missing what was not there; null if all was
   */
  record Result(Path page, List<String> wrong, String missing, double seconds) {

    List<String> toLines() {
      List<String> lines = new ArrayList<>();
      lines.add(page.toString());
      lines.add(Double.toString(seconds));
      lines.add(missing == null ? "" : missing);
      lines.addAll(wrong);
      return lines;
    }

    static Result of(List<String> lines) {
      String missing = lines.get(2).isEmpty() ? null : lines.get(2);
      return new Result(
          Path.of(lines.get(0)),
          lines.subList(3, lines.size()),
          missing,
          Double.parseDouble(lines.get(1)));
    }
  }

  private Pages() {}

  /** The folder of the documentation. */
  public static Path folder() {
    return Path.of("").toAbsolutePath().resolveSibling("docs");
  }

  /** Whether to write pages anew rather than to compare them. */
  public static boolean write() {
    return Boolean.getBoolean("mercer.docs.write");
  }

  /** All pages with something to run: the tutorial, how-to, reference and explanation. */
  public static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(folder())) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(
              file ->
                  file.endsWith("tutorial.md")
                      || List.of("how-to", "reference", "explanation")
                          .contains(file.getParent().getFileName().toString()))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  /** Whether a page needs Apache Spark. */
  public static boolean onSpark(Path page) {
    return ON_SPARK.stream().anyMatch(page::endsWith);
  }

  /**
   * Runs pages in a process with the class path and the options of this one; only those whose path
   * contains what {@code -Dmercer.docs.page} says, if it is given.
   */
  public static Stream<DynamicTest> tests(List<Path> pages, Path scratch)
      throws IOException, InterruptedException {
    String wanted = System.getProperty("mercer.docs.page", "");
    List<Path> chosen =
        pages.stream()
            .filter(page -> folder().relativize(page).toString().contains(wanted))
            .toList();
    List<Result> results = chosen.isEmpty() ? List.of() : run(chosen, scratch);
    for (Result result : results) {
      System.out.printf("%6.1f s %s%n", result.seconds(), folder().relativize(result.page()));
    }
    return results.stream()
        .map(
            result ->
                DynamicTest.dynamicTest(
                    folder().relativize(result.page()).toString(), () -> judge(result)));
  }

  private static void judge(Result result) {
    if (!write()) {
      assertThat(result.wrong())
          .as("docs/check --write writes what the program prints onto the page")
          .isEmpty();
    }
    String missing = result.missing();
    if (missing != null
        && (!"true".equals(System.getenv("CI")) || missing.equals(PageRun.NO_PYTHON))) {
      Assumptions.abort("not all of the page was run: " + missing);
    }
    assertThat(missing).isNull();
  }

  private static List<Result> run(List<Path> pages, Path scratch)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(scratch.resolve("mercer"));
    Path results = Files.createDirectories(scratch.resolve("results"));
    Path said = scratch.resolve("said");
    String given = System.getenv("MERCER_DATA");
    Path data = given == null ? folder().resolveSibling("data") : Path.of(given).toAbsolutePath();

    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), PagesMain.class.getName()));
    words.addAll(List.of(results.toString(), data.toString()));
    if (write()) {
      words.add(PagesMain.WRITE);
    }
    pages.forEach(page -> words.add(page.toString()));
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().remove("MERCER_DATA");
    builder.environment().put("OPENBLAS_NUM_THREADS", "1");
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).as("%d minutes are enough; it said %s", MINUTES, text(said)).isTrue();
    assertThat(process.exitValue()).as(text(said)).isZero();

    List<Result> found = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      found.add(Result.of(Files.readAllLines(results.resolve(Integer.toString(i)))));
    }
    return found;
  }

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }
}
