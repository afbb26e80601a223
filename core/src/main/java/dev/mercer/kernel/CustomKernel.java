package dev.mercer.kernel;

import java.util.Objects;
import java.util.function.ToDoubleBiFunction;

/**
 * A function of the caller's: what {@link Kernel#of} makes.
 *
 * @param name how reports call it
 * @param positiveSemidefinite the caller's word that every Gram matrix is; certificates rest on it
 * @param function symmetric, does not modify its arguments, returns finite numbers
 */
record CustomKernel(
    String name, boolean positiveSemidefinite, ToDoubleBiFunction<double[], double[]> function)
    implements Kernel {

  CustomKernel {
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
