package dev.mercer.internal.backend;

import java.util.Optional;

/**
 * Elementwise maps over blocks of pair values, in place: the inner loops of every kernel.
 *
 * <p>Each operation works on {@code length} values starting at {@code offset} and exists for double
 * and float unless it says otherwise. {@link ScalarSimd} is the definition; {@link VectorSimd} must
 * agree with it to a few units in the last place (exponentials below twice the smallest normal
 * number may come out as zero), and {@link VectorTwin} with {@link VectorSimd} to the bit in every
 * map of blocks. Arguments are not checked here: the callers own the blocks.
 *
 * <p>So implementations have every loop twice. Generics of Java do not range over double and float,
 * and a loop that reaches its numbers through an interface makes a call for each, which the
 * compiler turns into no vector instruction: these loops are where the time of a fit goes.
 */
public interface Simd {

  /** {@code "vector"} or {@code "scalar"}. */
  String name();

  /** Doubles worked on at once; 1 for plain loops. */
  int lanes();

  /** Floats worked on at once; 1 for plain loops. */
  int floatLanes();

  /** What the machine offers, for reports: for instance {@code "512-bit"}. */
  String detail();

  /**
   * A squared distance below this share of the two squared norms it is made from has lost too many
   * digits to cancellation.
   */
  double CANCELLATION = 1e-6;

  /** The same for single precision. */
  float CANCELLATION_FLOAT = 1e-2f;

  /** What two roundings can change of a number, and as much again. */
  double ROUNDING = 0x1p-50;

  /**
   * v[j] = max(0, rowNorm + norms[j] - 2 v[j]): inner products become squared distances.
   *
   * @return whether some distance has cancelled below {@link #CANCELLATION} of its terms and should
   *     be computed again by {@link #squaredDistance}
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
   * distance[j] = rowNorm + norms[j] - 2 v[j]. All numbers must be finite and the factor not
   * positive.
   *
   * @param distances receives the distances, not clipped, from {@code distancesOffset} on; not v
   * @return a place up to which no distance has cancelled below {@link #CANCELLATION} of its terms;
   *     {@code length} if none has, else a place not far before the first that has. Those that have
   *     are to be computed again.
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

  /** v = (1 + t + curvature t^2) exp(-t) with t = factor v, for v and factor not negative. */
  void dampedQuadratic(double[] v, int offset, int length, double factor, double curvature);

  /** v = (1 + t + curvature t^2) exp(-t) with t = factor v, for v and factor not negative. */
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

  /** to = (to + from) factor, or from factor if nothing is to be added to. */
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
   * @return whether all were whole up to {@link #ROUNDING} of them; NaN and infinite ones, which
   *     come out as such, may go unnoticed
   */
  boolean multiples(
      double[] v, int offset, int length, double inverse, float[] into, int intoOffset);

  /**
   * The first place j below {@code length} whose v[j] is not below the bound, or NaN; or length.
   */
  int firstNotBelow(float[] v, int offset, int length, float bound);

  /** v_j = factor a_j b_j; the arrays may be the same where the ranges are not. */
  void product(
      double[] v,
      int offset,
      int length,
      double[] a,
      int aOffset,
      double[] b,
      int bOffset,
      double factor);

  /** v_j = v_j + a_j b_j, rounded twice. */
  void addProduct(
      double[] v, int offset, int length, double[] a, int aOffset, double[] b, int bOffset);

  /** v_j = 2 t_j a_j - b_j, a step of the Chebyshev recurrence; rounded as it stands. */
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
   * one point to {@code length} others that lie coordinate-major, without cancellation. A map of
   * blocks, in double precision only.
   *
   * @param columns number of coordinates
   * @param x holds x(c) at entry {@code xOffset + c * xStep}
   * @param y holds y_j(c) at entry {@code yOffset + c * yStep + j}; not v
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

  /** The distances of one point to many with |y_j(c) - x(c)| for the square. */
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

  /** Products of tiles with panels of vectors, where they are faster than those of BLAS. */
  Optional<PanelProducts> panels();

  /** Products of tall matrices with panels of vectors, where they are faster than BLAS. */
  Optional<ThinProducts> thin();
}
