package dev.mercer.app.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that appears under its name only when it is complete: it is written beside its target and
 * renamed by {@link #commit}. Closed without that, or when the program is interrupted, the target
 * is what it was before.
 */
final class UnfinishedFile implements AutoCloseable {

  private final Path target;
  private final Path written;
  private boolean committed;

  UnfinishedFile(Path target) {
    this.target = real(target);
    if (Files.isDirectory(this.target)) {
      throw new DataException(target + " is a folder; name a file to write");
    }
    if (Files.exists(this.target) && !Files.isRegularFile(this.target)) {
      throw new DataException(target + " is not a regular file; name one to write");
    }
    Path folder = this.target.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new DataException(
          "there is no folder " + folder + " to write " + target.getFileName() + " in; create it");
    }
    if (!Files.isWritable(folder)) {
      throw new DataException(folder + " may not be written to; check its permissions");
    }
    String unique =
        Long.toHexString(ProcessHandle.current().pid())
            + Integer.toHexString(ThreadLocalRandom.current().nextInt());
    written = folder.resolve("." + this.target.getFileName() + "." + unique + ".part");
    written.toFile().deleteOnExit();
  }

  /** Where a link leads, so that the file behind it is replaced and not the link. */
  private static Path real(Path target) {
    try {
      return Files.isSymbolicLink(target) && Files.exists(target) ? target.toRealPath() : target;
    } catch (IOException e) {
      throw new DataException(target + " cannot be followed: " + FileSet.reason(e), e);
    }
  }

  /** Where to write; does not exist yet. */
  Path path() {
    return written;
  }

  Path target() {
    return target;
  }

  /** Gives the finished file its name. */
  void commit() {
    try {
      Files.move(
          written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DataException(target + " cannot be written: " + FileSet.reason(e), e);
    }
    committed = true;
  }

  @Override
  public void close() {
    if (!committed) {
      try {
        Files.deleteIfExists(written);
      } catch (IOException e) {
        throw new DataException(
            written + ", left by an incomplete run, cannot be removed: " + FileSet.reason(e), e);
      }
    }
  }
}
