package dev.mercer.internal.kernel;

import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/**
 * The rounding error in values of a kernel with k(x, x) = 1 that falls with the distance s of its
 * points, where s is computed as a sum over differences of coordinates.
 *
 * <p>The error is counted in units u = 2^-53. A squared distance has d + 2 of them (two from each
 * difference, one from its square, and d - 1 from additions), and an L1 distance has d. Rounding
 * errors in the argument t of a function g count with the largest t |g'(t)| as a factor, because
 * g(t (1 + e)) - g(t) is at most e / (1 - e) times that. Rounding errors after g count with g
 * itself as a factor, which is at most 1.
 *
 * <p>Squares below the smallest double become 0, so that s is too small by at most d times the
 * smallest double. A kernel of sqrt(s) sees the root of this error.
 *
 * @param units number of rounding errors in a value, as a function of the number of columns d
 * @param underflow error of a value, as a function of the error in the root of s
 */
public record ValueRounding(IntToDoubleFunction units, DoubleUnaryOperator underflow) {

  /** The exponential is wrong by at most 2 units in the last place. */
  public static final double EXPONENTIAL = 4;

  /** The largest value of t exp(-t). */
  public static final double STEEPEST_EXPONENTIAL = 1 / Math.E;

  /** For a kernel that takes no root. */
  public ValueRounding(IntToDoubleFunction units) {
    this(units, lost -> 0);
  }

  /** The number of rounding errors in a squared distance of points with {@code columns} columns. */
  public static double ofSquaredDistance(int columns) {
    return columns + 2.0;
  }

  /** The number of rounding errors in the root of a squared distance. */
  public static double ofDistance(int columns) {
    return ofSquaredDistance(columns) / 2 + 1;
  }
}
