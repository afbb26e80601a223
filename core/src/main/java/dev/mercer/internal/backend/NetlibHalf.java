package dev.mercer.internal.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One half of netlib, {@code blas} or {@code lapack}, and the native library it has.
 *
 * <p>A half loads its library when it is first used in a process, by whomever, and keeps it. Other
 * code may use netlib before us: Spark's MLlib does, and gets the library of the system. A path
 * that we name then comes too late, and nothing in netlib says so; the memory map of the process
 * does. netlib has native code for Linux alone, so that is enough.
 */
record NetlibHalf(String name) {

  private static final Path MEMORY_MAP = Path.of("/proc/self/maps");

  /** The system property for the path of the library. */
  String pathProperty() {
    return "dev.ludovic.netlib." + name + ".nativeLibPath";
  }

  /**
   * Removes the file that netlib unpacks its own code to. The process keeps what it has loaded; the
   * file would be left in the temporary folder by a process that is killed.
   */
  void removeUnpacked() throws IOException {
    if (!Files.exists(MEMORY_MAP)) {
      return;
    }
    Pattern unpacked = Pattern.compile(".* (/.*/libnetlib" + name + "jni\\.so\\d+)");
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
    for (String line : Files.readAllLines(MEMORY_MAP)) {
      Matcher file = unpacked.matcher(line);
      if (file.matches() && Path.of(file.group(1)).startsWith(temporary)) {
        Files.deleteIfExists(Path.of(file.group(1)));
      }
    }
  }

  /** The library this half has loaded without a path of its own; empty if it has none yet. */
  Optional<String> loaded() throws IOException {
    if (!Files.exists(MEMORY_MAP)) {
      return Optional.empty();
    }
    List<String> mapped = Files.readAllLines(MEMORY_MAP);
    if (mapped.stream().noneMatch(line -> line.contains("libnetlib" + name + "jni"))) {
      return Optional.empty();
    }
    String wanted =
        System.getProperty("dev.ludovic.netlib." + name + ".nativeLib", "lib" + name + ".so.3");
    return mapped.stream()
        .filter(line -> line.contains("/" + wanted)) // its version may follow
        .map(line -> line.substring(line.indexOf('/')))
        .findFirst()
        .or(() -> Optional.of(wanted));
  }
}
