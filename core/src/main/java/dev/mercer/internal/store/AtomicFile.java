package dev.mercer.internal.store;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file that appears complete or not at all.
 *
 * <ol>
 *   <li>{@link #create} opens {@code NAME.tmp-RANDOM} in the directory of the target
 *   <li>the caller writes to {@link #channel()} or {@link #stream()}
 *   <li>{@link #commit} forces the bytes to the disk and renames the file over the target in one
 *       step of the file system
 *   <li>{@link #close} without commit, and the end of the process by a signal it can handle, delete
 *       the temporary file; an old target is untouched
 * </ol>
 *
 * <pre>{@code
 * try (AtomicFile file = AtomicFile.create(path)) {
 *   file.stream().write(bytes);
 *   file.commit();
 * }
 * }</pre>
 *
 * A symbolic link stays a link: the file it points to is replaced. Targets that are neither files
 * nor directories (a pipe, {@code /dev/stdout}) cannot be renamed over and are written as they are.
 */
public final class AtomicFile implements Closeable {

  /** Temporary files to delete if the process ends before they are closed. */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(AtomicFile::deleteUnfinished));
  }

  private final Path target;

  /** Null if the target is a device and written as it is. */
  private final Path temporary;

  private final FileChannel channel;
  private OutputStream stream;
  private boolean committed;

  private AtomicFile(Path target, Path temporary, FileChannel channel) {
    this.target = target;
    this.temporary = temporary;
    this.channel = channel;
  }

  /**
   * Opens a temporary file beside {@code path}.
   *
   * @throws IOException if the target is a directory or must not be written, or its directory does
   *     not exist or must not be written; the message says which
   */
  public static AtomicFile create(Path path) throws IOException {
    Path target = path.toAbsolutePath();
    if (Files.exists(target)) {
      BasicFileAttributes attributes = Files.readAttributes(target, BasicFileAttributes.class);
      if (attributes.isDirectory()) {
        throw new FileSystemException(path.toString(), null, "is a directory; name a file in it");
      }
      if (!Files.isWritable(target)) {
        throw new AccessDeniedException(
            path.toString(), null, "exists and is not writable; name another file");
      }
      if (attributes.isOther()) {
        return new AtomicFile(target, null, FileChannel.open(target, StandardOpenOption.WRITE));
      }
      target = target.toRealPath();
    }
    Path directory = target.getParent();
    if (!Files.exists(directory)) {
      throw new NoSuchFileException(
          path.toString(), null, "the directory " + directory + " does not exist; create it first");
    }
    if (!Files.isDirectory(directory)) {
      throw new FileSystemException(path.toString(), null, directory + " is not a directory");
    }
    Path temporary = directory.resolve(target.getFileName() + ".tmp-" + UUID.randomUUID());
    UNFINISHED.add(temporary);
    try {
      return new AtomicFile(target, temporary, open(temporary));
    } catch (FileSystemException e) {
      UNFINISHED.remove(temporary);
      FileSystemException clear =
          new FileSystemException(
              path.toString(), null, "cannot create a file in " + directory + ": " + reason(e));
      clear.initCause(e);
      throw clear;
    } catch (IOException | RuntimeException e) {
      UNFINISHED.remove(temporary);
      throw e;
    }
  }

  /** Once the process is ending and the files were deleted, no new one may appear. */
  private static FileChannel open(Path temporary) throws IOException {
    synchronized (UNFINISHED) {
      if (ending) {
        throw new IOException("the program is ending");
      }
      return FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    }
  }

  private static String reason(FileSystemException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NotDirectoryException) {
      return "not a directory";
    }
    return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
  }

  /** The channel to the new content; do not mix with {@link #stream()}. */
  public FileChannel channel() {
    return channel;
  }

  /** A buffered stream to the new content; always the same one. */
  public OutputStream stream() {
    if (stream == null) {
      stream = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
    }
    return stream;
  }

  /** Makes the new content the file; nothing can be written afterwards. */
  public void commit() throws IOException {
    if (committed) {
      throw new IllegalStateException(target + " is already committed");
    }
    if (stream != null) {
      stream.flush();
    }
    if (temporary != null) {
      channel.force(true);
    }
    channel.close();
    if (temporary != null) {
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      UNFINISHED.remove(temporary);
    }
    committed = true;
  }

  /** Gives up the new content unless it was committed. */
  @Override
  public void close() throws IOException {
    if (committed) {
      return;
    }
    try {
      channel.close();
    } finally {
      if (temporary != null) {
        Files.deleteIfExists(temporary);
        UNFINISHED.remove(temporary);
      }
    }
  }

  private static void deleteUnfinished() {
    synchronized (UNFINISHED) {
      ending = true;
      for (Path temporary : UNFINISHED) {
        try {
          Files.deleteIfExists(temporary);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
