package dev.mercer.kernel;

import dev.mercer.internal.kernel.OpaqueForm;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * A kernel k(x, y). Kernels are records that own their parameters: equal parameters make equal
 * kernels.
 *
 * <p>{@link #value} is the definition. The library's own kernels are computed by whole blocks,
 * which tests compare with it.
 */
public interface Kernel {

  /** The kernel value of two points, k(x, y), by its definition. */
  double value(double[] x, double[] y);

  /**
   * How the library computes a kernel, which is its own business: nothing here is for callers. See
   * {@link #form}.
   */
  interface Form {}

  /**
   * How the library computes this kernel. The kernels that come with it compute whole blocks of
   * values at once; one of yours leaves this as it is, and {@link #value} is called pair by pair.
   */
  default Form form() {
    return new OpaqueForm(this);
  }

  /**
   * A function of yours as a kernel. It is called once for every pair of points, so it is far
   * slower than the kernels that come with the library, and it must be safe to call from several
   * threads. Models that use it cannot be written to a file.
   *
   * @param name how reports call it
   * @param positiveSemidefinite your word that every Gram matrix is; certificates rest on it
   * @param function symmetric, does not modify its arguments, returns finite numbers
   */
  static Kernel of(
      String name, boolean positiveSemidefinite, ToDoubleBiFunction<double[], double[]> function) {
    return new CustomKernel(name, positiveSemidefinite, function);
  }

  /** The kernel value of a point with itself, k(x, x). */
  default double diagonal(double[] x) {
    return value(x, x);
  }

  /** The sum of two kernels, which is a kernel (RK section 4). */
  default Kernel plus(Kernel other) {
    return new SumKernel(List.of(this, other));
  }

  /** The product of two kernels, which is a kernel (Schur; RK section 4). */
  default Kernel times(Kernel other) {
    return new ProductKernel(List.of(this, other));
  }

  /** This kernel times a positive number. */
  default Kernel times(double factor) {
    return new ScaledKernel(factor, this);
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
