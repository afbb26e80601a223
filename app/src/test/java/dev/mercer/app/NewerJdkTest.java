package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The classes of this build on a newer Java than the one they were built with.
 *
 * <p>The other Java is {@code -Dmercer.other.jdk=HOME}, else the newest under /usr/lib/jvm that is
 * newer than the running one; without either the test is skipped and says so.
 */
@Tag("whole")
class NewerJdkTest {

  private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");
  private static final Pattern EIGENVALUES = Pattern.compile("\"eigenvalues\"\\s*:\\s*\\[([^]]*)]");

  @TempDir static Path directory;
  private static Path other;

  private record Answer(int exit, String out, String err) {}

  @BeforeAll
  static void findNewerJava() throws IOException {
    String given = System.getProperty("mercer.other.jdk");
    Optional<Path> found = given != null ? Optional.of(Path.of(given)) : newest();
    assumeTrue(found.isPresent(), "no newer Java under /usr/lib/jvm; give -Dmercer.other.jdk=HOME");
    other = found.get();
  }

  @Test
  void digitsHaveTheSameEigenvalues() throws Exception {
    double[] here = eigenvaluesOfDigits(Path.of(System.getProperty("java.home")), "here");
    double[] there = eigenvaluesOfDigits(other, "there");
    assertThat(here).hasSize(5);
    // Both solve to residuals of 1e-10 of the largest, so each is that close to a true eigenvalue.
    assertThat(there).usingComparatorWithPrecision(2e-10 * here[0]).containsExactly(here);
    assertThat(here[0]).isGreaterThan(here[4]);
  }

  @Test
  void doctorRuns() throws Exception {
    Answer answer = run(other, "doctor");
    assertThat(answer.exit()).as(answer.err()).isZero();
    assertThat(answer.out()).contains("native").contains("vector");
  }

  private static double[] eigenvaluesOfDigits(Path home, String name) throws Exception {
    Path report = directory.resolve(name + ".json");
    Answer answer =
        run(
            home,
            "fit",
            "builtin:digits",
            "--kernel",
            "gaussian(gamma=0.001)",
            "--rank",
            "5",
            "--quiet",
            "--report",
            report.toString(),
            "-o",
            directory.resolve(name + ".safetensors").toString());
    assertThat(answer.exit()).as(answer.err()).isZero();
    // No complaint about native access, unsafe memory or a changed module.
    assertThat(answer.err().replaceAll("WARNING: Using incubator modules: .*\n", "")).isEmpty();
    Matcher matcher = EIGENVALUES.matcher(Files.readString(report));
    assertThat(matcher.find()).isTrue();
    return Arrays.stream(matcher.group(1).split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  private static Answer run(Path home, String... arguments)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    List<String> words = new ArrayList<>();
    words.add(home.resolve("bin/java").toString());
    words.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    words.add("--enable-native-access=ALL-UNNAMED");
    if (version(home) >= 23) {
      words.add("--sun-misc-unsafe-memory-access=allow");
    }
    // Asked for by name, so required: nothing can fall back unseen.
    words.addAll(List.of("-Dmercer.blas=native", "-Dmercer.simd=vector"));
    words.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    words.add("dev.mercer.app.Main");
    words.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Answer(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private static Optional<Path> newest() throws IOException {
    Path root = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(root)) {
      return Optional.empty();
    }
    Path best = null;
    try (Stream<Path> homes = Files.list(root)) {
      for (Path home : homes.sorted().toList()) {
        if (Files.isExecutable(home.resolve("bin/java"))
            && version(home) > Runtime.version().feature()
            && (best == null || version(home) > version(best))) {
          best = home;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static int version(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isReadable(release)) {
      return 0;
    }
    Matcher matcher = VERSION.matcher(Files.readString(release));
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
