package dev.mercer.internal.linalg;

/** A symmetric linear map known only by its products with vectors. */
public interface SymmetricOperator {

  /** The order n of the map. */
  int size();

  /**
   * Y = A X for several vectors at once. The arrays may be longer than n x columns; what lies
   * behind is neither read nor written.
   *
   * @param columns number of vectors
   * @param x the vectors, n x columns, row-major; not modified
   * @param y receives the products, n x columns, row-major; overwritten
   */
  void apply(int columns, double[] x, double[] y);

  /** What is known of the rounding in products, at the latest after the first one. */
  default Rounding rounding() {
    return Rounding.UNKNOWN;
  }
}
