package dev.mercer.internal.certify;

/**
 * The variance that some axes capture, tr(G^+ Y'Y), and what rounding leaves open of it.
 *
 * @param value as computed
 * @param low the true one is no less
 * @param high the true one is no more
 */
public record CapturedVariance(double value, double low, double high) {

  /** A value that is off by so much at most. */
  public static CapturedVariance within(double value, double rounding) {
    return new CapturedVariance(value, Math.max(0, value - rounding), value + rounding);
  }

  /** The same with an upper end that is known otherwise; the value stays between the ends. */
  public CapturedVariance atMost(double most) {
    return new CapturedVariance(value, Math.min(low, most), Math.max(value, Math.min(high, most)));
  }
}
