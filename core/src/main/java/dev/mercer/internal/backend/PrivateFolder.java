package dev.mercer.internal.backend;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A folder with a predictable name in a place where every user may create folders. Another user
 * could have created it first and put libraries there that this program would load, so it must
 * belong to this user alone.
 */
final class PrivateFolder {

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      PosixFilePermissions.fromString("----w--w-");

  private static final Set<PosixFilePermission> OURS_ALONE =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFolder() {}

  /**
   * Requires that an existing folder belongs to this user, and makes it accessible to this user
   * alone.
   *
   * @throws IOException if the folder is a link, belongs to another user, or could be written to by
   *     others until now
   */
  static void require(Path folder) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(folder, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view == null) {
      return; // on Windows, every user has a separate temporary folder
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(folder.toString(), null, "is a link or no folder");
    }
    Path ours = Files.createTempFile(folder.toAbsolutePath().getParent(), "mercer-owner", "");
    try {
      if (!Files.getOwner(ours).equals(view.getOwner())) {
        throw new FileSystemException(
            folder.toString(), null, "belongs to " + view.getOwner().getName());
      }
    } finally {
      Files.delete(ours);
    }
    if (view.readAttributes().permissions().stream().anyMatch(OTHERS_WRITE::contains)) {
      throw new FileSystemException(folder.toString(), null, "may be written to by others");
    }
    view.setPermissions(OURS_ALONE);
  }
}
