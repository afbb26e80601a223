package dev.mercer.internal.explicit;

import dev.mercer.internal.backend.Backend;

/**
 * A kernel as a finite sum of products, k(x, y) = sum_q s_q z_q(x) z_q(y) up to {@link
 * #errorBound}, with signs s_q.
 *
 * <p>Blocks of points are stored coordinate-major, so that every loop runs over points: coordinate
 * c of point j is {@code x[c * stride + j]}, its term q is {@code z[q * stride + j]}.
 */
public interface FeatureMap {

  /** The name of the scheme, as reports print it. */
  String scheme();

  /** Number of coordinates of a point. */
  int columns();

  /** The number of terms M. */
  int terms();

  /** The largest error of k(x, y) for points the map was made for, rounding included. */
  double errorBound();

  /** Whether k equals this sum of products, so that the only error is rounding. */
  default boolean exact() {
    return false;
  }

  /** The signs s_q, each 1 or -1; null if all are 1 and the map is a genuine feature map. */
  default double[] signs() {
    return null;
  }

  /** Doubles of working memory that {@link #map} needs for blocks of this many points. */
  int scratch(int stride);

  /**
   * Writes the terms of a block of points.
   *
   * @param count number of points, at most {@code stride}
   * @param x their coordinates, columns x stride
   * @param z receives their terms, terms x stride; entries beyond {@code count} in a row may be
   *     overwritten
   * @param scratch working memory of the calling thread
   * @param backend what to compute with
   */
  void map(int count, int stride, double[] x, double[] z, double[] scratch, Backend backend);
}
