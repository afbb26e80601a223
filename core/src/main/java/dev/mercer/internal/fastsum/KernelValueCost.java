package dev.mercer.internal.fastsum;

/**
 * What products with kernel values take by the cost model, in seconds: what fast sums are compared
 * with. All are those of one nominal machine, so that no choice follows the threads at hand.
 */
public final class KernelValueCost {

  /** How many times faster than one core the nominal machine is. */
  public static final double SPEEDUP = SumCost.SPEEDUP;

  private KernelValueCost() {}

  /** A product with a Gram matrix whose tiles are computed anew. */
  public static double tiled(long n, int coordinates, int columns) {
    double values = 0.5 * n * n;
    return SumCost.shared(SumCost.tiles(values, coordinates, 4.0 * columns));
  }

  /** So many kernel values between other points, each used for so many vectors. */
  public static double rectangle(double values, int coordinates, int columns) {
    return SumCost.shared(SumCost.tiles(values, coordinates, 2.0 * columns));
  }

  /** A Gram matrix stored once and multiplied so often. */
  public static double stored(long n, int coordinates, int columns, int products) {
    double values = 0.5 * n * n;
    return SumCost.shared(SumCost.tiles(values, coordinates, 0))
        + products * SumCost.stored(values, columns);
  }
}
