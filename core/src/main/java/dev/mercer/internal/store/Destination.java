package dev.mercer.internal.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that a path leads to through all symbolic links, even if that file does not exist yet.
 * Java's own {@link Path#toRealPath} fails for a link to a file that does not exist, but such a
 * file is often what a program is about to write.
 */
public final class Destination {

  /** The most links that Linux follows. */
  private static final int MOST_LINKS = 40;

  private Destination() {}

  /**
   * The absolute path of the file itself, no part of which is a link. If the target is neither a
   * file nor a directory, the path is returned without following links, because a link to a pipe
   * ({@code /dev/stdout}) does not lead to a valid path.
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
