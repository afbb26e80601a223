package dev.mercer.internal.kernel;

/** The number that a kernel computes from two points before it applies its own function. */
public enum Pairing {
  /** x . y */
  INNER_PRODUCT {
    @Override
    public double of(double[] x, double[] y) {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += x[i] * y[i];
      }
      return sum;
    }
  },
  /** |x - y|^2, Euclidean */
  SQUARED_DISTANCE {
    @Override
    public double of(double[] x, double[] y) {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += (x[i] - y[i]) * (x[i] - y[i]);
      }
      return sum;
    }
  },
  /** |x - y|_1 */
  L1_DISTANCE {
    @Override
    public double of(double[] x, double[] y) {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += Math.abs(x[i] - y[i]);
      }
      return sum;
    }
  },
  COSINE {
    @Override
    public double of(double[] x, double[] y) {
      double[] left = nearOne(x);
      double[] right = nearOne(y);
      double norms =
          Math.sqrt(INNER_PRODUCT.of(left, left)) * Math.sqrt(INNER_PRODUCT.of(right, right));
      return norms == 0 ? 0 : INNER_PRODUCT.of(left, right) / norms;
    }
  },
  /** a number that the kernel defines itself, see {@link PairForm#pairValues} */
  OWN {
    @Override
    public double of(double[] x, double[] y) {
      throw new UnsupportedOperationException("only the kernel itself knows its own pair value");
    }
  };

  /**
   * A row times the power of two that brings its largest entry near one. No digit is lost, and
   * squares neither under- nor overflow.
   */
  private static double[] nearOne(double[] x) {
    double largest = 0;
    for (double value : x) {
      largest = Math.max(largest, Math.abs(value));
    }
    double[] result = new double[x.length];
    for (int i = 0; i < x.length && largest != 0; i++) { // NaN stays NaN
      result[i] = Math.scalb(x[i], -Math.getExponent(largest));
    }
    return result;
  }

  /** Whether a block of such numbers is computed from a matrix product. */
  public boolean fromInnerProducts() {
    return this != L1_DISTANCE && this != OWN;
  }

  /** The number by its definition. Tests and {@link dev.mercer.kernel.Kernel#value} use it. */
  public abstract double of(double[] x, double[] y);
}
