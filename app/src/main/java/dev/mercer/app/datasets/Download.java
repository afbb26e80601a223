package dev.mercer.app.datasets;

import dev.mercer.Progress;
import dev.mercer.app.data.DataException;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.store.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Completes a file from the network, and continues where an earlier run was interrupted.
 *
 * <ol>
 *   <li>what an earlier run left is kept, and the server is asked for the rest
 *   <li>bytes go into the file until the server ends; one more byte than expected stops it
 *   <li>the SHA-256 of the whole file decides. A wrong file is deleted; if its beginning was left
 *       by an earlier run, it is fetched once more as a whole
 *   <li>if an address fails, the next one is tried
 * </ol>
 *
 * Cost: one pass over the network and one over the file. If the connection breaks, the bytes
 * received are left for the next run. If the disk cannot be written, no other address would help,
 * so all attempts end.
 */
final class Download {

  /** A server that sends nothing for this long is given up. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The limit for a file of unknown length, which none of the original files comes near. */
  static final long MOST_BYTES = 32L << 20;

  private static final int BUFFER = 1 << 16;

  /** Opens the unfinished file for writing; content from byte {@code start} on is discarded. */
  interface PartOpener {
    OutputStream open(Path part, long start) throws IOException;
  }

  private final PartOpener opener;
  private final RangeRequest request;
  private final Progress progress;

  Download(PartOpener opener, Duration patience, Progress progress) {
    this.opener = opener;
    this.request = new RangeRequest(patience);
    this.progress = progress;
  }

  /**
   * Downloads {@code part} until it is the whole file.
   *
   * @param bytes its length; -1 if it is not known
   * @param sha256 null if it is not known
   * @throws FetchException if no address provided it; the message has the reason for each
   * @throws DataException if it cannot be written here
   */
  void complete(Path part, List<URI> addresses, long bytes, String sha256) throws FetchException {
    List<String> failures = new ArrayList<>();
    for (URI address : addresses) {
      try {
        complete(part, address, bytes, sha256);
        return;
      } catch (FetchException e) {
        failures.add(e.getMessage());
      }
    }
    throw new FetchException(String.join("; ", failures));
  }

  private void complete(Path part, URI address, long bytes, String sha256) throws FetchException {
    long held = held(part);
    if (bytes >= 0 && held > bytes) {
      delete(part);
      held = 0;
    }
    if (bytes < 0 || held < bytes) {
      receive(part, address, held, bytes);
    }
    if (sha256 == null) {
      return;
    }
    String found = sha256(part);
    if (!found.equals(sha256)) {
      delete(part);
      if (held > 0) {
        complete(part, address, bytes, sha256);
        return;
      }
      throw new FetchException(
          address
              + ": wrong checksum, SHA-256 "
              + sha256
              + " is expected, "
              + found
              + " was found; what came is deleted");
    }
  }

  private void receive(Path part, URI address, long held, long bytes) throws FetchException {
    RangeRequest.Body body = request.open(address, held);
    long length = bytes >= 0 ? bytes : body.length();
    long total;
    try (InputStream in = body.bytes()) {
      if (body.length() >= 0 && (bytes < 0 ? body.length() > MOST_BYTES : body.length() != bytes)) {
        throw new FetchException(
            address + " is " + body.length() + " bytes long; " + expected(bytes));
      }
      total = copy(in, part, address, body.start(), bytes, length);
    } catch (IOException e) {
      throw cut(address, part, held(part), length, Reason.of(e));
    }
    if (total < length) {
      throw cut(address, part, total, length, "the server ended early");
    }
  }

  /** Returns the length of the file; exceptions of the network are passed on. */
  private long copy(InputStream in, Path part, URI address, long start, long bytes, long length)
      throws IOException, FetchException {
    long most = bytes >= 0 ? bytes : MOST_BYTES;
    byte[] buffer = new byte[BUFFER];
    long total = start;
    boolean tooMuch;
    try (Sink out = new Sink(opener, part, start)) {
      int count = in.read(buffer);
      while (count >= 0 && total + count <= most) {
        out.write(buffer, count);
        total += count;
        progress.advance(
            length > 0 ? (double) total / length : -1,
            Bytes.text(total) + (length > 0 ? " of " + Bytes.text(length) : ""));
        count = in.read(buffer);
      }
      tooMuch = count >= 0;
    }
    if (tooMuch) {
      delete(part);
      throw new FetchException(address + " sends more than " + most + " bytes; " + expected(bytes));
    }
    return total;
  }

  private static String expected(long bytes) {
    return bytes >= 0
        ? bytes + " are expected, so the file there is another one"
        : "at most " + MOST_BYTES + " are allowed";
  }

  private static FetchException cut(URI address, Path part, long held, long length, String why) {
    return new FetchException(
        address
            + " was cut off after "
            + held
            + (length > 0 ? " of " + length : "")
            + " bytes ("
            + why
            + "); they are kept in "
            + part
            + ", fetch again to go on from there");
  }

  private static long held(Path part) {
    try {
      return Files.exists(part) ? Files.size(part) : 0;
    } catch (IOException e) {
      throw DataException.unreadable(part, e);
    }
  }

  private static String sha256(Path part) {
    try {
      return Checksums.sha256(part);
    } catch (IOException e) {
      throw DataException.unreadable(part, e);
    }
  }

  private static void delete(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      throw new DataException(part + " cannot be deleted: " + Reason.of(e), e);
    }
  }

  /** The unfinished file; a failure to write it is distinguished from a failure of the network. */
  private static final class Sink implements AutoCloseable {

    private final Path part;
    private final OutputStream out;

    Sink(PartOpener opener, Path part, long start) {
      this.part = part;
      try {
        out = opener.open(part, start);
      } catch (IOException e) {
        throw refused(e);
      }
    }

    void write(byte[] buffer, int count) {
      try {
        out.write(buffer, 0, count);
      } catch (IOException e) {
        throw refused(e);
      }
    }

    @Override
    public void close() {
      try {
        out.close();
      } catch (IOException e) {
        throw refused(e);
      }
    }

    private DataException refused(IOException e) {
      return new DataException(
          part
              + " cannot be written: "
              + Reason.of(e)
              + "; make room or name another folder with --data, then fetch again to go on",
          e);
    }
  }
}
