package dev.mercer.internal.linalg;

/** A symmetric operator that can also write its matrix out, for dense solvers. */
public interface ExplicitOperator extends SymmetricOperator {

  /**
   * Writes the lower triangle of the matrix (row-major, leading dimension n) to {@code into}; the
   * contents above the diagonal are then undefined.
   */
  void copyLower(double[] into);
}
