package dev.mercer.data;

import dev.mercer.internal.store.TensorType;

/** How numbers are stored; arithmetic that needs it is double all the same. */
public enum Precision {
  DOUBLE(TensorType.F64),
  FLOAT(TensorType.F32);

  private final TensorType type;

  Precision(TensorType type) {
    this.type = type;
  }

  /** The precision of a name on the command line: double or float. */
  public static Precision named(String text) {
    return switch (text) {
      case "double" -> DOUBLE;
      case "float" -> FLOAT;
      default ->
          throw new IllegalArgumentException(
              "unknown precision '" + text + "'; allowed are double, float");
    };
  }

  /** The name on the command line. */
  public String text() {
    return this == DOUBLE ? "double" : "float";
  }

  /** Bytes an entry takes. */
  public int bytes() {
    return type.bytes();
  }

  /** The same in a file. */
  public TensorType type() {
    return type;
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
