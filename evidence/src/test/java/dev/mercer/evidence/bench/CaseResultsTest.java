package dev.mercer.evidence.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.evidence.bench.exact.ExactComparison;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseResultsTest {

  private static final BenchPage PAGE = ExactComparison.PAGE;

  @TempDir Path folder;

  /** A fit of so many seconds against one of six by scikit-learn, four times faster wanted. */
  private static Map<String, Object> fit(double seconds, double eigenvalue) {
    return Json.object(
        "rows",
        10,
        "columns",
        2,
        "kernel",
        "linear",
        "rank",
        1,
        "sklearn",
        List.of(
            Json.object(
                "solver",
                "arpack",
                "seconds",
                new double[] {6},
                "eigenvalues",
                new double[] {1},
                "peakBytes",
                3e9)),
        "mercer",
        List.of(
            Json.object(
                "precision",
                "double",
                "how",
                "stored",
                "seconds",
                new double[] {seconds},
                "eigenvalues",
                new double[] {eigenvalue},
                "target",
                4,
                "tolerance",
                1e-8)),
        "processes",
        List.of(Json.object("options", "", "seconds", 2, "peakBytes", 0.9e9, "how", "stored")),
        "machine",
        "machine: one");
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("exact.md"));
  }

  @Test
  void aTargetIsMetOnlyWhenFastAndRight() throws IOException {
    CaseResults results = new CaseResults(folder, PAGE);
    results.put("digits", fit(1.5, 1));
    assertThat(page()).contains("| 4.0x | 4.0x | 0.0e+00 | 1.0e-08 | yes |");
    results.put("digits", fit(1.6, 1));
    assertThat(page()).contains("| 3.8x | 4.0x | 0.0e+00 | 1.0e-08 | **no** |");
    results.put("digits", fit(1, 1 + 1e-6));
    assertThat(page()).contains("| 6.0x | 4.0x | 1.0e-06 | 1.0e-08 | **no** |");
    assertThat(page()).contains("| 0.90 GB | 3.00 GB | 30% | under 33% | yes |");
  }

  @Test
  void aCaseRunAgainReplacesItsLineAndKeepsTheOthers() throws IOException {
    new CaseResults(folder, PAGE).put("start", start(1.5, "machine: one"));
    new CaseResults(folder, PAGE).put("digits", fit(1, 1));
    CaseResults again = new CaseResults(folder, PAGE);
    again.put("start", start(2.5, "machine: two"));
    assertThat(Files.readAllLines(folder.resolve("exact.jsonl"))).hasSize(2);
    assertThat(again.earlier("digits")).containsKey("sklearn");
    assertThat(page())
        .contains("2.50 s", "## Fits", "machine: one (digits)", "machine: two (start)")
        .doesNotContain("1.50 s");
  }

  private static Map<String, Object> start(double seconds, String machine) {
    return Json.object("seconds", new double[] {seconds}, "machine", machine);
  }
}
