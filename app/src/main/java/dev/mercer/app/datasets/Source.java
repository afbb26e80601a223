package dev.mercer.app.datasets;

import java.net.URI;
import java.util.List;

/** How a file of the data folder can be had. */
public sealed interface Source {

  /**
   * The published file is kept as it is.
   *
   * @param addresses the original first, then copies of it; whichever answers, the checksum decides
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
   * A published file that a kept one is made from.
   *
   * @param bytes its length; -1 where it is not known
   * @param sha256 null where it is not known; the text made of it has a known one in any case
   */
  record Original(List<URI> addresses, long bytes, String sha256) {

    String name() {
      String path = addresses.get(0).getPath();
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }
}
