package dev.mercer.app.cli.options;

import dev.mercer.internal.store.AtomicFile;
import dev.mercer.internal.store.Destination;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Output files: refused early if they cannot be written, and replaced only when complete. */
public final class Outputs {

  private Outputs() {}

  /** Fails before any work is done if a file cannot be created there. */
  public static void requireWritable(String option, Path file) throws IOException {
    if (file == null) {
      return;
    }
    Path folder = Destination.of(file).getParent();
    if (file.toString().isBlank()) {
      throw new IllegalArgumentException(option + " is empty; name a file");
    }
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
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw new IllegalArgumentException(
          option + " " + file + " exists and may not be written; name another file");
    }
  }

  public static void requireEnding(String option, Path file, String... endings) {
    if (file == null) {
      return;
    }
    for (String ending : endings) {
      if (file.toString().toLowerCase(Locale.ROOT).endsWith(ending)) {
        return;
      }
    }
    throw new IllegalArgumentException(
        option + " " + file + " has an unknown ending; allowed are " + String.join(", ", endings));
  }

  /** Fails if a table cannot be written in the format of the name's ending. */
  public static void requireTable(String option, Path file) {
    requireEnding(option, file, ".csv", ".npy", ".parquet");
  }

  public static void writeText(Path file, String text) throws IOException {
    try (AtomicFile atomic = AtomicFile.create(file)) {
      atomic.stream().write((text + "\n").getBytes(StandardCharsets.UTF_8));
      atomic.commit();
    }
  }
}
