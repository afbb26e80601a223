package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mercer.internal.json.Json;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What only a process of its own shows: signals, streams, memory, the virtual machine's options.
 */
@Tag("whole")
class RealProgramTest {

  @TempDir static Path shared;
  private static RealProgram program;

  @TempDir Path folder;

  @BeforeAll
  static void layOut() throws IOException {
    assumeTrue(
        !System.getProperty("os.name").startsWith("Windows"), "the launcher is a bash script");
    program = new RealProgram(shared);
  }

  @Test
  void namesWithSpacesAndBeyondAscii() throws Exception {
    Path data = folder.resolve("größe und δ.csv");
    Files.writeString(data, "größe,δ x\n1,2\n3,5\n4,4\n9,1\n");
    Path model = folder.resolve("ein modell ü.safetensors");
    Program fit = program.run("fit", data, "--kernel", "linear", "--quiet", "-o", model);
    assertThat(fit.err()).isEmpty();
    assertThat(fit.exit()).isZero();
    Program shown = program.run(Map.of("LC_ALL", "C"), "inspect", model);
    assertThat(shown.out()).contains("features größe, δ x");
    Program scores = program.run("transform", data, "-m", model, "-o", folder.resolve("é è.csv"));
    assertThat(scores.exit()).as(scores.err()).isZero();
    assertThat(folder.resolve("é è.csv")).exists();
    Program missing = program.run("fit", folder.resolve("ñ.csv"));
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).contains("ñ.csv").hasLineCount(1);
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoError() throws Exception {
    Path model = folder.resolve("m.safetensors");
    assertThat(program.run("fit", "builtin:digits", "--rows", "0:50", "-o", model).exit()).isZero();
    Program head = program.shell("\"$mercer\" inspect --json '" + model + "' | head -1");
    assertThat(head).isEqualTo(new Program(0, "{\n", ""));
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full here");
    Program full = program.shell("\"$mercer\" inspect '" + model + "' > /dev/full");
    assertThat(full.exit()).isEqualTo(2);
    assertThat(full.err()).contains("standard output").hasLineCount(1);
    Program report =
        program.run("fit", "builtin:digits", "--rows", "0:50", "--report", "/dev/full");
    assertThat(report.exit()).isEqualTo(2);
    assertThat(report.reason()).startsWith("mercer: ").contains("/dev/full", "No space left");
    Program piped =
        program.shell(
            "\"$mercer\" transform builtin:digits --rows 0:3 --quiet -m '"
                + model
                + "' -o '"
                + folder.resolve("s.csv")
                + "' --report /dev/stdout | cat");
    assertThat(piped.exit()).as(piped.err()).isZero();
    assertThat(piped.out()).contains("\"rows\": 3");
    Program refused =
        program.run("transform", "builtin:digits", "-m", model, "-o", "/dev/full", "--quiet");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("/dev/full", ".csv").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "-Dmercer.blas=mkl, 'auto, native, java'",
    "-Dmercer.simd=neon, 'auto, vector, scalar'"
  })
  void aBackEndThatDoesNotExist(String option, String allowed) throws Exception {
    for (Object[] command :
        new Object[][] {
          {"fit", "builtin:digits", "--rank", 2}, {"doctor"}, {"plan", "builtin:digits"}
        }) {
      Program wrong = program.run(Map.of("MERCER_JAVA_OPTS", option), command);
      assertThat(wrong.exit()).as(wrong.err()).isEqualTo(2);
      assertThat(wrong.reason()).startsWith("mercer: ").contains(allowed);
      assertThat(wrong.err()).doesNotContain("\tat ");
    }
  }

  @Test
  void tooLittleMemoryWithWhatWouldDo() throws Exception {
    Object[] plan = {
      "plan", "synthetic:blobs(n=60000,d=60)", "--threads", 2, "--rank", 5, "--method", "exact"
    };
    Program refused = program.run(with(plan, "--memory", "256m"));
    assertThat(refused.exit()).isEqualTo(4);
    assertThat(refused.err()).hasLineCount(1);
    Matcher advice = Pattern.compile("--memory (\\d+m) would").matcher(refused.err());
    assertThat(advice.find()).as(refused.err()).isTrue();
    Program allowed = program.run(with(plan, "--memory", advice.group(1)));
    assertThat(allowed.exit()).as(allowed.err()).isZero();
    Program tooSmall = program.run("doctor", "--memory", "100m");
    assertThat(tooSmall.exit()).isEqualTo(4);
  }

  private static Object[] with(Object[] words, Object... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray();
  }

  @ParameterizedTest
  @CsvSource({"INT", "TERM"})
  void anInterruptedFitLeavesTheOldFile(String signal) throws Exception {
    requireDelivered(signal);
    Path model = Files.writeString(folder.resolve("m.safetensors"), "old");
    Process process =
        program
            .command(
                Map.of(),
                "fit",
                "synthetic:blobs(n=30000,d=100)",
                "--operator",
                "tiled",
                "-o",
                model)
            .start();
    BufferedReader err =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    assertThat(err.readLine()).startsWith("read: ");
    TimeUnit.MILLISECONDS.sleep(300);
    interrupt(process, signal, err);
    assertOnly(model, "old");
  }

  @ParameterizedTest
  @CsvSource({"TERM, csv", "INT, npy", "TERM, parquet"})
  void anInterruptedTransformLeavesTheOldFile(String signal, String ending) throws Exception {
    requireDelivered(signal);
    Path model = smallModel();
    Path scores = Files.writeString(folder.resolve("s." + ending), "old");
    Process process =
        program
            .command(
                Map.of(), "transform", "synthetic:blobs(n=50000000,d=4)", "-m", model, "-o", scores)
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (process.isAlive() && size(folder) < 100_000 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(size(folder)).as("it has begun to write").isGreaterThan(100_000);
    interrupt(
        process,
        signal,
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)));
    assertOnly(scores, "old");
  }

  @ParameterizedTest
  @CsvSource({"csv", "npy", "parquet"})
  void whatAKilledTransformLeavesGoesWithTheNextOne(String ending) throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path results = Files.createDirectory(folder.resolve("results"));
    Map<String, String> own = Map.of("MERCER_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary);
    Path scores = Files.writeString(results.resolve("s." + ending), "old");
    Path model = smallModel();
    Process process =
        program
            .command(own, "transform", "synthetic:blobs(n=50000000,d=4)", "-m", model, "-o", scores)
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (process.isAlive() && size(results) < 100_000 && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    process.destroyForcibly().waitFor();
    assertThat(files(results)).as("it was killed while it wrote").hasSizeGreaterThan(1);
    assertThat(scores).hasContent("old");
    assertThat(files(temporary)).as("libraries are not left behind").isEmpty();
    Program next =
        program.run(own, "transform", "synthetic:blobs(n=10,d=4)", "-m", model, "-o", scores);
    assertThat(next.exit()).as(next.err()).isZero();
    assertThat(files(results)).containsExactly(scores);
    assertThat(files(temporary)).isEmpty();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static long size(Path folder) throws IOException {
    long size = 0;
    for (Path file : files(folder)) {
      size += Files.exists(file) ? Files.size(file) : 0;
    }
    return size;
  }

  private static Path smallModel() throws Exception {
    Path model = shared.resolve("small.safetensors");
    if (!Files.exists(model)) {
      Program fit =
          program.run(
              "fit", "synthetic:blobs(n=300,d=4)", "--kernel", "gaussian(sigma=2)", "-o", model);
      assertThat(fit.exit()).as(fit.err()).isZero();
    }
    return model;
  }

  /** A build in the background may have been started with INT ignored, which children inherit. */
  private static void requireDelivered(String signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (signal.equals("INT") && Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("SigIgn:")) {
          long ignored = Long.parseUnsignedLong(line.substring(7).strip(), 16);
          assumeTrue((ignored & 2) == 0, "INT is ignored by the process the tests run in");
        }
      }
    }
  }

  private static void interrupt(Process process, String signal, BufferedReader err)
      throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(err.lines().toList()).endsWith("mercer: interrupted");
    assertThat(process.exitValue()).isEqualTo(130);
  }

  private void assertOnly(Path file, String content) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.toList()).containsExactly(file);
    }
    assertThat(file).hasContent(content);
  }

  @ParameterizedTest
  @CsvSource({
    "400, synthetic, stored",
    "290, synthetic, refined",
    "270, synthetic, tiled",
    "400, csv, stored",
    "270, csv, tiled"
  })
  void memoryIsThatOfTheWholeProcess(int megabytes, String kind, String operator) throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/status")), "needs /proc, which Linux has");
    String data = kind.equals("csv") ? large().toString() : "synthetic:blobs(n=5000,d=20)";
    Path report = folder.resolve("r.json");
    Process process =
        program
            .command(
                Map.of(),
                "fit",
                data,
                "--rows",
                "0:5000",
                "--kernel",
                "gaussian(sigma=8)",
                "--rank",
                3,
                "--threads",
                2,
                "--memory",
                megabytes + "m",
                "--quiet",
                "--report",
                report,
                "-o",
                folder.resolve("m.safetensors"))
            .redirectErrorStream(true)
            .start();
    long peak = 0;
    while (process.isAlive()) {
      peak = Math.max(peak, peakKilobytes(process.pid()));
      TimeUnit.MILLISECONDS.sleep(10);
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assumeTrue(peak > 100_000, "the machine was too busy to watch the process");
    assertThat(peak).isLessThan((long) (1.1 * 1024 * megabytes));
    Map<?, ?> used = (Map<?, ?>) Json.parseObject(Files.readString(report)).get("operator");
    assertThat(used.get("kind")).isEqualTo(operator);
  }

  private static long peakKilobytes(long pid) {
    try {
      List<String> lines = Files.readAllLines(Path.of("/proc/" + pid + "/status"));
      for (String line : lines) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
      return 0;
    } catch (IOException e) {
      return 0; // it has ended
    }
  }

  /** A file large enough to be read by DuckDB. */
  private static synchronized Path large() throws IOException {
    Path file = shared.resolve("large.csv");
    if (!Files.exists(file)) {
      SplittableRandom random = new SplittableRandom(3);
      try (BufferedWriter out = Files.newBufferedWriter(file)) {
        for (int j = 0; j < 20; j++) {
          out.append(j == 0 ? "" : ",").append("c" + j);
        }
        out.append('\n');
        for (int i = 0; i < 80_000; i++) {
          for (int j = 0; j < 20; j++) {
            out.append(j == 0 ? "" : ",").append(Double.toString(random.nextDouble(-3, 3)), 0, 12);
          }
          out.append('\n');
        }
      }
    }
    assertThat(Files.size(file)).isGreaterThan(17 << 20);
    return file;
  }

  @Test
  void aTransformOfManyRowsTakesLittleMemory() throws Exception {
    Path model = folder.resolve("m.safetensors");
    assertThat(
            program
                .run("fit", "synthetic:blobs(n=200,d=10)", "--rank", 2, "-o", model, "--quiet")
                .exit())
        .isZero();
    Path report = folder.resolve("t.json");
    // 300,000 x 10 doubles are 24 MB, their text 30 MB; the heap of 256m is 90 MB.
    Program transform =
        program.run(
            "transform",
            "synthetic:blobs(n=300000,d=10)",
            "-m",
            model,
            "--memory",
            "256m",
            "--report",
            report,
            "-o",
            folder.resolve("s.npy"));
    assertThat(transform.exit()).as(transform.err()).isZero();
    assertThat(transform.err()).contains("300000 rows in ");
    assertThat(Json.parseObject(Files.readString(report)).get("rows")).isEqualTo(300000L);
    assertThat(Files.size(folder.resolve("s.npy"))).isEqualTo(128 + 8L * 2 * 300_000);
  }

  @Test
  void aBarIsDrawnOnATerminal() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/script")), "needs script, a terminal to look at");
    Program watched =
        program.shell(
            "script -qec \"stty cols 60; '$mercer' fit builtin:digits --rank 3 >/dev/null\" /dev/null");
    assertThat(watched.exit()).isZero();
    assertThat(watched.out()).contains("\rgram [").contains("\u001b[K").contains("solve: ");
    for (String drawn : watched.out().split("[\r\n]")) {
      assertThat(drawn.replace("\u001b[K", "")).hasSizeLessThan(60);
    }
    Program quiet =
        program.shell(
            "script -qec \"'$mercer' fit builtin:digits --rank 3 --quiet >/dev/null\" /dev/null");
    assertThat(quiet.out()).isEmpty();
  }
}
