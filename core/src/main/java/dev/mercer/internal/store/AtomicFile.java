package dev.mercer.internal.store;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;

/**
 * A file that appears either complete or not at all.
 *
 * <ol>
 *   <li>{@link #create} removes what killed programs left for the same target, and opens a new file
 *       in the target's directory
 *   <li>the caller writes with {@link #write} or to {@link #stream()}; or it has another library
 *       write to a {@link #companion} and then calls {@link #use}
 *   <li>{@link #commit} forces the bytes to the disk and renames the file to the target in one step
 *       of the file system; {@link #commitAll} renames several files when all are complete
 *   <li>{@link #close} without commit deletes the new file, and so does the end of the process by a
 *       signal that it can handle; an old target is not changed
 * </ol>
 *
 * <pre>{@code
 * try (AtomicFile file = AtomicFile.create(path)) {
 *   file.stream().write(bytes);
 *   file.commit();
 * }
 * }</pre>
 *
 * A symbolic link stays a link: the file it leads to is replaced or created. Targets that are
 * neither files nor directories (a pipe, {@code /dev/stdout}) cannot be replaced by renaming, so
 * they are written to directly. Every error message contains the name of the file.
 */
public final class AtomicFile implements WritableByteChannel {

  /** The path as the caller wrote it, for messages. */
  private final Path named;

  private final Path target;

  /** null if the target is a device, which is written to directly */
  private final Unfinished unfinished;

  private final FileChannel channel;
  private OutputStream stream;
  private Path content;
  private boolean finished;
  private boolean committed;

  private AtomicFile(Path named, Path target, Unfinished unfinished, FileChannel channel) {
    this.named = named;
    this.target = target;
    this.unfinished = unfinished;
    this.channel = channel;
    this.content = unfinished == null ? null : unfinished.path();
  }

  /**
   * Opens a new file in the same directory as {@code path}.
   *
   * @throws IOException if the target is a directory or may not be written, or if its directory
   *     does not exist or may not be written; the message says which
   */
  public static AtomicFile create(Path path) throws IOException {
    Path target = Destination.of(path);
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
        return new AtomicFile(
            path, target, null, FileChannel.open(target, StandardOpenOption.WRITE));
      }
    }
    Path directory = target.getParent();
    if (!Files.exists(directory)) {
      throw new NoSuchFileException(
          path.toString(), null, "the directory " + directory + " does not exist; create it first");
    }
    if (!Files.isDirectory(directory)) {
      throw new FileSystemException(path.toString(), null, directory + " is not a directory");
    }
    try {
      Unfinished unfinished = Unfinished.beside(target);
      return new AtomicFile(path, target, unfinished, unfinished.channel());
    } catch (IOException e) {
      throw named(path, "cannot create a file in " + directory + ": ", e);
    }
  }

  /** Writes all remaining bytes of {@code bytes} after what was written before. */
  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int all = bytes.remaining();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
    return all;
  }

  @Override
  public boolean isOpen() {
    return channel.isOpen();
  }

  /** Writes all remaining bytes of {@code bytes} at {@code position}, over what is there. */
  public void writeAt(ByteBuffer bytes, long position) throws IOException {
    try {
      long at = position;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /**
   * A buffered stream to the new content, the same one at every call. Must not be mixed with the
   * other ways of writing.
   */
  public OutputStream stream() {
    if (stream == null) {
      stream = new BufferedOutputStream(new Plain(), 1 << 16);
    }
    return stream;
  }

  /**
   * A path that another library can write to, in a folder of its own; everything in this folder is
   * deleted together with this file.
   *
   * @throws IOException if the target is a device, because no file can be written beside it
   */
  public Path companion(String name) throws IOException {
    if (unfinished == null) {
      throw new FileSystemException(
          named.toString(), null, "is not a regular file; name one to write this format");
    }
    return unfinished.companion(name);
  }

  /** Makes a companion file, which must be complete and closed, the new content. */
  public void use(Path companion) {
    content = companion;
  }

  /** Makes sure that the new content is on the disk. It cannot be changed afterwards. */
  public void finish() throws IOException {
    if (finished) {
      return;
    }
    if (stream != null) {
      stream.flush();
    }
    try {
      if (unfinished == null) {
        channel.close();
      } else if (content.equals(unfinished.path())) {
        channel.force(true);
      } else {
        try (FileChannel written = FileChannel.open(content, StandardOpenOption.WRITE)) {
          written.force(true);
        }
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
    finished = true;
  }

  /** Renames the new content to the target. Nothing can be written afterwards. */
  public void commit() throws IOException {
    if (committed) {
      throw new IllegalStateException(named + " is already committed");
    }
    finish();
    committed = true;
    if (unfinished == null) {
      return;
    }
    try (unfinished) {
      unfinished.become(target, content);
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  /**
   * Commits several files, or none of them if one cannot be completed, for instance because the
   * disk is full.
   */
  public static void commitAll(Collection<AtomicFile> files) throws IOException {
    for (AtomicFile file : files) {
      file.finish();
    }
    for (AtomicFile file : files) {
      file.commit();
    }
  }

  /** Discards the new content unless it was committed. */
  @Override
  public void close() throws IOException {
    if (unfinished == null) {
      channel.close();
    } else {
      unfinished.close();
    }
  }

  private IOException unwritten(IOException e) {
    return named(named, "cannot be written: ", e);
  }

  private static IOException named(Path path, String what, IOException e) {
    FileSystemException clear = new FileSystemException(path.toString(), null, what + Reason.of(e));
    clear.initCause(e);
    return clear;
  }

  /** A stream that passes bytes to the file without a buffer. */
  private final class Plain extends OutputStream {

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      AtomicFile.this.write(ByteBuffer.wrap(bytes, offset, length));
    }
  }
}
