package dev.mercer.internal.kernel;

import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/**
 * How exactly values of a kernel that falls with the distance of its points come out where the
 * distance s is summed from differences of coordinates, k(x, x) = 1.
 *
 * <p>Counted in units u = 2^-53. A squared distance has d + 2 of them (two from each difference,
 * one from its square, d - 1 from additions), an L1 distance d. Roundings of the argument t of a
 * map g count with the largest t |g'(t)|, as g(t (1 + e)) - g(t) is at most e / (1 - e) times that;
 * those behind g count with g itself, at most 1.
 *
 * <p>Squares below the smallest double vanish: s is then off by at most d times that, which a
 * kernel of sqrt(s) sees as the root of it.
 *
 * @param units roundings of a value, by the number of columns d
 * @param underflow how far a value is off where the root of s is off by so much
 */
public record ValueRounding(IntToDoubleFunction units, DoubleUnaryOperator underflow) {

  /** An exponential is off by 2 units in the last place at most. */
  public static final double EXPONENTIAL = 4;

  /** The largest t exp(-t). */
  public static final double STEEPEST_EXPONENTIAL = 1 / Math.E;

  /** Of a kernel that takes no root. */
  public ValueRounding(IntToDoubleFunction units) {
    this(units, lost -> 0);
  }

  /** Roundings of a squared distance of points of so many columns. */
  public static double ofSquaredDistance(int columns) {
    return columns + 2.0;
  }

  /** Roundings of the root of a squared distance. */
  public static double ofDistance(int columns) {
    return ofSquaredDistance(columns) / 2 + 1;
  }
}
