package dev.mercer.bench;

import dev.mercer.FitReport;
import dev.mercer.backend.Backend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a number must be read with: the machine and the Java that gave it. */
final class MachineFacts {

  private MachineFacts() {}

  /** Processor, cores, memory, system. */
  static String machine() {
    try {
      return String.format(
          Locale.ROOT,
          "%s, %d cores, %.1f GiB memory, %s, Linux %s",
          valueOf(Files.readAllLines(Path.of("/proc/cpuinfo")), "model name"),
          Runtime.getRuntime().availableProcessors(),
          kilobytes(Files.readAllLines(Path.of("/proc/meminfo")), "MemTotal:") / 0x1p30,
          valueOf(Files.readAllLines(Path.of("/etc/os-release")), "PRETTY_NAME").replace("\"", ""),
          System.getProperty("os.version"));
    } catch (IOException e) {
      throw new UncheckedIOException("the benchmark describes Linux machines only", e);
    }
  }

  /** Mercer, Java and back ends. */
  static String software() {
    return "Mercer "
        + FitReport.VERSION
        + ", "
        + System.getProperty("java.vm.name")
        + " "
        + System.getProperty("java.runtime.version")
        + ", heap "
        + (Runtime.getRuntime().maxMemory() >> 20)
        + " MiB, "
        + Backend.instance();
  }

  /** The value behind the first line {@code key : value} or {@code key=value}; or "unknown". */
  private static String valueOf(List<String> lines, String key) {
    for (String line : lines) {
      if (line.startsWith(key)) {
        return line.substring(key.length()).replaceFirst("^\\s*[:=]\\s*", "").strip();
      }
    }
    return "unknown";
  }

  /** Bytes of a line like {@code VmHWM: 123 kB}; 0 where there is none. */
  static long kilobytes(List<String> lines, String key) {
    for (String line : lines) {
      if (line.startsWith(key)) {
        return 1024 * Long.parseLong(line.substring(key.length()).replace("kB", "").strip());
      }
    }
    return 0;
  }
}
