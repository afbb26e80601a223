package dev.mercer.internal.linalg;

/** A symmetric linear map that is accessible only through its products with vectors. */
public interface SymmetricOperator {

  /** The order n of the map. */
  int size();

  /**
   * Y = A X for several vectors at once. The arrays may be longer than n x columns; the entries
   * after that are neither read nor written.
   *
   * @param columns number of vectors
   * @param x the vectors, n x columns, row-major; not modified
   * @param y receives the products, n x columns, row-major; overwritten
   */
  void apply(int columns, double[] x, double[] y);

  /** The size of the rounding errors in products. It may be unknown before the first product. */
  default Rounding rounding() {
    return Rounding.UNKNOWN;
  }
}
