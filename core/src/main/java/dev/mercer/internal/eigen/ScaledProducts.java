package dev.mercer.internal.eigen;

import dev.mercer.NumericalException;
import dev.mercer.internal.linalg.Rounding;
import dev.mercer.internal.linalg.SymmetricOperator;

/**
 * An operator's products as the solvers use them. They are counted, checked to be finite, and
 * divided by a power of two that is chosen from the first product, so that squares stay within the
 * range of double for operators of size 1e-150 or 1e150. The division is exact, and multiplying by
 * {@link #scale} undoes it.
 */
final class ScaledProducts {

  private final SymmetricOperator operator;
  private double scale = 1;
  private boolean scaled;
  private long products;
  private int passes;

  ScaledProducts(SymmetricOperator operator) {
    this.operator = operator;
  }

  int size() {
    return operator.size();
  }

  /** The factor that turns a value of this operator into one of the caller's operator. */
  double scale() {
    return scale;
  }

  /** The size of the rounding errors in these products, in their scaled unit. */
  Rounding rounding() {
    Rounding known = operator.rounding();
    return new Rounding(known.level() / scale, known.residual() / scale);
  }

  /** The number of vectors multiplied so far. */
  long products() {
    return products;
  }

  /** The number of calls of the operator so far. */
  int passes() {
    return passes;
  }

  /** Y = A X / scale, n x columns, row-major. */
  void apply(int columns, double[] x, double[] y) {
    operator.apply(columns, x, y);
    products += columns;
    passes++;
    int length = size() * columns;
    double largest = 0;
    for (int i = 0; i < length; i++) {
      double magnitude = Math.abs(y[i]);
      if (!(magnitude <= Double.MAX_VALUE)) {
        throw new NumericalException(
            "the operator's product is "
                + y[i]
                + " in row "
                + i / columns
                + "; kernel values must be finite and sums of them below 1.8e308: check the data"
                + " and the kernel's parameters");
      }
      largest = magnitude > largest ? magnitude : largest; // finite, because it was checked above
    }
    if (!scaled && largest > 0) {
      scale = Math.scalb(1.0, Math.getExponent(largest));
      scaled = true;
    }
    if (scale != 1) {
      double factor = 1 / scale;
      for (int i = 0; i < length; i++) {
        y[i] *= factor;
      }
    }
  }
}
