package dev.mercer.internal.linalg;

/** A symmetric operator that can also write its matrix out, for dense solvers. */
public interface ExplicitOperator extends SymmetricOperator {

  /**
   * Writes the lower triangle of the matrix (row-major, leading dimension n) into {@code into};
   * what the strict upper triangle then holds is not defined.
   */
  void copyLower(double[] into);
}
