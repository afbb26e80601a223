package dev.mercer.app;

import dev.mercer.store.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Output files: refused early where they cannot be written, replaced only when complete. */
final class Outputs {

  private Outputs() {}

  /** Fails before any work is done if a file cannot be created there. */
  static void requireWritable(String option, Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(option + " " + file + " is a folder; name a file");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          option + " " + file + ": the folder " + folder + " does not exist; make it first");
    }
    if (!Files.isWritable(folder)) {
      throw new IllegalArgumentException(
          option + " " + file + ": the folder " + folder + " may not be written");
    }
  }

  static void requireEnding(String option, Path file, String... endings) {
    if (file == null) {
      return;
    }
    for (String ending : endings) {
      if (file.toString().endsWith(ending)) {
        return;
      }
    }
    throw new IllegalArgumentException(
        option + " " + file + " has an unknown ending; allowed are " + String.join(", ", endings));
  }

  static void writeText(Path file, String text) throws IOException {
    try (AtomicFile atomic = AtomicFile.create(file)) {
      atomic.stream().write((text + "\n").getBytes(StandardCharsets.UTF_8));
      atomic.commit();
    }
  }
}
