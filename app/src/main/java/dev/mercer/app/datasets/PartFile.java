package dev.mercer.app.datasets;

import dev.mercer.app.data.DataException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The unfinished file on disk, locked because two programs must not write it at once. */
final class PartFile {

  private PartFile() {}

  static OutputStream open(Path part, long start) throws IOException {
    FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (!locked(channel)) {
        throw new DataException(
            part + " is being written by another mercer; wait until that has ended");
      }
      channel.truncate(start);
      channel.position(start);
      return Channels.newOutputStream(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** The lock is released when the channel is closed. */
  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this program has the lock
    }
  }
}
