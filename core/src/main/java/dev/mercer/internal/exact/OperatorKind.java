package dev.mercer.internal.exact;

/** What an exact fit computes with, under the names used in options, plans and reports. */
public enum OperatorKind {
  /** The features of a kernel that has few of them, in place of the Gram matrix. */
  FEATURE_SPACE("feature-space"),
  /** The lower triangle of the Gram matrix, kept in tiles. */
  STORED("stored"),
  /** The same in float, with exact products in double that refine the result. */
  REFINED("refined"),
  /** Tiles that are recomputed in every product. */
  TILED("tiled"),
  /** A Gram matrix that the user supplied. */
  PRECOMPUTED("precomputed"),
  /** Fast sums, which compute few kernel values or none. */
  EXPANSION("expansion");

  private final String text;

  OperatorKind(String text) {
    this.text = text;
  }

  /** The name in options, plans and reports. */
  public String text() {
    return text;
  }
}
