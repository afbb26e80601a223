package dev.mercer.kernel;

/**
 * A kernel k(x, y). Kernels are records that own their parameters: equal parameters make equal
 * kernels.
 *
 * <p>{@link #value} is the definition, which tests compare with. Everything else goes through
 * {@code KernelBlock}, which evaluates whole blocks by pairing and an in-place map.
 */
public interface Kernel {

  /** k(x, y) by its definition. */
  double value(double[] x, double[] y);

  /** k(x, x). */
  default double diagonal(double[] x) {
    return value(x, x);
  }

  /** The text that {@link KernelSpec#parse} turns back into an equal kernel, if it is named. */
  String spec();

  /** Whether every Gram matrix is positive semidefinite; for others no certificate holds. */
  boolean positiveSemidefinite();

  /**
   * Whether it compares points. The values of a {@link Precomputed} kernel are the data themselves:
   * there is nothing to evaluate it at, and rows of data are rows of a Gram matrix.
   */
  default boolean hasPoints() {
    return true;
  }

  /**
   * Whether {@link #spec} says everything there is to know. A function of the caller's has no such
   * text, so a model that needs it cannot be written to a file.
   */
  default boolean named() {
    return true;
  }
}
