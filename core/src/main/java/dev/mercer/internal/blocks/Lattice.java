package dev.mercer.internal.blocks;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Simd;

/**
 * Points whose values are small whole multiples of one number, as pixels, counts and flags are.
 * Their inner products are computed in single precision without any rounding, at twice the speed.
 *
 * <p>For whole numbers k and l, every partial sum of k.l over a piece of the columns is a whole
 * number of at most |k| |l| (Cauchy and Schwarz), in whatever order BLAS adds. Floats hold those up
 * to 2^24; so if the product of the longest pieces of two blocks of points is below that, all of
 * their products are exact. The sum over the pieces is taken in double, as everything after it.
 *
 * <p>Values may differ from a multiple by their own rounding, for instance of p / 255.
 */
public final class Lattice {

  /** Below, writing the products costs as much as computing them. */
  public static final int LEAST_COLUMNS = 64;

  // Single precision adds whole numbers exactly up to 2^24; a norm taken so may be a little off.
  private static final double MOST = 0.999 * (1 << 24);
  private static final int MOST_PIECES = 4;
  // Other points than those looked at may be longer; few are, and their partners then seldom.
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
   * The lattice some points are on, or null if they are on none or products on it would not pay.
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
      whole &= size == Math.rint(size); // false for NaN; infinite ones fail below
      least = size > 0 && size < least ? size : least;
    }
    if (least == Double.POSITIVE_INFINITY) {
      return null; // nothing but zeros
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

  /** Blocks of products there can be at most: with more, adding them up costs what is won. */
  public static int mostPieces(int columns) {
    return Math.min(MOST_PIECES, columns / LEAST_COLUMNS);
  }

  int pieces() {
    return (columns + piece - 1) / piece;
  }

  /** Columns whose products are taken at a time. */
  int piece() {
    return piece;
  }

  /** What a product of multiples is to be multiplied with. */
  double squaredUnit() {
    return unit * unit;
  }

  /**
   * Writes points as multiples from {@code into[0]} on.
   *
   * @return the largest squared norm of a piece; infinite if they are not on the lattice, and what
   *     is written means nothing
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
        longest = Math.max(longest, blas.dot(width, into, at, into, at)); // NaN stays
      }
    }
    return longest;
  }

  /** Whether products of points with such {@linkplain #multiples longest pieces} are exact. */
  static boolean exact(double longest, double other) {
    return Math.sqrt(longest) * Math.sqrt(other) <= MOST;
  }

  @Override
  public String toString() {
    return "multiples of " + unit + ", " + piece + " columns at a time";
  }
}
