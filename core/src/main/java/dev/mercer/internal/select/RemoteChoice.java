package dev.mercer.internal.select;

/** How landmarks are chosen if the rows are spread over many machines. */
public enum RemoteChoice {
  /** The selector cannot choose among rows on other machines. */
  NONE,

  /** The user gives them. */
  GIVEN,

  /** Rows with the smallest random keys, found in one pass. */
  DRAW,

  /**
   * Each round draws rows for the next pivots on all machines ({@link RemotePivots}); a few passes.
   */
  PIVOTS,

  /** It would take one pass per landmark, which is too many. */
  ONE_BY_ONE,

  /** Centers found by the k-means of the cluster software that holds the rows. */
  CLUSTER,

  /** The shadows of each part of the rows ({@link ShadowStream}), merged. */
  SHADOWS
}
