package dev.mercer.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The program as users start it: the launcher in a project of its own, whose jars are made of the
 * classes under test, so that nothing is built and nothing of this project is touched.
 */
final class RealProgram {

  private final Path launcher;
  private final Path scratch;

  /** Lays out the project in an empty folder. */
  RealProgram(Path folder) throws IOException {
    Path project = Files.createDirectories(folder.resolve("project"));
    scratch = Files.createDirectories(folder.resolve("scratch"));
    launcher = project.resolve("mercer");
    Files.copy(Path.of("..", "mercer"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    for (String source : List.of("core/src/main", "app/src/main")) {
      Files.createDirectories(project.resolve(source));
    }
    for (String pom : List.of("pom.xml", "core/pom.xml", "app/pom.xml")) {
      Files.writeString(project.resolve(pom), "");
    }
    Path lib = Files.createDirectories(project.resolve("app/target/lib"));
    Path duckDb = Files.createDirectories(project.resolve("app/target/duckdb"));
    try (Stream<Path> files = Files.list(Path.of("target", "duckdb"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        link(file, duckDb.resolve(file.getFileName()));
      }
    }
    int number = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (entry.endsWith(".jar") && Files.exists(path) && !path.startsWith(duckDbOfTheBuild())) {
        link(path, lib.resolve(number++ + "-" + path.getFileName()));
      } else if (entry.endsWith("classes") && !entry.endsWith("test-classes")) {
        pack(path, lib.resolve(number++ + ".jar"));
      }
    }
    // The launcher looks for this one; it comes last, so that it is newer than all sources.
    pack(Path.of("target", "classes"), project.resolve("app/target/mercer-app-0.1.0.jar"));
  }

  private static Path duckDbOfTheBuild() {
    return Path.of("target", "duckdb").toAbsolutePath();
  }

  /** A link where the file system allows, for one of the jars is large. */
  private static void link(Path jar, Path to) throws IOException {
    try {
      Files.createLink(to, jar.toAbsolutePath());
    } catch (IOException | UnsupportedOperationException e) {
      Files.copy(jar, to);
    }
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
  }

  ProcessBuilder command(Map<String, String> environment, Object... arguments) {
    List<String> words = new ArrayList<>(List.of(launcher.toString()));
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(words).directory(scratch.toFile());
    builder.environment().remove("MERCER_JAVA_OPTS");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    return builder;
  }

  /** Runs a command to its end. */
  Program run(Map<String, String> environment, Object... arguments) throws Exception {
    Path out = Files.createTempFile(scratch, "out", "");
    Path err = Files.createTempFile(scratch, "err", "");
    Process process =
        command(environment, arguments)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()))
            .start();
    assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
    return new Program(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  Program run(Object... arguments) throws Exception {
    return run(Map.of(), arguments);
  }

  /** A line of the shell in which {@code $mercer} is the program. */
  Program shell(String line) throws Exception {
    Process process =
        new ProcessBuilder("bash", "-c", "set -o pipefail; mercer='" + launcher + "'; " + line)
            .directory(scratch.toFile())
            .start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(180, TimeUnit.SECONDS)).isTrue();
    return new Program(process.exitValue(), out, err);
  }
}
