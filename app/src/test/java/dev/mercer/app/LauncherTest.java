package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a project of its own, whose program is a stub that does as its first argument
 * says, and whose Maven is a script: what the launcher promises can be seen without a real build.
 */
@Tag("whole")
public class LauncherTest {

  private static final String STUB =
      """
      package dev.mercer.app;
      import dev.mercer.app.cli.console.Console;
      public final class Main {
        public static void main(String[] args) throws Exception {
          Console console = Console.open();
          switch (args[0]) {
            case "say" -> {
              System.out.println("out " + String.join("|", args));
              System.err.println("err " + console.terminal() + " " + console.columns());
            }
            case "exit" -> System.exit(Integer.parseInt(args[1]));
            case "throw" -> throw new IllegalStateException("a bug");
            case "reproduce" -> System.out.println(System.getProperty("java.class.path"));
            case "heap" -> System.out.println(Runtime.getRuntime().maxMemory() >> 20);
            case "wait" -> {
              System.err.println("waiting");
              Thread.sleep(60_000);
            }
            default -> System.out.println("trained");
          }
        }
      }
      """;

  @TempDir static Path shared;
  private static Path stubJar;

  @TempDir Path directory;
  private Path project;
  private Path launcher;

  private record Answer(int exit, String out, String err) {}

  @BeforeAll
  static void makeStub() throws IOException {
    assumeTrue(
        !System.getProperty("os.name").startsWith("Windows"), "the launcher is a bash script");
    Path source = shared.resolve("src/dev/mercer/app/Main.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, STUB);
    Path classes = Files.createDirectories(shared.resolve("classes"));
    Path ours = Path.of("target", "classes");
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), "-cp", ours.toString(), source + "");
    assertThat(failed).isZero();
    for (String name : List.of("Console", "Visible", "VisibleStream")) {
      Path part = Path.of("dev", "mercer", "app", "cli", "console", name + ".class");
      Files.createDirectories(classes.resolve(part).getParent());
      Files.copy(ours.resolve(part), classes.resolve(part), StandardCopyOption.REPLACE_EXISTING);
    }
    stubJar = shared.resolve("stub.jar");
    try (OutputStream out = Files.newOutputStream(stubJar);
        JarOutputStream jar = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
  }

  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectories(directory.resolve("a project"));
    launcher = project.resolve("mercer");
    Files.copy(Path.of("..", "mercer"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    for (String file : List.of("pom.xml", "core/pom.xml", "app/pom.xml", "app/src/main/A.java")) {
      Path path = project.resolve(file);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "");
      Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    }
    Files.createDirectories(project.resolve("core/src/main"));
    Files.setLastModifiedTime(
        project.resolve("core/src/main"), FileTime.from(Instant.now().minusSeconds(3600)));
    Files.setLastModifiedTime(
        project.resolve("app/src/main"), FileTime.from(Instant.now().minusSeconds(3600)));
    // A Maven that "builds" by copying the stub, and counts.
    Path maven = directory.resolve("bin/mvn");
    Files.createDirectories(maven.getParent());
    Files.writeString(
        maven,
        "#!/bin/sh\n"
            + "if [ -e fail ]; then echo 'ERROR it does not compile'; exit 1; fi\n"
            + "if [ -e slow ]; then exec sleep 60; fi\n"
            + "echo built >> builds\n"
            + "sleep 1\n"
            + "case \"$*\" in *'-pl evidence'*) mkdir -p evidence/target/lib;"
            + " echo x >evidence/target/classpath.txt; : >evidence/target/lib/more.jar;"
            + " : >evidence/target/mercer-evidence-0.1.0.jar; exit;; esac\n"
            + "mkdir -p app/target/lib\n"
            + "cp '"
            + stubJar
            + "' app/target/mercer-app-0.1.0.jar\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  private void prebuilt() throws IOException {
    Files.createDirectories(project.resolve("app/target/lib"));
    Files.copy(stubJar, project.resolve("app/target/mercer-app-0.1.0.jar"));
  }

  private ProcessBuilder command(Map<String, String> environment, String... arguments) {
    List<String> words = new ArrayList<>(List.of(launcher.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().remove("MERCER_JAVA_OPTS");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().merge("PATH", "", (path, none) -> directory.resolve("bin") + ":" + path);
    builder.environment().putAll(environment);
    return builder;
  }

  private Answer run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(directory, "out", "");
    Path err = Files.createTempFile(directory, "err", "");
    Process process =
        command(environment, arguments)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()))
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Answer(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private Answer run(String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), arguments);
  }

  @Test
  void passesArgumentsAndBothStreamsAndNothingElse() throws Exception {
    prebuilt();
    assertThat(run("say", "a b", "", "c*"))
        .isEqualTo(new Answer(0, "out say|a b||c*\n", "err false 0\n"));
  }

  @Test
  void passesTheExitCode() throws Exception {
    prebuilt();
    assertThat(run("exit", "3")).isEqualTo(new Answer(3, "", ""));
    assertThat(run("throw").exit()).isEqualTo(1);
    assertThat(run("throw").err()).contains("IllegalStateException: a bug");
  }

  @Test
  void worksThroughSymbolicLinks() throws Exception {
    prebuilt();
    Path first = Files.createSymbolicLink(directory.resolve("one"), launcher);
    launcher = Files.createSymbolicLink(directory.resolve("bin/two"), Path.of("../one"));
    assertThat(first).exists();
    assertThat(run("say").out()).isEqualTo("out say\n");
  }

  @Test
  void signalsReachTheProgram() throws Exception {
    // TERM only: a build started in the background may run with INT ignored, and pass that on.
    prebuilt();
    Process process = command(Map.of(), "wait").start();
    BufferedReader err =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    assertThat(err.readLine()).isEqualTo("waiting");
    process.destroy();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 15);
  }

  @Test
  void aSignalDuringTheBuildEndsItAtOnce() throws Exception {
    Files.writeString(project.resolve("slow"), "");
    Process process = command(Map.of(), "say").start();
    BufferedReader err =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    assertThat(err.readLine()).isEqualTo("mercer: building (first use)…");
    process.toHandle().destroy(); // and leave standard error open
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(err.readLine()).isEqualTo("mercer: interrupted");
    Files.delete(project.resolve("slow"));
    assertThat(run("say").exit()).isZero();
  }

  @Test
  void aLimitOnAddressesIsKeptOrNamed() throws Exception {
    prebuilt();
    Answer small = limited(500_000, "heap");
    assertThat(small.exit()).isEqualTo(4);
    assertThat(small.err())
        .contains("limited to 488m (ulimit -v)", "reserves 1144m")
        .hasLineCount(1);
    Answer enough = limited(2_000_000, "heap", "--memory", "8g");
    assertThat(enough.exit()).as(enough.err()).isZero();
    // 1953 - 1000 - 2 * 48, less the survivor space the JVM does not count
    assertThat(Integer.parseInt(enough.out().trim())).isBetween(853, 857);
    assertThat(Integer.parseInt(limited(2_000_000, "heap", "--memory", "300m").out().trim()))
        .isLessThan(300);
  }

  private Answer limited(int kilobytes, String... arguments) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("bash", "-c", "ulimit -v " + kilobytes + "; exec \"$@\"", "-"));
    words.addAll(command(Map.of(), arguments).command());
    words.addAll(List.of("--threads", "2"));
    Process process = command(Map.of()).command(words).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Answer(process.exitValue(), out, err);
  }

  @Test
  void whatTheJvmItselfSaysIsNotLost() throws Exception {
    prebuilt();
    Process process =
        command(Map.of("MERCER_JAVA_OPTS", "-XX:NoSuchOption"), "say")
            .redirectErrorStream(true)
            .start();
    String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(all).contains("NoSuchOption").doesNotContain("incubator");
    assertThat(process.waitFor()).isNotZero();
  }

  @Test
  void memoryIsTheWholeProcess() throws Exception {
    prebuilt();
    for (String[] size :
        new String[][] {
          {"--memory", "1g"}, {"--memory=1024m"}, {"--memory", "1048576k"}, {"--memory=1.0G"}
        }) {
      List<String> words = new ArrayList<>(List.of("heap", "--threads", "2"));
      words.addAll(List.of(size));
      int heap = Integer.parseInt(run(words.toArray(String[]::new)).out().trim());
      // 1024 - 128 - 2 * 16 - 1024 / 64, less the survivor space the JVM does not count
      assertThat(heap).isBetween(845, 848);
    }
    // What is not a size is for the program to refuse.
    assertThat(run("say", "--memory", "lots").out()).isEqualTo("out say|--memory|lots\n");
    assertThat(run("say", "--memory=1.2.3g").exit()).isZero();
    assertThat(run("say", "--memory").exit()).isZero();
    assertThat(run("say", "--memory", "99999999999999999999g").exit()).isZero();
  }

  @Test
  void tooLittleMemoryIsRefusedInOneLine() throws Exception {
    prebuilt();
    Answer answer = run("say", "--memory", "100m");
    assertThat(answer.exit()).isEqualTo(4);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).contains("would not fit").contains("256m").hasLineCount(1);
    assertThat(run("say", "--memory", "256m").exit()).isZero();
  }

  @Test
  void anOldJavaIsRefusedInOneLine() throws Exception {
    prebuilt();
    Path home = directory.resolve("old");
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"1.8.0_392\"\n");
    Files.writeString(home.resolve("bin/java"), "#!/bin/sh\nexit 99\n");
    assertThat(home.resolve("bin/java").toFile().setExecutable(true)).isTrue();
    Answer answer = run(Map.of("JAVA_HOME", home.toString()), "say");
    assertThat(answer.exit()).isEqualTo(2);
    assertThat(answer.err()).contains("Java 17 or newer").contains("1.8.0_392").hasLineCount(1);
    Answer none = run(Map.of("JAVA_HOME", directory.resolve("nowhere").toString()), "say");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("JAVA_HOME").hasLineCount(1);
  }

  @Test
  void buildsOnceOnFirstUseHoweverManyStartTogether() throws Exception {
    List<Process> together = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      together.add(command(Map.of(), "say", "" + i).start());
    }
    for (int i = 0; i < 3; i++) {
      Process process = together.get(i);
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(out).isEqualTo("out say|" + i + "\n");
      assertThat(process.waitFor()).isZero();
    }
    assertThat(project.resolve("builds")).hasContent("built");
  }

  @Test
  void buildsAgainWhenASourceChanged() throws Exception {
    assertThat(run("say").err()).isEqualTo("mercer: building (first use)…\nerr false 0\n");
    assertThat(run("say").err()).isEqualTo("err false 0\n");
    Files.setLastModifiedTime(
        project.resolve("app/src/main/A.java"), FileTime.from(Instant.now().plusSeconds(1)));
    assertThat(run("say").err()).contains("building again");
    assertThat(project.resolve("builds")).hasContent("built\nbuilt");
  }

  @Test
  void theExperimentsAreBuiltOnTheirFirstUseAndWhenTheyChange() throws Exception {
    prebuilt();
    Path source = Files.createDirectories(project.resolve("evidence/src/main"));
    assertThat(run("say").err()).isEqualTo("err false 0\n");
    Answer first = run("reproduce");
    assertThat(first.err())
        .isEqualTo("mercer: building the experiments (first use, or sources have changed)…\n");
    // After what the archive of classes was made with.
    assertThat(first.out().strip())
        .startsWith(project.resolve("app/target/mercer-app-0.1.0.jar").toString())
        .endsWith(
            project.resolve("evidence/target/mercer-evidence-0.1.0.jar")
                + ":"
                + project.resolve("evidence/target/lib/more.jar"));
    assertThat(run("reproduce")).isEqualTo(new Answer(0, first.out(), ""));
    assertThat(project.resolve("builds")).hasContent("built");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(1)));
    assertThat(run("reproduce").err()).contains("building the experiments");
    assertThat(project.resolve("builds")).hasContent("built\nbuilt");
    Files.writeString(project.resolve("fail"), "");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(3600)));
    Answer failed = run("reproduce");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.err()).contains("it does not compile", "evidence/target/build.log");
  }

  @Test
  void aFailedBuildSaysWhy() throws Exception {
    Files.writeString(project.resolve("fail"), "");
    Answer answer = run("say");
    assertThat(answer.exit()).isEqualTo(1);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).contains("it does not compile").contains("build.log");
    Files.delete(project.resolve("fail"));
    assertThat(run("say").exit()).isZero();
  }
}
