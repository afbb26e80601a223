package dev.mercer.evidence.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.Progress;
import dev.mercer.internal.backend.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** What tests of experiments share: a lab at small scale, and what every outcome must have. */
public final class SmallLab implements AutoCloseable {

  private final Workers workers = Workers.of(2);

  /**
   * A lab; files of the data folder that are missing skip the test, on CI they fail it.
   *
   * @param files needed
   */
  public Lab lab(String... files) {
    String named = System.getenv("MERCER_DATA");
    Path data = Path.of(named == null || named.isBlank() ? "../data" : named);
    for (String file : files) {
      if (!"true".equals(System.getenv("CI"))) {
        Assumptions.assumeTrue(
            Files.exists(data.resolve(file)), "no " + file + "; set MERCER_DATA");
      }
      assertThat(data.resolve(file)).exists();
    }
    return new Lab(data, false, 0, workers, 2, 1L << 30, Progress.NONE);
  }

  /** Runs an experiment and checks that it says all a page needs. */
  public static Outcome judged(Experiment experiment, Lab lab) {
    assertThat(experiment.claim()).endsWith(".");
    Outcome outcome = experiment.run(lab);
    assertThat(outcome.verdicts()).isNotEmpty();
    assertThat(outcome.verdicts())
        .allSatisfy(verdict -> assertThat(verdict.reason()).containsPattern("\\d"));
    assertThat(outcome.settings()).isNotEmpty();
    assertThat(outcome.tables()).isNotEmpty();
    // Files are named by titles: a table and a plot of one title would overwrite each other.
    List<String> names =
        Stream.concat(
                outcome.tables().stream().map(table -> table.name()),
                outcome.plots().stream().map(plot -> plot.title()))
            .toList();
    assertThat(names).doesNotHaveDuplicates();
    return outcome;
  }

  /** The verdict on a claim that begins so. */
  public static Outcome.Verdict verdict(Outcome outcome, String claim) {
    return outcome.verdicts().stream()
        .filter(verdict -> verdict.claim().startsWith(claim))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no verdict on " + claim));
  }

  @Override
  public void close() {
    workers.close();
  }
}
