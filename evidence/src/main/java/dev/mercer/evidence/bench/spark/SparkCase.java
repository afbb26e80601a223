package dev.mercer.evidence.bench.spark;

import dev.mercer.evidence.bench.BenchCase;
import dev.mercer.evidence.bench.BenchProgram;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A measurement by {@code dev.mercer.spark.Measurements} in a process of its own, started with the
 * JVM options of this process and those that Spark needs. In this way Spark and its dependencies
 * stay off the class path of all other benchmarks.
 *
 * @param settings the settings given to the measurement
 * @param quick the settings for a quick run
 */
record SparkCase(String name, Map<String, Object> settings, Map<String, Object> quick)
    implements BenchCase {

  private static final String MAIN = "dev.mercer.spark.Measurements";

  @Override
  public Map<String, Object> measure(Setting setting, Map<String, Object> earlier) {
    BenchCase.say(name);
    try {
      Path target = BenchProgram.root().resolve("spark/target");
      String classPath =
          String.join(
              System.getProperty("path.separator"),
              target.resolve("test-classes").toString(),
              target.resolve("classes").toString(),
              Files.readString(target.resolve("measurements.classpath")).strip());
      List<String> options =
          new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
      options.addAll(output(List.of("-cp", classPath, MAIN, "options")).lines().toList());
      options.addAll(
          List.of("-cp", classPath, MAIN, name, Json.compact(setting.quick() ? quick : settings)));
      return Json.parseObject(output(options));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the Java process started with these arguments writes to its standard output. */
  private static String output(List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    // evidence/run sets this variable for the current process; the executors of a cluster do not
    // have it.
    builder.environment().remove("MALLOC_ARENA_MAX");
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(MAIN + " ended with code " + process.exitValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + MAIN + " was running", e);
    }
    return output;
  }
}
