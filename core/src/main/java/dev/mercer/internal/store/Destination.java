package dev.mercer.internal.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a path leads: through every symbolic link, also where nothing is at its end yet. Java's own
 * {@link Path#toRealPath} fails for a link to a file that does not exist, but such a file is what a
 * program is about to write.
 */
public final class Destination {

  /** What Linux follows at most. */
  private static final int MOST_LINKS = 40;

  private Destination() {}

  /**
   * The file itself: absolute, no part of it a link. What is neither a file nor a directory is
   * returned by the name it has, for links to pipes ({@code /dev/stdout}) name no path.
   *
   * @throws FileSystemException if the links lead in a circle
   */
  public static Path of(Path path) throws IOException {
    Path at = path.toAbsolutePath();
    if (Files.exists(at)) {
      return Files.isRegularFile(at) || Files.isDirectory(at) ? at.toRealPath() : at;
    }
    for (int links = 0; Files.isSymbolicLink(at); links++) {
      if (links == MOST_LINKS) {
        throw new FileSystemException(
            path.toString(), null, "is a symbolic link that leads in a circle; name a file");
      }
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    Path directory = at.getParent();
    return directory != null && Files.exists(directory)
        ? directory.toRealPath().resolve(at.getFileName())
        : at.normalize();
  }
}
