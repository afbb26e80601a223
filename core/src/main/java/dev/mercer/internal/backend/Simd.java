package dev.mercer.internal.backend;

import java.util.Optional;

/**
 * Elementwise operations, called maps, on blocks of pair values, in place: the inner loops of every
 * kernel.
 *
 * <p>Each operation works on {@code length} values starting at {@code offset}, and exists for
 * double and float unless it says otherwise. {@link ScalarSimd} defines the results. {@link
 * VectorSimd} must agree with it to a few units in the last place, except that exponentials below
 * twice the smallest normal number may come out as zero. {@link VectorTwin} must agree with {@link
 * VectorSimd} to the last bit in every operation on blocks. Arguments are not checked here, because
 * the callers own the blocks.
 *
 * <p>All implementations contain every loop twice, for doubles and for floats. Java's generics do
 * not cover primitive numbers, and a loop that reached its numbers through an interface would make
 * one call per number, which the compiler cannot turn into vector instructions. These loops are
 * where a fit spends its time.
 */
public interface Simd {

  /** {@code "vector"} or {@code "scalar"}. */
  String name();

  /** The number of doubles processed at once; 1 for plain loops. */
  int lanes();

  /** The number of floats processed at once; 1 for plain loops. */
  int floatLanes();

  /** What the machine offers, for reports, for instance {@code "512-bit"}. */
  String detail();

  /**
   * A squared distance smaller than this share of the sum of the two squared norms it was computed
   * from has lost too many digits to cancellation.
   */
  double CANCELLATION = 1e-6;

  /** The same for single precision. */
  float CANCELLATION_FLOAT = 1e-2f;

  /** How much two roundings can change a number, relative to it, with a factor of two as margin. */
  double ROUNDING = 0x1p-50;

  /**
   * v[j] = max(0, rowNorm + norms[j] - 2 v[j]), which turns inner products into squared distances.
   *
   * @return whether some distance is below {@link #CANCELLATION} times its terms and should be
   *     computed again by {@link #squaredDistance}
   */
  boolean squaredDistances(
      double[] v, int offset, int length, double rowNorm, double[] norms, int normsOffset);

  /** The same in single precision, with {@link #CANCELLATION_FLOAT}. */
  boolean squaredDistances(
      float[] v, int offset, int length, float rowNorm, float[] norms, int normsOffset);

  /** v = scale v + shift. */
  void affine(double[] v, int offset, int length, double scale, double shift);

  /** v = scale v + shift. */
  void affine(float[] v, int offset, int length, float scale, float shift);

  /** v = exp(factor v). */
  void exp(double[] v, int offset, int length, double factor);

  /** v = exp(factor v). */
  void exp(float[] v, int offset, int length, float factor);

  /**
   * {@link #squaredDistances} and {@link #exp} in one pass: v[j] = exp(factor distance[j]) with
   * distance[j] = rowNorm + norms[j] - 2 v[j]. All numbers must be finite and the factor must not
   * be positive.
   *
   * @param distances receives the distances, without the maximum with 0, from {@code
   *     distancesOffset} on; must not be v
   * @return a position before which no distance is below {@link #CANCELLATION} times its terms:
   *     {@code length} if there is no such distance at all, otherwise a position shortly before the
   *     first one. The caller must look for those from there on and compute them again.
   */
  int expOfDistances(
      double[] v,
      int offset,
      int length,
      double rowNorm,
      double[] norms,
      int normsOffset,
      double factor,
      double[] distances,
      int distancesOffset);

  /** The same in single precision, with {@link #CANCELLATION_FLOAT}. */
  int expOfDistances(
      float[] v,
      int offset,
      int length,
      float rowNorm,
      float[] norms,
      int normsOffset,
      float factor,
      float[] distances,
      int distancesOffset);

  /**
   * v = (1 + t + curvature t^2) exp(-t) with t = factor v; neither v nor factor may be negative.
   */
  void dampedQuadratic(double[] v, int offset, int length, double factor, double curvature);

  /**
   * v = (1 + t + curvature t^2) exp(-t) with t = factor v; neither v nor factor may be negative.
   */
  void dampedQuadratic(float[] v, int offset, int length, float factor, float curvature);

  /** v = sqrt(v). */
  void sqrt(double[] v, int offset, int length);

  /** v = sqrt(v). */
  void sqrt(float[] v, int offset, int length);

  /** v = 1 / v. */
  void reciprocal(double[] v, int offset, int length);

  /** v = 1 / v. */
  void reciprocal(float[] v, int offset, int length);

  /** v = max(0, v). */
  void clipNegative(double[] v, int offset, int length);

  /** v = max(0, v). */
  void clipNegative(float[] v, int offset, int length);

  /** v = v^exponent for an exponent of at least 1, by repeated squaring. */
  void power(double[] v, int offset, int length, int exponent);

  /** v = v^exponent for an exponent of at least 1, by repeated squaring. */
  void power(float[] v, int offset, int length, int exponent);

  /** v = v * other, elementwise. */
  void multiply(double[] v, int offset, int length, double[] other, int otherOffset);

  /** v = v * other, elementwise. */
  void multiply(float[] v, int offset, int length, float[] other, int otherOffset);

  /** v = v + factor * other. */
  void add(double[] v, int offset, int length, double factor, double[] other, int otherOffset);

  /** v = v + factor * other. */
  void add(float[] v, int offset, int length, float factor, float[] other, int otherOffset);

  /** to = (to + from) factor if {@code add} is set, otherwise to = from factor. */
  void widen(
      float[] from,
      int fromOffset,
      int length,
      boolean add,
      double factor,
      double[] to,
      int toOffset);

  /**
   * into = v inverse, rounded to whole numbers.
   *
   * @return whether all products were whole numbers up to a relative error of {@link #ROUNDING};
   *     NaN and infinite products, which are written as they are, may go unnoticed
   */
  boolean multiples(
      double[] v, int offset, int length, double inverse, float[] into, int intoOffset);

  /**
   * The first index j whose v[j] is NaN or not below the bound; {@code length} if there is none.
   */
  int firstNotBelow(float[] v, int offset, int length, float bound);

  /** v_j = factor a_j b_j. The arrays may be the same if the ranges do not overlap. */
  void product(
      double[] v,
      int offset,
      int length,
      double[] a,
      int aOffset,
      double[] b,
      int bOffset,
      double factor);

  /** v_j = v_j + a_j b_j, rounded after the product and after the sum. */
  void addProduct(
      double[] v, int offset, int length, double[] a, int aOffset, double[] b, int bOffset);

  /** v_j = 2 t_j a_j - b_j, one step of the Chebyshev recurrence, with every operation rounded. */
  void chebyshevStep(
      double[] v,
      int offset,
      int length,
      double[] t,
      int tOffset,
      double[] a,
      int aOffset,
      double[] b,
      int bOffset);

  /** Sum of |x - y| over {@code length} coordinates. */
  double l1Distance(double[] x, int xOffset, double[] y, int yOffset, int length);

  /** Sum of |x - y| over {@code length} coordinates. */
  float l1Distance(float[] x, int xOffset, float[] y, int yOffset, int length);

  /** Sum of (x - y)^2 over {@code length} coordinates, without cancellation. */
  double squaredDistance(double[] x, int xOffset, double[] y, int yOffset, int length);

  /** Sum of (x - y)^2 over {@code length} coordinates, without cancellation. */
  float squaredDistance(float[] x, int xOffset, float[] y, int yOffset, int length);

  /**
   * v[j] = sum over c of (y_j(c) - x(c))^2, in the order of the coordinates: squared distances of
   * one point to {@code length} others that are stored coordinate by coordinate, without
   * cancellation. Vector and plain loops give the same bits here. In double precision only.
   *
   * @param columns number of coordinates
   * @param x holds x(c) at entry {@code xOffset + c * xStep}
   * @param y holds y_j(c) at entry {@code yOffset + c * yStep + j}; must not be v
   */
  void squaredDistances(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep);

  /**
   * {@link #squaredDistances} of one point to many and {@link #exp} in one pass, for a factor that
   * is not positive.
   */
  void expOfSquaredDistances(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep,
      double factor);

  /**
   * Like {@link #squaredDistances} of one point to many, with |y_j(c) - x(c)| in place of the
   * square.
   */
  void l1Distances(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep);

  /** Products of tiles with panels of vectors; present where they are faster than those of BLAS. */
  Optional<PanelProducts> panels();

  /**
   * Products of tall matrices with panels of vectors; present where they are faster than those of
   * BLAS.
   */
  Optional<ThinProducts> thin();
}
