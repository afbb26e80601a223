package dev.mercer.kernel;

/** How a kernel looks at two points before its own map. */
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
  /** x . y / (|x| |y|), 0 if either is the zero row */
  COSINE {
    @Override
    public double of(double[] x, double[] y) {
      double norms = Math.sqrt(INNER_PRODUCT.of(x, x)) * Math.sqrt(INNER_PRODUCT.of(y, y));
      return norms == 0 ? 0 : INNER_PRODUCT.of(x, y) / norms;
    }
  };

  /** The number by its definition, which tests and {@link Kernel#value} use. */
  public abstract double of(double[] x, double[] y);
}
