package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be fitted is refused before rows are made up or read. */
@Timeout(30)
class ImpossibleSizesTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "annulus",
        "circles",
        "moons",
        "swiss-roll",
        "blobs",
        "gaussian-mixture",
        "sphere",
        "mixed-sources"
      })
  void everySyntheticSet(String name) {
    for (String more : List.of("--rank 2147483647", "--rank 5 --method exact")) {
      Program fit = fit("synthetic:" + name + "(n=2147483647)", more);
      assertThat(fit.exit()).as("%s %s: %s", name, more, fit.err()).isEqualTo(4);
      assertThat(fit.reason()).contains("needs", "allowed", "--memory");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "circles(n=30000000); --rank 40000000; exceeds the 30000000 rows",
        "blobs(n=30000000,d=40); --rank 40000000; exceeds the 30000000 rows",
        "circles(n=2000000000); --rank 5 --method subset --landmarks 2000000001; exceeds the",
        "circles(n=2147483647); --rank 2147483648; --rank",
        "circles(n=21474836470); --rank 5; 2^31 - 1"
      })
  void moreThanThereAreRows(String data, String options, String reason) {
    Program fit = fit("synthetic:" + data, options);
    assertThat(fit.exit()).as(fit.err()).isEqualTo(2);
    assertThat(fit.reason()).contains(reason);
  }

  /** Where points could decide how a fit is done, its least memory is looked at. */
  @Test
  void theLeastAnyWayNeeds() {
    Program exact = fit("synthetic:circles(n=30000000)", "--rank 400000 --method exact");
    assertThat(exact.exit()).as(exact.err()).isEqualTo(4);
    assertThat(exact.reason()).contains("take at least");
  }

  @Test
  void embeddingsToo() {
    Program embed =
        Program.run(
            "embed",
            "synthetic:circles(n=2147483647)",
            "--landmarks",
            100,
            "-o",
            folder.resolve("e.csv"));
    assertThat(embed.exit()).as(embed.err()).isEqualTo(4);
  }

  private Program fit(String data, String options) {
    List<Object> words = new ArrayList<>(List.of("fit", data, "--quiet"));
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("-o", folder.resolve("m.safetensors")));
    Program result = Program.run(words.toArray());
    assertThat(folder).isEmptyDirectory();
    return result;
  }
}
