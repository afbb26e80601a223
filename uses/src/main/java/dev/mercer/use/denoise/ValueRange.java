package dev.mercer.use.denoise;

import dev.mercer.data.Rows;
import dev.mercer.internal.spec.Names;
import dev.mercer.internal.spec.Numbers;
import java.util.Optional;

/**
 * The range that the values of rows may have; for the pixels of most images it is 0 to 255.
 *
 * @param low below {@code high}
 */
public record ValueRange(double low, double high) {

  /** The range of pixels of one byte, 0 to 255. */
  public static final ValueRange BYTES = new ValueRange(0, 255);

  public ValueRange {
    if (!(low < high) || Double.isInfinite(high - low)) {
      throw new IllegalArgumentException(
          "a range from "
              + Numbers.text(low)
              + " to "
              + Numbers.text(high)
              + "; both must be finite and the first the lower");
    }
  }

  /**
   * Reads a range from {@code LOW:HIGH}, for instance {@code 0:255}.
   *
   * @throws IllegalArgumentException if the text is not two numbers with the lower one first
   */
  public static ValueRange parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException(
          Names.quote(text) + " is no range; write LOW:HIGH, for instance 0:255");
    }
    return new ValueRange(
        Numbers.parse(text.substring(0, colon).strip()),
        Numbers.parse(text.substring(colon + 1).strip()));
  }

  /**
   * The range from the smallest to the largest value of all rows; NaN and infinities are ignored.
   *
   * @return empty if no two values differ
   */
  public static Optional<ValueRange> seenIn(Rows rows) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    int step = rows.blockRows();
    double[] block = new double[Math.min(step, rows.count()) * rows.columns()];
    for (int first = 0; first < rows.count(); first += step) {
      int count = Math.min(step, rows.count() - first);
      rows.copy(first, count, block, 0);
      for (int j = 0; j < count * rows.columns(); j++) {
        if (Double.isFinite(block[j])) {
          low = Math.min(low, block[j]);
          high = Math.max(high, block[j]);
        }
      }
    }
    return low < high ? Optional.of(new ValueRange(low, high)) : Optional.empty();
  }

  /** The value half way between both ends. */
  public double middle() {
    return low + (high - low) / 2;
  }

  /** The distance between both ends. */
  public double width() {
    return high - low;
  }

  /** Moves values outside the range to the nearer end, in place; NaN stays. */
  public void clip(double[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(low, Math.min(high, values[i]));
    }
  }

  /** The text {@code LOW:HIGH}, as {@link #parse} takes it. */
  public String text() {
    return Numbers.text(low) + ":" + Numbers.text(high);
  }
}
