package dev.mercer.internal.certify;

/**
 * The variance that some axes capture, tr(G^+ Y'Y), with an interval that allows for rounding.
 *
 * @param value as computed
 * @param low lower bound of the true value
 * @param high upper bound of the true value
 */
public record CapturedVariance(double value, double low, double high) {

  /** A value with an error of at most {@code rounding}. */
  public static CapturedVariance within(double value, double rounding) {
    return new CapturedVariance(value, Math.max(0, value - rounding), value + rounding);
  }

  /** The same with an upper bound known from elsewhere; the value stays within the interval. */
  public CapturedVariance atMost(double most) {
    return new CapturedVariance(value, Math.min(low, most), Math.max(value, Math.min(high, most)));
  }
}
