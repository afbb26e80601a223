package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Simd;

/**
 * A lattice: all whole multiples of one number, the unit. Pixels, counts and flags are small
 * multiples of such a unit. Inner products of points on a lattice are computed in single precision
 * without any rounding, at twice the speed.
 *
 * <p>For vectors k and l of whole numbers, every partial sum of k.l over some of the columns (a
 * piece) is a whole number of at most |k| |l| (Cauchy and Schwarz), in whatever order BLAS adds.
 * Floats hold whole numbers exactly up to 2^24. So if the product of the lengths of the longest
 * pieces in two blocks of points is below that, all products of the pieces are exact. The sum over
 * the pieces is computed in double, as is everything after it.
 *
 * <p>Values may differ from an exact multiple by their own rounding, as for instance p / 255 does.
 */
public final class Lattice {

  /** With fewer columns, writing the products costs as much as computing them. */
  public static final int LEAST_COLUMNS = 64;

  // Single precision adds whole numbers exactly up to 2^24. The factor allows for a norm that is
  // computed in single precision and slightly wrong.
  private static final double MOST = 0.999 * (1 << 24);
  private static final int MOST_PIECES = 4;
  // Points outside the sample may be longer. The margin makes it rare that their products with
  // other points are not exact.
  private static final double RESERVE = 1.2;

  private final double unit;
  private final int columns;
  private final int piece;

  private Lattice(double unit, int columns, int piece) {
    this.unit = unit;
    this.columns = columns;
    this.piece = piece;
  }

  /**
   * The lattice that some points lie on, or null if they lie on none or using it would not pay.
   *
   * @param values the points, row-major
   */
  public static Lattice of(double[] values, int count, int columns, Backend backend) {
    if (columns < LEAST_COLUMNS || count == 0) {
      return null;
    }
    double least = Double.POSITIVE_INFINITY;
    boolean whole = true;
    for (int k = 0; k < count * columns; k++) {
      double size = Math.abs(values[k]);
      whole &= size == Math.rint(size); // false for NaN; infinite values are rejected below
      least = size > 0 && size < least ? size : least;
    }
    if (least == Double.POSITIVE_INFINITY) {
      return null; // all values are zero
    }
    Lattice ofOne = whole ? of(1, values, count, columns, backend) : null;
    return ofOne == null ? of(least, values, count, columns, backend) : ofOne;
  }

  private static Lattice of(double unit, double[] values, int count, int columns, Backend backend) {
    double inverse = 1 / unit;
    float[] multiples = new float[count * columns];
    if (!Double.isFinite(inverse)
        || !backend
            .simdFor((long) count * columns)
            .multiples(values, 0, count * columns, inverse, multiples, 0)) {
      return null;
    }
    for (int pieces = 1; pieces <= mostPieces(columns); pieces++) {
      int piece = (columns + pieces - 1) / pieces;
      if (longest(multiples, count, columns, piece) <= MOST / RESERVE) {
        return new Lattice(unit, columns, piece);
      }
    }
    return null;
  }

  /** The largest squared norm of a piece of a point. */
  private static double longest(float[] multiples, int count, int columns, int piece) {
    double longest = 0;
    for (int row = 0; row < count; row++) {
      for (int from = 0; from < columns; from += piece) {
        double sum = 0;
        for (int c = from; c < Math.min(columns, from + piece); c++) {
          double k = multiples[row * columns + c];
          sum += k * k;
        }
        longest = Math.max(longest, sum);
      }
    }
    return longest;
  }

  /**
   * The most pieces that pay: with more, adding up their products costs what the single precision
   * saves.
   */
  public static int mostPieces(int columns) {
    return Math.min(MOST_PIECES, columns / LEAST_COLUMNS);
  }

  int pieces() {
    return (columns + piece - 1) / piece;
  }

  /** The number of columns in a piece, whose products are computed at a time. */
  int piece() {
    return piece;
  }

  /** The factor that turns a product of multiples into a product of points. */
  double squaredUnit() {
    return unit * unit;
  }

  /**
   * Writes points as whole multiples of the unit, from {@code into[0]} on.
   *
   * @return the largest squared norm of a piece; infinite if the points are not on the lattice, and
   *     then what was written must not be used
   */
  double multiples(double[] values, int offset, int count, float[] into, Simd simd, Blas blas) {
    if (!simd.multiples(values, offset, count * columns, 1 / unit, into, 0)) {
      return Double.POSITIVE_INFINITY;
    }
    double longest = 0;
    for (int row = 0; row < count; row++) {
      for (int from = 0; from < columns; from += piece) {
        int at = row * columns + from;
        int width = Math.min(piece, columns - from);
        longest = Math.max(longest, blas.dot(width, into, at, into, at)); // NaN is kept
      }
    }
    return longest;
  }

  /**
   * Whether products of two sets of points with these {@linkplain #multiples longest pieces} are
   * exact.
   */
  static boolean exact(double longest, double other) {
    return Math.sqrt(longest) * Math.sqrt(other) <= MOST;
  }

  @Override
  public String toString() {
    return "multiples of " + unit + ", " + piece + " columns at a time";
  }
}
