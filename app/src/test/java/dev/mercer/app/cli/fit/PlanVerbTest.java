package dev.mercer.app.cli.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import dev.mercer.internal.problem.Bytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** plan: says what fit then does, and does nothing. */
class PlanVerbTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "builtin:digits --rank 5",
        "builtin:digits --rank 3 --precision float",
        "builtin:digits --rank 3 --operator tiled --solver lanczos --kernel gaussian(sigma=30)",
        "builtin:digits --rows 0:300 --variance 0.5 --center none",
        "builtin:digits --classes 2,6 --kernel polynomial(degree=2,offset=1) --scale max=16",
        "builtin:digits --kernel linear --rank 4",
        "synthetic:moons(n=900) --rank 4 --solver subspace --seed 3",
        "synthetic:blobs(n=2500,d=6) --rank 3 --memory 12m"
      })
  void memoryAndChoicesAreThoseOfTheFit(String command) throws Exception {
    List<Object> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--threads", 2, "--quiet"));
    Path report = folder.resolve("r.json");
    Program plan = Program.run(words("plan", words, "--report", report, "-o", folder.resolve("m")));
    assertThat(plan.exit()).as(plan.err()).isZero();
    assertThat(plan.err()).isEmpty();
    assertThat(folder).isEmptyDirectory();
    Program fit = Program.run(words("fit", words, "--report", report));
    assertThat(fit.exit()).as(fit.err()).isZero();
    Map<String, Object> json = Json.parseObject(Files.readString(report));
    assertThat(plan.out())
        .contains("data     " + json.get("samples") + " x " + json.get("features"))
        .contains("method   exact, operator " + ((Map<?, ?>) json.get("operator")).get("kind"))
        .contains("solver " + ((Map<?, ?>) json.get("solver")).get("kind"));
    List<?> stages = (List<?>) json.get("stages");
    for (Object each : stages.subList(1, stages.size())) {
      Map<?, ?> stage = (Map<?, ?>) each;
      assertThat(plan.out().replaceAll(" +", " "))
          .contains("\n" + stage.get("name") + " " + Bytes.text((Long) stage.get("bytes")) + " ");
    }
    long peak = (Long) json.get("peakBytesPlanned");
    assertThat(plan.out().replaceAll(" +", " ")).contains("\nall " + Bytes.text(peak));
  }

  private static Object[] words(String verb, List<Object> words, Object... more) {
    List<Object> all = new ArrayList<>(List.of(verb));
    all.addAll(words);
    all.addAll(List.of(more));
    return all.toArray();
  }

  @Test
  void nothingIsRunHoweverLargeTheDataAre() {
    long start = System.nanoTime();
    Program plan =
        Program.run("plan", "synthetic:blobs(n=200000,d=100)", "--operator", "tiled", "--rank", 20);
    assertThat(plan.exit()).as(plan.err()).isZero();
    assertThat(plan.out()).contains("200000 x 100", "operator tiled", "expected");
    // The fit takes many minutes; measuring the machine takes a fraction of a second.
    assertThat((System.nanoTime() - start) / 1e9).isLessThan(20);
  }

  @Test
  void theCountsOfKernelValuesAreThoseOfTheFit() throws Exception {
    Path report = folder.resolve("r.json");
    Program plan = Program.run("plan", "builtin:digits", "--rank", 5);
    Program.run("fit", "builtin:digits", "--rank", 5, "--report", report, "--quiet");
    Map<?, ?> gram =
        (Map<?, ?>) ((List<?>) Json.parseObject(Files.readString(report)).get("stages")).get(1);
    // Each pair once in tiles of the lower triangle; the diagonal tiles are whole, at most.
    long planned =
        Long.parseLong(
            plan.out().replaceAll("(?s).*\ngram .*?iB +([\\d,]+) .*", "$1").replace(",", ""));
    long done = (Long) gram.get("kernelEvaluations");
    assertThat(done).isBetween(1797L * 1797 / 2, 1797L * (1797 + 504) / 2);
    assertThat((double) planned)
        .isCloseTo(done, org.assertj.core.data.Percentage.withPercentage(15));
  }
}
