package dev.mercer.kernel;

import java.util.Objects;
import java.util.function.ToDoubleBiFunction;

/**
 * A kernel that is a function of the caller's. It is called once for every pair of points, so it is
 * far slower than the kernels that come with the library, and it must be safe to call from several
 * threads. Its spec is for people only: models that use it cannot be written to a file.
 *
 * @param name how reports call it
 * @param positiveSemidefinite the caller's word that every Gram matrix is; certificates rest on it
 * @param function symmetric, does not modify its arguments, returns finite numbers
 */
public record CustomKernel(
    String name, boolean positiveSemidefinite, ToDoubleBiFunction<double[], double[]> function)
    implements Kernel {

  public CustomKernel {
    Objects.requireNonNull(function, "function");
    if (name.isBlank()) {
      throw new IllegalArgumentException("a custom kernel needs a name for reports");
    }
  }

  @Override
  public double value(double[] x, double[] y) {
    return function.applyAsDouble(x, y);
  }

  @Override
  public String spec() {
    return "custom:" + name;
  }

  @Override
  public boolean named() {
    return false;
  }
}
