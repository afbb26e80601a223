package dev.mercer.data;

/** How numbers are stored; arithmetic that needs it is double all the same. */
public enum Precision {
  /** 64 bits, some 16 digits. */
  DOUBLE(Double.BYTES),
  /** 32 bits, some 7 digits, in half the memory. */
  FLOAT(Float.BYTES);

  private final int bytes;

  Precision(int bytes) {
    this.bytes = bytes;
  }

  /** The precision of a name: double or float. */
  public static Precision named(String text) {
    return switch (text) {
      case "double" -> DOUBLE;
      case "float" -> FLOAT;
      default ->
          throw new IllegalArgumentException(
              "unknown precision '" + text + "'; allowed are double, float");
    };
  }

  /** The name in options and reports. */
  public String text() {
    return this == DOUBLE ? "double" : "float";
  }

  /** The bytes that one number takes. */
  public int bytes() {
    return bytes;
  }

  /**
   * A double as a float.
   *
   * @throws IllegalArgumentException if a finite value is beyond float
   */
  public static float toFloat(double value, int row, int column) {
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          "row "
              + row
              + ", column "
              + column
              + ": "
              + value
              + " is beyond float; store the rows as double");
    }
    return rounded;
  }
}
