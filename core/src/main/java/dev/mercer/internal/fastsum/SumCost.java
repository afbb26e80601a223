package dev.mercer.internal.fastsum;

/**
 * What sums cost, in seconds on one core unless stated otherwise: the model that chooses among the
 * schemes and exact tiles.
 *
 * <p>The rates were measured on a 2.8 GHz core with 512-bit vectors (evidence/results/fastsum.md
 * compares forecast and measured times). Another machine is faster or slower at all of them by
 * about the same factor, and a choice needs only their ratios.
 *
 * <p>Not all work is shared equally well by the cores: memory, set-ups and small eigenproblems are
 * not. A choice made for the actual number of threads would therefore change with that number, and
 * so would the bits of the results. All choices are made for {@value #CORES} cores instead.
 */
final class SumCost {

  /** Cores of the machine that every choice is made for, which is the one measured. */
  private static final int CORES = 2;

  /** Below 1 because cores share caches and memory. */
  private static final double CORE_EFFICIENCY = 0.9;

  /** How many times faster all cores together are than one, for work that they share. */
  static final double SPEEDUP = CORES * CORE_EFFICIENCY;

  /** Flops per second of small matrix products. */
  private static final double FLOPS = 22e9;

  /** Seconds for one product of two numbers in a loop over a block, loads and store included. */
  private static final double PRODUCT = 0.3e-9;

  /** Seconds for one value of a row of terms in a product with one vector. */
  private static final double TERM = 0.25e-9;

  /** Seconds for loading a coordinate of a point, rotating it and finding its place. */
  private static final double COORDINATE = 14e-9;

  /** Seconds for sorting a point into its box or leaf. */
  private static final double SORTING = 60e-9;

  /** Seconds for a kernel value in a tile of the exact matrix, beside its flops. */
  private static final double TILE_VALUE = 2.0e-9;

  /** Seconds for a kernel value from direct differences, beside the differences. */
  private static final double DIRECT_VALUE = 1.3e-9;

  /** Bytes per second from memory, all cores together. */
  private static final double MEMORY = 12e9;

  private static final double CALL = 0.3e-6;

  private SumCost() {}

  /** The elapsed seconds of work that all cores share. */
  static double shared(double seconds) {
    return seconds / SPEEDUP;
  }

  /** Mapping points to terms once and multiplying by them. */
  static double features(
      double points, int coordinates, double seriesFlops, double products, int terms, int columns) {
    return points
        * (COORDINATE * coordinates
            + seriesFlops / FLOPS
            + PRODUCT * products
            + terms * (TERM + 2.0 * (columns - 1) / FLOPS / 1.5));
  }

  /** One pass of points over a grid. */
  static double grid(GridLayout layout, double points, int columns) {
    int dimensions = layout.dimensions();
    double nodes = layout.patchNodes();
    double boxes = layout.boxCount((long) points);
    return points
            * (COORDINATE * dimensions
                + PRODUCT * Math.pow(layout.patch, (dimensions + 1) / 2)
                + 2 * nodes * columns / FLOPS)
        + boxes * columns * (nodes * 1e-9 + CALL);
  }

  /** Computing terms of points and multiplying them by {@code columns} vectors. */
  static double terms(double terms, int columns) {
    return terms * (PRODUCT + TERM + 2.0 * (columns - 1) / FLOPS);
  }

  static double clustering(double points) {
    return 20 * SORTING * points;
  }

  static double sorting(double points) {
    return SORTING * points;
  }

  /** Kernel values by direct differences between points, and their products with vectors. */
  static double direct(double pairs, int coordinates, int columns) {
    return pairs * (DIRECT_VALUE + 0.15e-9 * coordinates + 0.15e-9 * columns);
  }

  /**
   * Kernel values in tiles, each with {@code flopsPerValue} flops for its vectors; a symmetric
   * matrix uses each value twice.
   */
  static double tiles(double values, int coordinates, double flopsPerValue) {
    return values * (TILE_VALUE + (2.0 * coordinates + flopsPerValue) / (2.5 * FLOPS));
  }

  /**
   * A pass over stored values: limited by the memory, or by the products if there are many vectors.
   */
  static double stored(double values, int columns) {
    return Math.max(values * 8 / MEMORY, shared(values * 4.0 * columns / FLOPS));
  }
}
