package dev.mercer.internal.select;

/** How landmarks are chosen where the rows lie on many machines. */
public enum RemoteChoice {
  /** No way is known. */
  NONE,

  /** The user brings them. */
  GIVEN,

  /** Rows with the smallest random keys, in one pass. */
  DRAW,

  /** Races of rows for the next pivots ({@link RemotePivots}), some passes. */
  PIVOTS,

  /** One pass for every landmark, which is too many. */
  ONE_BY_ONE,

  /** Centers of the cluster's own k-means. */
  CLUSTER,

  /** Shadows of the parts ({@link ShadowStream}), merged. */
  SHADOWS
}
