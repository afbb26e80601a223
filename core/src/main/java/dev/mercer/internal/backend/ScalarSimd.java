package dev.mercer.internal.backend;

import java.util.Optional;

/**
 * The plain loops. They define what every operation computes, and are used where the Vector API is
 * not available. {@link Simd} says why each loop is written twice, for doubles and for floats.
 */
class ScalarSimd implements Simd {

  // From here on exp(-t) is zero while t^2 is still far from overflow, so that infinity is never
  // multiplied by zero.
  static final double DAMPED_TO_ZERO = 1000;
  static final float DAMPED_TO_ZERO_F = 200;

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public int lanes() {
    return 1;
  }

  @Override
  public int floatLanes() {
    return 1;
  }

  @Override
  public String detail() {
    return "plain loops";
  }

  @Override
  public boolean squaredDistances(
      double[] v, int offset, int length, double rowNorm, double[] norms, int normsOffset) {
    boolean cancelled = false;
    for (int j = 0; j < length; j++) {
      double sum = rowNorm + norms[normsOffset + j];
      double distance = sum - 2 * v[offset + j];
      cancelled |= distance < CANCELLATION * sum;
      v[offset + j] = Math.max(0, distance);
    }
    return cancelled;
  }

  @Override
  public void widen(
      float[] from,
      int fromOffset,
      int length,
      boolean add,
      double factor,
      double[] to,
      int toOffset) {
    for (int j = 0; j < length; j++) {
      double value = from[fromOffset + j];
      to[toOffset + j] = (add ? to[toOffset + j] + value : value) * factor;
    }
  }

  @Override
  public int firstNotBelow(float[] v, int offset, int length, float bound) {
    int j = 0;
    while (j < length && v[offset + j] < bound) {
      j++;
    }
    return j;
  }

  @Override
  public boolean multiples(
      double[] v, int offset, int length, double inverse, float[] into, int intoOffset) {
    boolean whole = true;
    for (int j = 0; j < length; j++) {
      double value = v[offset + j] * inverse;
      double rounded = Math.rint(value);
      whole &= Math.abs(value - rounded) <= ROUNDING * Math.abs(rounded);
      into[intoOffset + j] = (float) rounded;
    }
    return whole;
  }

  @Override
  public void affine(double[] v, int offset, int length, double scale, double shift) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = scale * v[j] + shift;
    }
  }

  @Override
  public void exp(double[] v, int offset, int length, double factor) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = Math.exp(factor * v[j]);
    }
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
    boolean cancelled = squaredDistances(v, offset, length, rowNorm, norms, normsOffset);
    System.arraycopy(v, offset, distances, distancesOffset, length);
    exp(v, offset, length, factor);
    return cancelled ? 0 : length;
  }

  @Override
  public void dampedQuadratic(double[] v, int offset, int length, double factor, double curvature) {
    for (int j = offset; j < offset + length; j++) {
      double t = Math.min(factor * v[j], DAMPED_TO_ZERO);
      v[j] = (1 + t + curvature * t * t) * Math.exp(-t);
    }
  }

  @Override
  public void sqrt(double[] v, int offset, int length) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = Math.sqrt(v[j]);
    }
  }

  @Override
  public void reciprocal(double[] v, int offset, int length) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = 1 / v[j];
    }
  }

  @Override
  public void clipNegative(double[] v, int offset, int length) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = Math.max(0, v[j]);
    }
  }

  @Override
  public void power(double[] v, int offset, int length, int exponent) {
    for (int j = offset; j < offset + length; j++) {
      double base = v[j];
      double result = 1;
      for (int e = exponent; e > 0; e >>= 1) {
        if ((e & 1) == 1) {
          result *= base;
        }
        base *= base;
      }
      v[j] = result;
    }
  }

  @Override
  public void multiply(double[] v, int offset, int length, double[] other, int otherOffset) {
    for (int j = 0; j < length; j++) {
      v[offset + j] *= other[otherOffset + j];
    }
  }

  @Override
  public void product(
      double[] v,
      int offset,
      int length,
      double[] a,
      int aOffset,
      double[] b,
      int bOffset,
      double factor) {
    for (int j = 0; j < length; j++) {
      v[offset + j] = a[aOffset + j] * b[bOffset + j] * factor;
    }
  }

  @Override
  public void addProduct(
      double[] v, int offset, int length, double[] a, int aOffset, double[] b, int bOffset) {
    for (int j = 0; j < length; j++) {
      v[offset + j] += a[aOffset + j] * b[bOffset + j];
    }
  }

  @Override
  public void chebyshevStep(
      double[] v,
      int offset,
      int length,
      double[] t,
      int tOffset,
      double[] a,
      int aOffset,
      double[] b,
      int bOffset) {
    for (int j = 0; j < length; j++) {
      v[offset + j] = 2 * t[tOffset + j] * a[aOffset + j] - b[bOffset + j];
    }
  }

  @Override
  public void add(
      double[] v, int offset, int length, double factor, double[] other, int otherOffset) {
    for (int j = 0; j < length; j++) {
      v[offset + j] += factor * other[otherOffset + j];
    }
  }

  @Override
  public double l1Distance(double[] x, int xOffset, double[] y, int yOffset, int length) {
    double sum = 0;
    for (int j = 0; j < length; j++) {
      sum += Math.abs(x[xOffset + j] - y[yOffset + j]);
    }
    return sum;
  }

  @Override
  public double squaredDistance(double[] x, int xOffset, double[] y, int yOffset, int length) {
    double sum = 0;
    for (int j = 0; j < length; j++) {
      double difference = x[xOffset + j] - y[yOffset + j];
      sum += difference * difference;
    }
    return sum;
  }

  @Override
  public void squaredDistances(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep) {
    for (int c = 0; c < columns; c++) {
      double own = x[xOffset + c * xStep];
      int from = yOffset + c * yStep;
      for (int j = 0; j < length; j++) {
        double difference = y[from + j] - own;
        double part = difference * difference;
        v[offset + j] = c == 0 ? part : v[offset + j] + part;
      }
    }
  }

  @Override
  public void expOfSquaredDistances(
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
      double factor) {
    squaredDistances(v, offset, length, columns, x, xOffset, xStep, y, yOffset, yStep);
    exp(v, offset, length, factor);
  }

  @Override
  public void l1Distances(
      double[] v,
      int offset,
      int length,
      int columns,
      double[] x,
      int xOffset,
      int xStep,
      double[] y,
      int yOffset,
      int yStep) {
    for (int c = 0; c < columns; c++) {
      double own = x[xOffset + c * xStep];
      int from = yOffset + c * yStep;
      for (int j = 0; j < length; j++) {
        double part = Math.abs(y[from + j] - own);
        v[offset + j] = c == 0 ? part : v[offset + j] + part;
      }
    }
  }

  @Override
  public boolean squaredDistances(
      float[] v, int offset, int length, float rowNorm, float[] norms, int normsOffset) {
    boolean cancelled = false;
    for (int j = 0; j < length; j++) {
      float sum = rowNorm + norms[normsOffset + j];
      float distance = sum - 2 * v[offset + j];
      cancelled |= distance < CANCELLATION_FLOAT * sum;
      v[offset + j] = Math.max(0, distance);
    }
    return cancelled;
  }

  @Override
  public void affine(float[] v, int offset, int length, float scale, float shift) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = scale * v[j] + shift;
    }
  }

  @Override
  public void exp(float[] v, int offset, int length, float factor) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = (float) Math.exp(factor * v[j]);
    }
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
    boolean cancelled = squaredDistances(v, offset, length, rowNorm, norms, normsOffset);
    System.arraycopy(v, offset, distances, distancesOffset, length);
    exp(v, offset, length, factor);
    return cancelled ? 0 : length;
  }

  @Override
  public void dampedQuadratic(float[] v, int offset, int length, float factor, float curvature) {
    for (int j = offset; j < offset + length; j++) {
      float t = Math.min(factor * v[j], DAMPED_TO_ZERO_F);
      v[j] = (1 + t + curvature * t * t) * (float) Math.exp(-t);
    }
  }

  @Override
  public void sqrt(float[] v, int offset, int length) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = (float) Math.sqrt(v[j]);
    }
  }

  @Override
  public void reciprocal(float[] v, int offset, int length) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = 1 / v[j];
    }
  }

  @Override
  public void clipNegative(float[] v, int offset, int length) {
    for (int j = offset; j < offset + length; j++) {
      v[j] = Math.max(0, v[j]);
    }
  }

  @Override
  public void power(float[] v, int offset, int length, int exponent) {
    for (int j = offset; j < offset + length; j++) {
      float base = v[j];
      float result = 1;
      for (int e = exponent; e > 0; e >>= 1) {
        if ((e & 1) == 1) {
          result *= base;
        }
        base *= base;
      }
      v[j] = result;
    }
  }

  @Override
  public void multiply(float[] v, int offset, int length, float[] other, int otherOffset) {
    for (int j = 0; j < length; j++) {
      v[offset + j] *= other[otherOffset + j];
    }
  }

  @Override
  public void add(float[] v, int offset, int length, float factor, float[] other, int otherOffset) {
    for (int j = 0; j < length; j++) {
      v[offset + j] += factor * other[otherOffset + j];
    }
  }

  @Override
  public float l1Distance(float[] x, int xOffset, float[] y, int yOffset, int length) {
    float sum = 0;
    for (int j = 0; j < length; j++) {
      sum += Math.abs(x[xOffset + j] - y[yOffset + j]);
    }
    return sum;
  }

  @Override
  public float squaredDistance(float[] x, int xOffset, float[] y, int yOffset, int length) {
    float sum = 0;
    for (int j = 0; j < length; j++) {
      float difference = x[xOffset + j] - y[yOffset + j];
      sum += difference * difference;
    }
    return sum;
  }

  /** Empty, because without vector registers the caller's matrix products by BLAS are faster. */
  @Override
  public Optional<PanelProducts> panels() {
    return Optional.empty();
  }

  @Override
  public Optional<ThinProducts> thin() {
    return Optional.empty();
  }
}
