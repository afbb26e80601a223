package dev.mercer.internal.explicit;

import dev.mercer.internal.backend.Backend;

/**
 * A kernel as a finite sum of products, k(x, y) = sum_q s_q z_q(x) z_q(y) up to {@link
 * #errorBound}, with signs s_q.
 *
 * <p>Blocks of points lie coordinate-major, so that every loop runs over points: coordinate c of
 * point j is {@code x[c * stride + j]}, its term q is {@code z[q * stride + j]}.
 */
public interface FeatureMap {

  /** The name of the scheme, as reports print it. */
  String scheme();

  /** Coordinates of a point. */
  int columns();

  /** The number of terms M. */
  int terms();

  /** The largest error of k(x, y) for points the map was made for, rounding included. */
  double errorBound();

  /** Whether k is this sum of products itself, so that the error is rounding alone. */
  default boolean exact() {
    return false;
  }

  /** s_q, each 1 or -1; null where all are 1 and the map is a genuine feature map. */
  default double[] signs() {
    return null;
  }

  /** Doubles of working memory that {@link #map} wants for blocks of so many points. */
  int scratch(int stride);

  /**
   * Writes the terms of a block of points.
   *
   * @param count points, at most {@code stride}
   * @param x their coordinates, columns x stride
   * @param z receives their terms, terms x stride; what lies behind {@code count} is free to use
   * @param scratch working memory of the calling thread
   * @param backend what to compute with
   */
  void map(int count, int stride, double[] x, double[] z, double[] scratch, Backend backend);
}
