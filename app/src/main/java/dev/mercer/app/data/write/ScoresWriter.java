package dev.mercer.app.data.write;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Writes scores as a table: columns pc1 to pcR, with rows in the order of the data. */
public final class ScoresWriter {

  private ScoresWriter() {}

  /**
   * @see TableWriter#to(Path, List)
   */
  public static TableWriter to(Path target, int components) {
    return TableWriter.to(target, names(components));
  }

  /** pc1, pc2, … */
  public static List<String> names(int components) {
    return IntStream.rangeClosed(1, components).mapToObj(i -> "pc" + i).toList();
  }
}
