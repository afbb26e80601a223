package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A fit keeps to the memory it was allowed: run in a virtual machine whose heap is hardly larger
 * than the plan, it completes; and what is alive in it stays below the plan, which is no more than
 * half above it.
 */
@Tag("whole")
@Timeout(120)
class MemoryBudgetTest {

  private static final int N = 3000;
  private static final int FEATURES = 20;

  /** The young generation, the classes and what the virtual machine itself keeps on the heap. */
  private static final long OVERHEAD = 8L + 14L << 20;

  @TempDir Path directory;

  @Test
  void eachOperatorKeepsToItsPlan() throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        Backend.instance().blas().name().equals("native"),
        "the Java BLAS packs operands into arrays of its own");
    Rows rows = MemoryProbe.rows(N, FEATURES);
    KernelPca settings = MemoryProbe.settings();
    double first = Double.NaN;
    for (String operator : List.of("stored", "refined", "tiled")) {
      long least = Budgets.least(settings, rows, null, operator);
      Plan plan = settings.memory(least).plan(rows, null);
      String[] result = run(least);
      assertThat(result[0]).isEqualTo(operator).isEqualTo(plan.operator());
      long alive = Long.parseLong(result[1]);
      assertThat(alive).as(operator).isLessThanOrEqualTo(plan.peakBytes());
      assertThat(plan.peakBytes()).as(operator).isLessThan(alive + alive / 2);
      double largest = Double.parseDouble(result[2]);
      first = Double.isNaN(first) ? largest : first;
      assertThat(largest).isCloseTo(first, within(1e-9 * first));
    }
  }

  private String[] run(long budget) throws IOException, InterruptedException {
    long heap = (budget + OVERHEAD) >> 20;
    Path output = directory.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap + "m");
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:NewSize=8m",
            "-XX:MaxNewSize=8m",
            "-XX:PretenureSizeThreshold=512k"));
    if (Backend.instance().simd().name().equals("vector")) {
      command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    }
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            MemoryProbe.class.getName(),
            Integer.toString(N),
            Integer.toString(FEATURES),
            Long.toString(budget)));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended && process.exitValue() == 0).as("heap %d MB: %s", heap, text).isTrue();
    String[] lines = text.strip().split("\n");
    return lines[lines.length - 1].split(" ");
  }
}
