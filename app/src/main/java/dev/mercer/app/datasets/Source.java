package dev.mercer.app.datasets;

import java.net.URI;
import java.util.List;

/** How a file of the data folder can be obtained. */
public sealed interface Source {

  /**
   * The published file is kept as it is.
   *
   * @param addresses the original first, then copies of it; the checksum decides for any of them
   */
  record AsIs(List<URI> addresses) implements Source {}

  /** The published text is written again as comma-separated values. */
  record Converted(TextTable table) implements Source {}

  /**
   * It cannot be fetched.
   *
   * @param reason why, and what to do instead
   */
  record ByHand(String reason) implements Source {}

  /**
   * A published file from which a file of the data folder is made.
   *
   * @param bytes its length; -1 if it is not known
   * @param sha256 null if it is not known; the checksum of the resulting text is always known
   */
  record Original(List<URI> addresses, long bytes, String sha256) {

    String name() {
      String path = addresses.get(0).getPath();
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }
}
