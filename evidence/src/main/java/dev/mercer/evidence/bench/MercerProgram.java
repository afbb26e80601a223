package dev.mercer.evidence.bench;

import dev.mercer.app.machine.MachineFacts;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs {@code ./mercer fit} as a user does, and measures the wall time of the whole process and its
 * peak resident size.
 *
 * <p>The launcher replaces itself with the virtual machine, so that the process number stays the
 * same and can be watched. The peak is VmHWM, which only grows. It is read every {@value
 * #POLL_MILLIS} ms, so that a reading misses at most the growth of the last interval.
 *
 * @param root the root folder of the project
 */
public record MercerProgram(Path root) {

  private static final int POLL_MILLIS = 20;

  /**
   * @param seconds wall time
   * @param peakBytes largest resident size
   * @param report the content of the file that {@code --report} wrote
   */
  public record Run(double seconds, long peakBytes, Map<String, Object> report) {}

  public Run fit(List<String> arguments) {
    try {
      Path folder = Files.createTempDirectory("mercer-bench");
      Path model = folder.resolve("model.safetensors");
      Path report = folder.resolve("report.json");
      try {
        List<String> command = new ArrayList<>(List.of(root.resolve("mercer").toString(), "fit"));
        command.addAll(arguments);
        command.addAll(List.of("-o", model.toString(), "--report", report.toString()));
        long start = System.nanoTime();
        Process process =
            new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long peak = 0;
        while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          peak = Math.max(peak, peakBytes(process.pid()));
        }
        double seconds = Timing.since(start);
        if (process.exitValue() != 0) {
          throw new IllegalStateException(
              String.join(" ", command) + " ended with code " + process.exitValue());
        }
        return new Run(seconds, peak, Json.parseObject(Files.readString(report)));
      } finally {
        Files.deleteIfExists(model);
        Files.deleteIfExists(report);
        Files.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while mercer was running", e);
    }
  }

  /** VmHWM of a process; 0 if it has just ended. */
  private static long peakBytes(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    try {
      return MachineFacts.kilobytes(Files.readAllLines(status), "VmHWM:");
    } catch (IOException ended) {
      if (Files.exists(status)) {
        throw ended;
      }
      return 0;
    }
  }
}
