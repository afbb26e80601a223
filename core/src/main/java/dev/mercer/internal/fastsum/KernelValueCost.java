package dev.mercer.internal.fastsum;

/**
 * The time that products with kernel values take by the cost model, in seconds; fast sums are
 * compared with it. All times are those of one nominal machine, so that no choice depends on the
 * number of threads at hand.
 */
public final class KernelValueCost {

  /** How many times faster than one core the nominal machine is. */
  public static final double SPEEDUP = SumCost.SPEEDUP;

  private KernelValueCost() {}

  /** A product with a Gram matrix whose tiles are recomputed for it. */
  public static double tiled(long n, int coordinates, int columns) {
    double values = 0.5 * n * n;
    return SumCost.shared(SumCost.tiles(values, coordinates, 4.0 * columns));
  }

  /**
   * Kernel values between two different sets of points, each value used for {@code columns}
   * vectors.
   */
  public static double rectangle(double values, int coordinates, int columns) {
    return SumCost.shared(SumCost.tiles(values, coordinates, 2.0 * columns));
  }

  /** A Gram matrix that is stored once and multiplied {@code products} times. */
  public static double stored(long n, int coordinates, int columns, int products) {
    double values = 0.5 * n * n;
    return SumCost.shared(SumCost.tiles(values, coordinates, 0))
        + products * SumCost.stored(values, columns);
  }
}
