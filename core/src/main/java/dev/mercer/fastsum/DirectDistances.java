package dev.mercer.fastsum;

import dev.mercer.kernel.Pairing;

/**
 * Distances of one point to many from the differences of coordinates: no cancellation, however far
 * from the origin the points lie.
 *
 * <p>Up to three coordinates go by in one loop over the points, which the compiler turns into
 * vector instructions; the order of additions depends on the number of coordinates alone, so a
 * distance has the same bits in both directions.
 */
final class DirectDistances {

  private static final int AT_ONCE = 3;

  private DirectDistances() {}

  /**
   * out[at + j] = distance of x and y_j for j below {@code count}.
   *
   * @param x holds coordinate c of the one point at entry {@code place + c * size}
   * @param y holds coordinate c of point j at entry {@code c * stride + j}
   */
  static void of(
      Pairing pairing,
      int columns,
      double[] x,
      int place,
      int size,
      double[] y,
      int stride,
      int count,
      double[] out,
      int at) {
    boolean absolute = pairing == Pairing.L1_DISTANCE;
    int begun = (columns - 1) % AT_ONCE + 1;
    double x0 = x[place];
    double x1 = begun > 1 ? x[place + size] : 0;
    double x2 = begun > 2 ? x[place + 2 * size] : 0;
    if (absolute) {
      switch (begun) {
        case 1 -> absolute(x0, y, count, out, at);
        case 2 -> absolute(x0, x1, y, stride, count, out, at);
        default -> absolute(x0, x1, x2, y, stride, count, out, at);
      }
    } else {
      switch (begun) {
        case 1 -> squared(x0, y, count, out, at);
        case 2 -> squared(x0, x1, y, stride, count, out, at);
        default -> squared(x0, x1, x2, y, stride, count, out, at);
      }
    }
    for (int c = begun; c < columns; c += AT_ONCE) {
      x0 = x[place + c * size];
      x1 = x[place + (c + 1) * size];
      x2 = x[place + (c + 2) * size];
      if (absolute) {
        addAbsolute(x0, x1, x2, y, c * stride, stride, count, out, at);
      } else {
        addSquared(x0, x1, x2, y, c * stride, stride, count, out, at);
      }
    }
  }

  private static void squared(double x, double[] y, int count, double[] out, int at) {
    for (int j = 0; j < count; j++) {
      double a = y[j] - x;
      out[at + j] = a * a;
    }
  }

  private static void squared(
      double x0, double x1, double[] y, int stride, int count, double[] out, int at) {
    for (int j = 0; j < count; j++) {
      double a = y[j] - x0;
      double b = y[stride + j] - x1;
      out[at + j] = a * a + b * b;
    }
  }

  private static void squared(
      double x0, double x1, double x2, double[] y, int stride, int count, double[] out, int at) {
    for (int j = 0; j < count; j++) {
      double a = y[j] - x0;
      double b = y[stride + j] - x1;
      double c = y[2 * stride + j] - x2;
      out[at + j] = a * a + b * b + c * c;
    }
  }

  private static void addSquared(
      double x0,
      double x1,
      double x2,
      double[] y,
      int from,
      int stride,
      int count,
      double[] out,
      int at) {
    for (int j = 0; j < count; j++) {
      double a = y[from + j] - x0;
      double b = y[from + stride + j] - x1;
      double c = y[from + 2 * stride + j] - x2;
      out[at + j] += a * a + b * b + c * c;
    }
  }

  private static void absolute(double x, double[] y, int count, double[] out, int at) {
    for (int j = 0; j < count; j++) {
      out[at + j] = Math.abs(y[j] - x);
    }
  }

  private static void absolute(
      double x0, double x1, double[] y, int stride, int count, double[] out, int at) {
    for (int j = 0; j < count; j++) {
      out[at + j] = Math.abs(y[j] - x0) + Math.abs(y[stride + j] - x1);
    }
  }

  private static void absolute(
      double x0, double x1, double x2, double[] y, int stride, int count, double[] out, int at) {
    for (int j = 0; j < count; j++) {
      out[at + j] =
          Math.abs(y[j] - x0) + Math.abs(y[stride + j] - x1) + Math.abs(y[2 * stride + j] - x2);
    }
  }

  private static void addAbsolute(
      double x0,
      double x1,
      double x2,
      double[] y,
      int from,
      int stride,
      int count,
      double[] out,
      int at) {
    for (int j = 0; j < count; j++) {
      out[at + j] +=
          Math.abs(y[from + j] - x0)
              + Math.abs(y[from + stride + j] - x1)
              + Math.abs(y[from + 2 * stride + j] - x2);
    }
  }
}
