package dev.mercer.app.machine;

import dev.mercer.FitReport;
import dev.mercer.internal.backend.Backend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What a number must be read with: the machine and the Java that gave it. */
public final class MachineFacts {

  private MachineFacts() {}

  /** Processor, cores, memory, system; where the system is not Linux, what Java knows of it. */
  public static String machine() {
    int cores = Runtime.getRuntime().availableProcessors();
    String system = System.getProperty("os.name") + " " + System.getProperty("os.version");
    try {
      return String.format(
          Locale.ROOT,
          "%s, %d cores, %.1f GiB memory, %s, %s",
          valueOf(Files.readAllLines(Path.of("/proc/cpuinfo")), "model name"),
          cores,
          kilobytes(Files.readAllLines(Path.of("/proc/meminfo")), "MemTotal:") / 0x1p30,
          valueOf(Files.readAllLines(Path.of("/etc/os-release")), "PRETTY_NAME").replace("\"", ""),
          system);
    } catch (IOException e) {
      // Files only Linux has.
      return System.getProperty("os.arch") + ", " + cores + " cores, " + system;
    }
  }

  /** Mercer, Java and back ends. */
  public static String software() {
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
  public static long kilobytes(List<String> lines, String key) {
    for (String line : lines) {
      if (line.startsWith(key)) {
        return 1024 * Long.parseLong(line.substring(key.length()).replace("kB", "").strip());
      }
    }
    return 0;
  }
}
