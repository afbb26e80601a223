package dev.mercer.app.machine;

import dev.mercer.FitReport;
import dev.mercer.internal.backend.Backend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The machine and the Java version, which have to be known to interpret a measurement. */
public final class MachineFacts {

  private MachineFacts() {}

  /** Processor, cores, memory, system; on systems other than Linux as far as Java knows them. */
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
      // These files exist only on Linux.
      return System.getProperty("os.arch") + ", " + cores + " cores, " + system;
    }
  }

  /** The versions of Mercer and Java, and the back ends. */
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

  /** The value in the first line {@code key : value} or {@code key=value}; or "unknown". */
  private static String valueOf(List<String> lines, String key) {
    for (String line : lines) {
      if (line.startsWith(key)) {
        return line.substring(key.length()).replaceFirst("^\\s*[:=]\\s*", "").strip();
      }
    }
    return "unknown";
  }

  /** The bytes from a line like {@code VmHWM: 123 kB}; 0 if there is none. */
  public static long kilobytes(List<String> lines, String key) {
    for (String line : lines) {
      if (line.startsWith(key)) {
        return 1024 * Long.parseLong(line.substring(key.length()).replace("kB", "").strip());
      }
    }
    return 0;
  }
}
