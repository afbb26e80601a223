package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Backend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whatever shape the rows have, few and wide or many and narrow: a fit whose plan fits the memory
 * completes in it, by every method and selector, and plans do not ask for several times of what is
 * needed. The fits are those of {@link RoomForPlans}, in a process of its own.
 */
@Tag("whole")
@Timeout(300)
class MemoryShapesTest {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"20,50000,far,10,2", "5,100000,counts,4,1", "600,2000,near,40,2"})
  void fitsCompleteInWhatTheirPlansAskFor(
      int rows, int columns, String values, int landmarks, int threads)
      throws IOException, InterruptedException {
    Map<String, String> outcomes = run(rows, columns, values, landmarks, threads, 1, "500m");
    assertThat(outcomes).hasSizeGreaterThan(25);
    assertThat(outcomes).allSatisfy((name, outcome) -> assertThat(outcome).isEqualTo("fits"));
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "20,50000,near,10,1",
    "600,3000,far,40,1",
    "600,30000,near,40,2",
    "600,30000,far,40,2",
    "600,30000,counts,40,2",
    "2000,2000,near,64,2",
    "2000,2000,far,64,1",
    "50000,4,near,64,2",
  })
  void largerFitsDoToo(int rows, int columns, String values, int landmarks, int threads)
      throws IOException, InterruptedException {
    Map<String, String> outcomes = run(rows, columns, values, landmarks, threads, 1, "3g");
    assertThat(outcomes).allSatisfy((name, outcome) -> assertThat(outcome).isEqualTo("fits"));
  }

  @Test
  void plansDoNotAskForSeveralTimesOfWhatIsNeeded() throws IOException, InterruptedException {
    Map<String, String> outcomes = run(20, 50_000, "far", 10, 2, 0.45, "500m");
    for (String name :
        List.of("subset by uniform", "subset by kmeans", "nystrom", "hebbian", "exact")) {
      assertThat(outcomes.get(name)).as(name).isNotEqualTo("fits");
    }
    assertThat(outcomes.get("orthogonal features")).isNotEqualTo("fits");
  }

  private Map<String, String> run(
      int rows, int columns, String values, int landmarks, int threads, double share, String heap)
      throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Backend.instance().blas().name().equals("native"),
        "the Java BLAS packs operands into arrays of its own");
    Path output = directory.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Arrays of any size worth counting lie in the old generation, whose room is known.
    command.addAll(
        List.of(
            "-Xms" + heap,
            "-Xmx" + heap,
            "-XX:+UseSerialGC",
            "-XX:NewSize=4m",
            "-XX:MaxNewSize=4m",
            "-XX:PretenureSizeThreshold=512k"));
    // Up to Java 21 an allocation gives up after meeting two native calls that hold off the
    // collector.
    if (Runtime.version().feature() <= 21) {
      command.addAll(
          List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:GCLockerRetryAllocationCount=100"));
    }
    if (Backend.instance().simd().name().equals("vector")) {
      command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    }
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            RoomForPlans.class.getName(),
            Integer.toString(rows),
            Integer.toString(columns),
            values,
            Integer.toString(landmarks),
            Integer.toString(threads),
            Double.toString(share)));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("OPENBLAS_NUM_THREADS", "1");
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(process.waitFor(280, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(output);
    assertThat(process.exitValue()).as(said).isZero();
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (String line : said.split("\n")) {
      int tab = line.indexOf('\t');
      if (tab > 0) {
        outcomes.put(line.substring(0, tab), line.substring(tab + 1));
      }
    }
    return outcomes;
  }
}
