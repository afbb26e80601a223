package dev.mercer.internal.backend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One half of netlib, {@code blas} or {@code lapack}, and the native library it has loaded.
 *
 * <p>A half loads its library when any code in the process first uses it, and keeps it. Other code
 * may use netlib before us: Spark's MLlib does, and it gets the library of the system. A path that
 * we name afterwards has no effect, and nothing in netlib reports this, but the memory map of the
 * process does. netlib has native code for Linux only, so looking there is enough.
 */
record NetlibHalf(String name) {

  private static final Path MEMORY_MAP = Path.of("/proc/self/maps");

  /** The system property that holds the path of the library. */
  String pathProperty() {
    return "dev.ludovic.netlib." + name + ".nativeLibPath";
  }

  /**
   * Removes the file to which netlib unpacked its own code. The process keeps what it has loaded,
   * but a process that is killed would leave the file in the temporary folder.
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

  /** The library that this half has loaded without being given a path; empty if it has none yet. */
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
        .filter(line -> line.contains("/" + wanted)) // a version may follow the name
        .map(line -> line.substring(line.indexOf('/')))
        .findFirst()
        .or(() -> Optional.of(wanted));
  }
}
