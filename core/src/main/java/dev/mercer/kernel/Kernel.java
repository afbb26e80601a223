package dev.mercer.kernel;

/**
 * A kernel k(x, y). Kernels are records that own their parameters: equal parameters make equal
 * kernels.
 *
 * <p>{@link #value} is the definition, which tests compare with. Everything else goes through
 * {@link KernelBlock}, which evaluates whole blocks by pairing and an in-place map.
 */
public interface Kernel {

  /** k(x, y) by its definition. */
  double value(double[] x, double[] y);

  /** The text that {@link KernelSpec#parse} turns back into an equal kernel. */
  String spec();

  /** Whether every Gram matrix is positive semidefinite; for others no certificate holds. */
  boolean positiveSemidefinite();
}
