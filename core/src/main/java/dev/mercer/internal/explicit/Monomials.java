package dev.mercer.internal.explicit;

import dev.mercer.internal.backend.Simd;
import java.util.function.IntToDoubleFunction;

/**
 * All monomials of total degree at most p in d variables, each with a weight, for blocks of points
 * (FK sec. 9): the compressed powers of a vector, one degree after the other.
 *
 * <ol>
 *   <li>degree 0 is the constant, supplied by the caller
 *   <li>degree k, for every variable c in order: all monomials of degree k - 1 that contain no
 *       variable after c, times x_c. These are the first ones of degree k - 1, so each monomial is
 *       computed once, from a parent in a contiguous range
 * </ol>
 *
 * <p>Let a be the exponent of c in the new monomial. Each step multiplies by sqrt(f(k) / a), where
 * the caller chooses f. After k steps the weight is sqrt(f(1) ... f(k) / alpha!): f(k) = k makes it
 * the root of the multinomial coefficient, f = 1 that of 1 / alpha!. No factorial is ever computed.
 *
 * <p>Cost: two multiplications per term and point. Memory: four bytes per term; more than {@link
 * #LARGEST} terms are refused before anything is allocated.
 */
public final class Monomials {

  /**
   * With more terms than this, those of a point no longer fit any cache, and exact sums are always
   * faster.
   */
  public static final int LARGEST = 1 << 20;

  private final int variables;
  private final int degree;

  /** levels[k] is the index of the first monomial of degree k; one more entry marks the end. */
  private final int[] levels;

  /**
   * ends[k * variables + c] is the index after the last monomial of degree k without a variable
   * after c.
   */
  private final int[] ends;

  /** The exponent of each monomial's last variable. */
  private final int[] exponents;

  public Monomials(int variables, int degree) {
    if (variables < 1 || degree < 0) {
      throw new IllegalArgumentException(
          "monomials of degree "
              + degree
              + " in "
              + variables
              + " variables; at least degree 0 in 1 variable is needed");
    }
    long count = count(variables, degree);
    if (count > LARGEST) {
      throw new IllegalArgumentException(
          (count == Long.MAX_VALUE ? "more than 9e18" : count)
              + " monomials of degree at most "
              + degree
              + " in "
              + variables
              + " variables exceed "
              + LARGEST
              + "; use exact sums");
    }
    this.variables = variables;
    this.degree = degree;
    this.levels = new int[degree + 2];
    this.ends = new int[(degree + 1) * variables];
    this.exponents = new int[(int) count];
    enumerate();
  }

  /** C(variables + degree, degree); Long.MAX_VALUE if the number is near that or larger. */
  public static long count(int variables, int degree) {
    // C(n, i) = C(n - 1, i - 1) n / i is an integer at every step. The guard acts too early by a
    // factor of up to i, which does not matter for numbers that large.
    int n = Math.max(variables, degree);
    int steps = Math.min(variables, degree);
    long count = 1;
    for (int i = 1; i <= steps; i++) {
      long factor = (long) n + i;
      if (count > Long.MAX_VALUE / factor) {
        return Long.MAX_VALUE;
      }
      count = count * factor / i;
    }
    return count;
  }

  private void enumerate() {
    levels[1] = 1;
    for (int c = 0; c < variables; c++) {
      ends[c] = 1;
    }
    int q = 1;
    for (int k = 1; k <= degree; k++) {
      for (int c = 0; c < variables; c++) {
        int own = c == 0 ? levels[k - 1] : end(k - 1, c - 1);
        for (int parent = levels[k - 1]; parent < end(k - 1, c); parent++) {
          exponents[q++] = 1 + (parent >= own ? exponents[parent] : 0);
        }
        ends[k * variables + c] = q;
      }
      levels[k + 1] = q;
    }
  }

  private int end(int k, int c) {
    return ends[k * variables + c];
  }

  public int degree() {
    return degree;
  }

  /** The number of monomials of degree below k. */
  public int below(int k) {
    return levels[k];
  }

  /** The factor sqrt(f(k) / a) of every monomial relative to its parent; 1 for the constant. */
  public double[] ratios(IntToDoubleFunction factorOfDegree) {
    double[] ratios = new double[exponents.length];
    ratios[0] = 1;
    for (int k = 1; k <= degree; k++) {
      double factor = factorOfDegree.applyAsDouble(k);
      for (int q = levels[k]; q < levels[k + 1]; q++) {
        ratios[q] = Math.sqrt(factor / exponents[q]);
      }
    }
    return ratios;
  }

  /**
   * Writes the terms of degree 1 to {@code highest}; those of degree 0 must already be in {@code
   * z}.
   *
   * @param x coordinates, variables x stride
   * @param z terms, {@code stride} entries apart
   */
  public void fill(
      int highest, int count, int stride, double[] x, double[] ratios, double[] z, Simd simd) {
    for (int k = 1; k <= highest; k++) {
      level(k, count, stride, x, ratios, z, levels[k - 1], z, levels[k], simd);
    }
  }

  /**
   * Computes the terms of degree k from those of degree k - 1.
   *
   * @param parents holds the terms of degree k - 1, the first in row {@code firstParent}
   * @param z receives the terms of degree k, the first in row {@code first}
   */
  void level(
      int k,
      int count,
      int stride,
      double[] x,
      double[] ratios,
      double[] parents,
      int firstParent,
      double[] z,
      int first,
      Simd simd) {
    int q = levels[k];
    for (int c = 0; c < variables; c++) {
      int end = end(k - 1, c) - levels[k - 1];
      for (int parent = 0; parent < end; parent++) {
        int from = (firstParent + parent) * stride;
        int to = (first + q - levels[k]) * stride;
        simd.product(z, to, count, parents, from, x, c * stride, ratios[q]);
        q++;
      }
    }
  }
}
