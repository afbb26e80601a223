package dev.mercer.spec;

/** Numbers as people write them: whole values without a fraction, others in the shortest form. */
public final class Numbers {

  private static final double EXACT_WHOLE = 1e15;

  private Numbers() {}

  /** The shortest text that parses back to {@code value}. */
  public static String text(double value) {
    if (value == Math.rint(value) && Math.abs(value) < EXACT_WHOLE) {
      return Long.toString((long) value);
    }
    return Double.toString(value);
  }
}
