package dev.mercer.internal.backend;

import java.util.Optional;

/**
 * Plain loops that give the same bits as {@link VectorSimd}. They are used until its loops are
 * compiled.
 *
 * <p>The exponential, for x = factor v:
 *
 * <ol>
 *   <li>x is limited to an interval beyond which the result is 0 or infinite
 *   <li>x = k ln 2 + r with |r| at most ln 2 / 2. Adding 1.5 * 2^52 rounds to k and leaves k in the
 *       low bits, so that no conversion between doubles and integers is needed
 *   <li>2 exp(r) by a polynomial with the smallest relative error
 *   <li>the result is multiplied by 2^(k-1), whose bits are those of k shifted to the exponent; by
 *       0 if the exponent would be too small
 * </ol>
 *
 * {@link Simd} says why there are separate loops for doubles and for floats; the constants differ
 * as well.
 *
 * <p>The error is below 2 units in the last place. Results below 2^-1021 (2^-125 in float), twice
 * the smallest normal number, are 0, because the scale is a single power of two and not a product
 * of two. The loops need a fused multiply-add, which every processor has whose vectors {@link
 * Backend} accepts. Without one, {@link Math#fma} is thousands of times slower, so this class is
 * used only together with {@link VectorSimd}.
 */
final class VectorTwin extends ScalarSimd {

  private final PanelProducts panels = new PlainPanels();
  private final ThinProducts thin = new PlainThin();

  static final double LOG2_E = 1.4426950408889634;
  // ln 2 in two parts. The first has 20 trailing zero bits, so that k * LN2_HIGH is exact for |k| <
  // 2^20.
  static final double LN2_HIGH = 0x1.62e42feep-1;
  static final double LN2_LOW = 0x1.a39ef35793c76p-33;
  static final double SHIFTER = 0x1.8p52;
  // exp is 0 here, and k - 1 still fits into the bits above the 52nd
  static final double LEAST = -1000;
  // Of two numbers that are not positive, the smaller has the larger bits.
  static final long BITS_OF_LEAST = Double.doubleToRawLongBits(LEAST);
  static final double MOST = 710; // exp is infinite here
  static final long EXPONENT_OF_HALF = 1022L << 52;
  // Twice the coefficients of r^2 to r^11, by the Remez exchange algorithm; the error is 3.6e-18 of
  // exp(r).
  static final double C2 = 0x1.000000000000ap0;
  static final double C3 = 0x1.55555555554fap-2;
  static final double C4 = 0x1.555555555088cp-4;
  static final double C5 = 0x1.1111111127b9ap-6;
  static final double C6 = 0x1.6c16c184266d2p-9;
  static final double C7 = 0x1.a01a012a6a050p-12;
  static final double C8 = 0x1.a0199a16e1cc3p-15;
  static final double C9 = 0x1.71df25398874cp-18;
  static final double C10 = 0x1.28ad68a2c77b7p-21;
  static final double C11 = 0x1.ad7f7be663b02p-25;

  static final float LOG2_E_F = (float) LOG2_E;
  static final float LN2_HIGH_F = 0.693359375f;
  static final float LN2_LOW_F = -2.12194440e-4f;
  static final float SHIFTER_F = 0x1.8p23f;
  static final float LEAST_F = -150;
  static final int BITS_OF_LEAST_F = Float.floatToRawIntBits(LEAST_F);
  static final float MOST_F = 89;
  static final int EXPONENT_OF_HALF_F = 126 << 23;
  // Twice the coefficients of r^2 to r^6; the error is 3.1e-9 of exp(r).
  static final float C2_F = 0x1.fffffb9b01fedp-1f;
  static final float C3_F = 0x1.555491680cb08p-2f;
  static final float C4_F = 0x1.5558f1206dbe4p-4f;
  static final float C5_F = 0x1.1239d38546209p-6f;
  static final float C6_F = 0x1.6a244c885d6b9p-9f;

  @Override
  public String detail() {
    return "plain loops with the bits of vector ones";
  }

  /** exp(t) for t between {@link #LEAST} and {@link #MOST}, or NaN. */
  private static double exp(double t) {
    double shifted = Math.fma(t, LOG2_E, SHIFTER);
    double k = shifted - SHIFTER;
    double r = Math.fma(k, -LN2_LOW, Math.fma(k, -LN2_HIGH, t));
    double p = Math.fma(C11, r, C10);
    p = Math.fma(p, r, C9);
    p = Math.fma(p, r, C8);
    p = Math.fma(p, r, C7);
    p = Math.fma(p, r, C6);
    p = Math.fma(p, r, C5);
    p = Math.fma(p, r, C4);
    p = Math.fma(p, r, C3);
    p = Math.fma(p, r, C2);
    p = Math.fma(p, r, 2);
    p = Math.fma(p, r, 2);
    long scale = (Double.doubleToRawLongBits(shifted) << 52) + EXPONENT_OF_HALF;
    return p * Double.longBitsToDouble(Math.max(scale, 0));
  }

  private static double bounded(double x) {
    return x < LEAST ? LEAST : x > MOST ? MOST : x;
  }

  @Override
  public void exp(double[] v, int offset, int length, double factor) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = exp(bounded(factor * v[j]));
    }
  }

  @Override
  public boolean squaredDistances(
      double[] v, int offset, int length, double rowNorm, double[] norms, int normsOffset) {
    boolean cancelled = false;
    for (int j = 0; j < length; j++) {
      double sum = rowNorm + norms[normsOffset + j];
      double distance = sum - 2 * v[offset + j];
      cancelled |= Math.fma(sum, -CANCELLATION, distance) < 0;
      v[offset + j] = distance < 0 ? 0 : distance;
    }
    return cancelled;
  }

  @Override
  public int expOfDistances(
      double[] v,
      int offset,
      int length,
      double rowNorm,
      double[] norms,
      int normsOffset,
      double factor,
      double[] distances,
      int distancesOffset) {
    int cancelled = length;
    for (int j = 0; j < length; j++) {
      double sum = rowNorm + norms[normsOffset + j];
      double distance = sum - 2 * v[offset + j];
      if (Math.fma(sum, -CANCELLATION, distance) < 0) {
        cancelled = Math.min(cancelled, j);
      }
      distances[distancesOffset + j] = distance;
      long x = Double.doubleToRawLongBits(distance * factor);
      v[offset + j] = exp(Double.longBitsToDouble(Math.min(x, BITS_OF_LEAST)));
    }
    return cancelled;
  }

  @Override
  public void dampedQuadratic(double[] v, int offset, int length, double factor, double curvature) {
    for (int j = offset; j < offset + length; j++) {
      double x = factor * v[j];
      double t = x > DAMPED_TO_ZERO ? DAMPED_TO_ZERO : x;
      v[j] = Math.fma(t * curvature + 1, t, 1) * exp(-t);
    }
  }

  /** exp(t) for t between {@link #LEAST_F} and {@link #MOST_F}, or NaN. */
  private static float exp(float t) {
    float shifted = Math.fma(t, LOG2_E_F, SHIFTER_F);
    float k = shifted - SHIFTER_F;
    float r = Math.fma(k, -LN2_LOW_F, Math.fma(k, -LN2_HIGH_F, t));
    float p = Math.fma(C6_F, r, C5_F);
    p = Math.fma(p, r, C4_F);
    p = Math.fma(p, r, C3_F);
    p = Math.fma(p, r, C2_F);
    p = Math.fma(p, r, 2f);
    p = Math.fma(p, r, 2f);
    int scale = (Float.floatToRawIntBits(shifted) << 23) + EXPONENT_OF_HALF_F;
    return p * Float.intBitsToFloat(Math.max(scale, 0));
  }

  private static float bounded(float x) {
    return x < LEAST_F ? LEAST_F : x > MOST_F ? MOST_F : x;
  }

  @Override
  public void exp(float[] v, int offset, int length, float factor) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = exp(bounded(factor * v[j]));
    }
  }

  @Override
  public boolean squaredDistances(
      float[] v, int offset, int length, float rowNorm, float[] norms, int normsOffset) {
    boolean cancelled = false;
    for (int j = 0; j < length; j++) {
      float sum = rowNorm + norms[normsOffset + j];
      float distance = sum - 2 * v[offset + j];
      cancelled |= Math.fma(sum, -CANCELLATION_FLOAT, distance) < 0;
      v[offset + j] = distance < 0 ? 0 : distance;
    }
    return cancelled;
  }

  @Override
  public int expOfDistances(
      float[] v,
      int offset,
      int length,
      float rowNorm,
      float[] norms,
      int normsOffset,
      float factor,
      float[] distances,
      int distancesOffset) {
    int cancelled = length;
    for (int j = 0; j < length; j++) {
      float sum = rowNorm + norms[normsOffset + j];
      float distance = sum - 2 * v[offset + j];
      if (Math.fma(sum, -CANCELLATION_FLOAT, distance) < 0) {
        cancelled = Math.min(cancelled, j);
      }
      distances[distancesOffset + j] = distance;
      int x = Float.floatToRawIntBits(distance * factor);
      v[offset + j] = exp(Float.intBitsToFloat(Math.min(x, BITS_OF_LEAST_F)));
    }
    return cancelled;
  }

  @Override
  public void dampedQuadratic(float[] v, int offset, int length, float factor, float curvature) {
    for (int j = offset; j < offset + length; j++) {
      float x = factor * v[j];
      float t = x > DAMPED_TO_ZERO_F ? DAMPED_TO_ZERO_F : x;
      v[j] = Math.fma(t * curvature + 1, t, 1) * exp(-t);
    }
  }

  @Override
  public Optional<PanelProducts> panels() {
    return Optional.of(panels);
  }

  @Override
  public Optional<ThinProducts> thin() {
    return Optional.of(thin);
  }
}
