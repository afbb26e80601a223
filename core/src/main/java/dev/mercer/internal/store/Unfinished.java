package dev.mercer.internal.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * A file that is being written in the same directory as its target. This class also removes such
 * files where a killed program left them.
 *
 * <ol>
 *   <li>{@link #beside} removes what killed programs left for the same target, then creates a new
 *       file, {@code .NAME.KERNEL-RANDOM.part}, and locks it
 *   <li>further files for the same target are in a folder beside it, {@code ….part.files} ({@link
 *       #companion})
 *   <li>{@link #become} gives the finished content the name of the target
 *   <li>{@link #close} deletes everything else, and so does the end of the process by a signal that
 *       it can handle
 * </ol>
 *
 * The lock tells whether a file is still being written. The system releases it when the process
 * ends, in whatever way, and no other process can hold it by accident, as one could have the
 * process number of a dead one. Containers on one machine see each other's locks, but machines that
 * share a disk do so only if that disk passes locks on. Therefore the name also identifies the
 * running kernel of the operating system, and a file from another kernel must also have been
 * unchanged for a day before it is removed.
 */
final class Unfinished implements Closeable {

  private static final String ENDING = ".part";

  private static final Pattern MARK = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{16}\\.part");

  /** Names on common file systems have at most 255 bytes, and a character takes up to four. */
  private static final int LONGEST_STEM = 40;

  private static final Duration LONG_AGO = Duration.ofDays(1);

  /**
   * How often to try again if another program removes the new file as a leftover before it is
   * locked.
   */
  private static final int ATTEMPTS = 20;

  /**
   * The file's content changes whenever a machine starts, and is the same in all of the machine's
   * containers.
   */
  private static final Path KERNEL_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private static final String UNKNOWN_KERNEL = "00000000";

  /**
   * The files that this process is writing, which are deleted if it ends before they are complete.
   */
  private static final Set<Unfinished> OURS = ConcurrentHashMap.newKeySet();

  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Unfinished::deleteAll));
  }

  private final Path path;
  private final FileChannel channel;
  private boolean open = true;

  private Unfinished(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Creates a new, empty, locked file in the directory of {@code target}, whose links must have
   * been resolved.
   */
  static Unfinished beside(Path target) throws IOException {
    clear(target);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Unfinished made = create(target.resolveSibling(stem(target) + mark() + ENDING));
      if (made.lock()) {
        return made;
      }
      made.close();
    }
    throw new IOException("other programs remove every new file beside " + target);
  }

  private static Unfinished create(Path path) throws IOException {
    // Once the process is ending and its files have been deleted, no new one may appear.
    synchronized (OURS) {
      if (ending) {
        throw new IOException("the program is ending");
      }
      Unfinished made =
          new Unfinished(
              path,
              FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
      OURS.add(made);
      return made;
    }
  }

  /** Locks the file. Returns false if another program locked it first, which then deletes it. */
  private boolean lock() {
    try {
      return channel.tryLock() != null && Files.exists(path);
    } catch (IOException e) {
      // This file system has no locks, so no other program can take the file for a leftover either.
      return true;
    }
  }

  /** A channel to the new content, which {@link #become} gives to the target. */
  FileChannel channel() {
    return channel;
  }

  /**
   * The path of a further file, which may be created by other code. That code must not open the
   * locked file, because closing it would release the lock.
   */
  Path companion(String name) throws IOException {
    return Files.createDirectories(companions(path)).resolve(name);
  }

  private static Path companions(Path path) {
    return path.resolveSibling(path.getFileName() + ".files");
  }

  Path path() {
    return path;
  }

  /**
   * Renames the content, this file or a companion, to the target in one step of the file system.
   * The lock is held until then.
   */
  void become(Path target, Path content) throws IOException {
    Files.move(content, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes everything that has not been renamed. */
  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      try {
        delete(path);
      } finally {
        OURS.remove(this);
        channel.close();
      }
    }
  }

  /**
   * Deletes companions first: as long as the file itself exists, companions that remain can be
   * found again.
   */
  private static void delete(Path path) throws IOException {
    Path folder = companions(path);
    while (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> companions = Files.newDirectoryStream(folder)) {
        for (Path companion : companions) {
          Files.deleteIfExists(companion);
        }
      }
      try {
        Files.deleteIfExists(folder);
      } catch (DirectoryNotEmptyException e) {
        continue; // a library that is still running has created another one
      }
    }
    Files.deleteIfExists(path);
  }

  private static void deleteAll() {
    UncheckedIOException failure = null;
    synchronized (OURS) {
      ending = true;
      for (Unfinished each : OURS) {
        try {
          delete(each.path);
        } catch (IOException e) {
          failure = new UncheckedIOException(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Deletes what ended programs left beside {@code target}, whose links must have been resolved.
   */
  static void clear(Path target) throws IOException {
    String stem = stem(target);
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(
            target.getParent(),
            each -> {
              String name = each.getFileName().toString();
              return name.startsWith(stem) && MARK.matcher(name.substring(stem.length())).matches();
            })) {
      for (Path each : found) {
        if (!ours(each)) {
          clearIfLeft(each, each.getFileName().toString().substring(stem.length()));
        }
      }
    } catch (AccessDeniedException e) {
      return; // a directory may allow writing to it but not listing it
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Whether this process is writing the file. Waits for a thread that is just creating it. */
  private static boolean ours(Path path) {
    synchronized (OURS) {
      return OURS.stream().anyMatch(each -> each.path.equals(path));
    }
  }

  private static void clearIfLeft(Path path, String mark) {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      String kernel = kernel();
      boolean ofThisKernel = !kernel.equals(UNKNOWN_KERNEL) && mark.startsWith(kernel);
      Instant changed = Files.getLastModifiedTime(path).toInstant();
      if (channel.tryLock() != null
          && (ofThisKernel || changed.isBefore(Instant.now().minus(LONG_AGO)))) {
        delete(path);
      }
    } catch (IOException e) {
      // The file belongs to another user or is already gone. A leftover that remains is no reason
      // to fail.
      return;
    }
  }

  /** The start of the name, which all unfinished files of a target share. */
  private static String stem(Path target) {
    String name = target.getFileName().toString();
    String shown =
        name.length() <= LONGEST_STEM
            ? name
            : name.substring(0, LONGEST_STEM) + "-" + Integer.toHexString(name.hashCode());
    return "." + shown + ".";
  }

  private static String mark() {
    return kernel() + String.format("-%016x", ThreadLocalRandom.current().nextLong());
  }

  private static String kernel() {
    try {
      return String.format("%08x", Files.readString(KERNEL_ID).strip().hashCode());
    } catch (IOException e) {
      return UNKNOWN_KERNEL; // not on Linux
    }
  }
}
