package dev.mercer.internal.fastsum;

/**
 * Sums with a kernel over fixed points: K(X, Y) V for targets X and sources Y, without computing
 * all n x m kernel values if a scheme can avoid it.
 *
 * <p>The error of a sum means the largest error of any kernel value it stands for (theory.md, "Fast
 * products"): every entry of a sum with error e is off by at most e |v|_1, for every vector v.
 */
public interface KernelSum {

  /** The name of the scheme, as reports print it. */
  String scheme();

  /** The largest error of any kernel value: truncation and rounding of the terms. */
  double errorBound();

  /** Number of terms of the largest expansion; 0 for a scheme without expansions. */
  int terms();

  /** Number of clusters, boxes or leaves the scheme works with; 1 for a single expansion. */
  int clusters();

  /** Number of kernel values computed so far. */
  long evaluations();

  /**
   * Y = K(X, Y) V for several vectors at once. The bits do not depend on the number of threads.
   *
   * @param columns number of vectors
   * @param vectors one row per source, row-major; not modified
   * @param result one row per target, row-major; overwritten
   */
  void multiply(int columns, double[] vectors, double[] result);
}
