package dev.mercer.app.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mercer.app.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full: {@code /dev/full}, by a link where a verb has its own names. */
class ResultsTest {

  private static final Path FULL = Path.of("/dev/full");

  @TempDir Path folder;
  private Path data;
  private Path results;

  @BeforeEach
  void rows() throws IOException {
    assumeTrue(Files.exists(FULL), "there is no /dev/full here");
    data = Files.writeString(folder.resolve("in.csv"), "a,b\n1,2\n3,5\n4,4\n9,1\n2,2\n");
    results = Files.createDirectory(folder.resolve("results"));
  }

  private void assertNothingNew(Program failed, String names, Path... kept) throws IOException {
    assertThat(failed.exit()).as(failed.err()).isEqualTo(2);
    assertThat(failed.reason())
        .startsWith("mercer: " + names)
        .contains("cannot be written: No space left on device");
    try (Stream<Path> files = Files.list(results)) {
      assertThat(files.toList()).containsExactlyInAnyOrderElementsOf(List.of(kept));
    }
  }

  @Test
  void compareLeavesNoTableWithoutItsPage() throws IOException {
    Path page = Files.createSymbolicLink(results.resolve("report.html"), FULL);
    Program full = Program.run("compare", data, "--methods", "exact", "--rank", 2, "-o", results);
    assertNothingNew(full, page.toString(), page);
  }

  @Test
  void noNewScoresBesideAnOldModel() throws IOException {
    Path scores = Files.writeString(results.resolve("s.csv"), "old");
    Path model = results.resolve("m.safetensors");
    Program full =
        Program.run(
            "fit", data, "--kernel", "linear", "--scores", scores, "-o", model, "--report", FULL);
    assertNothingNew(full, FULL.toString(), scores);
    assertThat(scores).hasContent("old");
    Program transformed = Program.run("fit", data, "--kernel", "linear", "--quiet", "-o", model);
    assertThat(transformed.exit()).as(transformed.err()).isZero();
    for (String verb : List.of("transform", "reconstruct", "novelty", "denoise")) {
      assertNothingNew(
          Program.run(verb, data, "-m", model, "-o", scores, "--report", FULL),
          FULL.toString(),
          scores,
          model);
      assertThat(scores).hasContent("old");
    }
  }
}
