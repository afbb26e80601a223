package dev.mercer.app.datasets;

import dev.mercer.app.data.DataException;
import dev.mercer.app.datasets.Checksums.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder where data sets are kept.
 *
 * @param chosenBy what named it: an option, the environment, or nothing
 */
public record DataFolder(Path path, String chosenBy) {

  private static final String VARIABLE = "MERCER_DATA";

  /**
   * The folder given by the option, else by MERCER_DATA, else {@code data}.
   *
   * @param option the value of --data; null if not given
   */
  public static DataFolder of(Path option) {
    String variable = System.getenv(VARIABLE);
    DataFolder folder =
        option != null
            ? new DataFolder(option, "--data")
            : variable != null && !variable.isBlank()
                ? new DataFolder(Path.of(variable), VARIABLE)
                : new DataFolder(Path.of("data"), "the default");
    if (Files.exists(folder.path) && !Files.isDirectory(folder.path)) {
      throw new DataException(
          folder.path + " (" + folder.chosenBy + ") is a file; name a folder with --data");
    }
    return folder;
  }

  public boolean exists() {
    return Files.isDirectory(path);
  }

  boolean holds(DataFile file) {
    return Files.isRegularFile(path.resolve(file.path()));
  }

  /** The length of a file, which must exist. */
  long length(DataFile file) {
    try {
      return Files.size(path.resolve(file.path()));
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Compares a file, which must exist, with the one in the catalog; reads all of it. */
  Verdict check(DataFile file) {
    try {
      return Checksums.compare(path.resolve(file.path()), file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private DataException unreadable(DataFile file, IOException e) {
    return DataException.unreadable(path.resolve(file.path()), e);
  }
}
