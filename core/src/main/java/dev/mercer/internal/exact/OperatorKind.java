package dev.mercer.internal.exact;

/** What an exact fit computes with, under the names that options, plans and reports have for it. */
public enum OperatorKind {
  /** The features of a kernel that has few of them, in place of the Gram matrix. */
  FEATURE_SPACE("feature-space"),
  /** The lower triangle of the Gram matrix, kept in tiles. */
  STORED("stored"),
  /** The same in float, with exact products in double that refine the result. */
  REFINED("refined"),
  /** Tiles that are computed anew in every product. */
  TILED("tiled"),
  /** A Gram matrix that was given. */
  PRECOMPUTED("precomputed"),
  /** Fast sums, which compute hardly any kernel value. */
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
