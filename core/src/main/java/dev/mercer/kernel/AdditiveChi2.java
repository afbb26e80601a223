package dev.mercer.kernel;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.kernel.PairForm;
import dev.mercer.internal.kernel.Pairing;

/**
 * -sum (x - y)^2 / (x + y) over the coordinates, 0 where both are 0: minus the chi-squared distance
 * of two histograms, scikit-learn's {@code additive_chi2_kernel}. Rows must not be negative.
 *
 * <p>Conditionally positive definite, not positive semidefinite: k(x, x) = 0, and a Gram matrix of
 * two rows that differ has a negative eigenvalue (exactly one, of any number of rows). Centered,
 * all Gram matrices are positive semidefinite, weighted ones too: k(x, y) = 2 sum 2 x y / (x + y) -
 * sum x - sum y, of which the first is a positive semidefinite kernel and centering removes the
 * others, each of which depends on one of the two rows alone. So all components of an exact
 * centered fit are those of that kernel; without centering, and through landmarks, the matrices are
 * indefinite.
 */
public record AdditiveChi2() implements Kernel {

  static final String NAME = "additive-chi2";

  @Override
  public double value(double[] x, double[] y) {
    return -distance(x, y);
  }

  /** sum (x - y)^2 / (x + y). */
  static double distance(double[] x, double[] y) {
    return distance(x, 0, y, 0, x.length);
  }

  static double distance(double[] x, int xFrom, double[] y, int yFrom, int columns) {
    double distance = 0;
    for (int c = 0; c < columns; c++) {
      double sum = x[xFrom + c] + y[yFrom + c];
      double difference = x[xFrom + c] - y[yFrom + c];
      // The quotient first: a square of large values would be infinite.
      distance += sum == 0 ? 0 : difference * (difference / sum);
    }
    return distance;
  }

  static float distance(float[] x, int xFrom, float[] y, int yFrom, int columns) {
    float distance = 0;
    for (int c = 0; c < columns; c++) {
      float sum = x[xFrom + c] + y[yFrom + c];
      float difference = x[xFrom + c] - y[yFrom + c];
      distance += sum == 0 ? 0 : difference * (difference / sum);
    }
    return distance;
  }

  @Override
  public double diagonal(double[] x) {
    return 0;
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public boolean positiveSemidefinite() {
    return false;
  }

  @Override
  public Form form() {
    return new Pairs(this);
  }

  /** Pairs of histograms, by their chi-squared distance. */
  interface Histograms extends PairForm {

    @Override
    default Pairing pairing() {
      return Pairing.OWN;
    }

    @Override
    default double pairValue(double[] x, double[] y) {
      return distance(x, y);
    }

    @Override
    default void pairValues(
        double[] x,
        int xFrom,
        double[] y,
        int yFrom,
        int count,
        int columns,
        double[] out,
        int at) {
      for (int j = 0; j < count; j++) {
        out[at + j] = distance(x, xFrom, y, yFrom + j * columns, columns);
      }
    }

    @Override
    default void pairValues(
        float[] x, int xFrom, float[] y, int yFrom, int count, int columns, float[] out, int at) {
      for (int j = 0; j < count; j++) {
        out[at + j] = distance(x, xFrom, y, yFrom + j * columns, columns);
      }
    }

    /** {@inheritDoc} 0 where both coordinates are 0, at the edge of the domain. */
    @Override
    default void pairGradient(
        double[] x, int xFrom, double[] y, int yFrom, int columns, double[] out, int at) {
      for (int c = 0; c < columns; c++) {
        double sum = x[xFrom + c] + y[yFrom + c];
        double share = sum == 0 ? 0 : (x[xFrom + c] - y[yFrom + c]) / sum;
        out[at + c] = share * (2 - share); // (x - y) (x + 3 y) / (x + y)^2
      }
    }

    @Override
    default double leastCoordinate() {
      return 0;
    }
  }

  private record Pairs(AdditiveChi2 kernel) implements Histograms {

    @Override
    public double valueAt(double distance) {
      return -distance;
    }

    @Override
    public double slope(double distance) {
      return -1;
    }

    @Override
    public void map(Simd simd, double[] v, int offset, int length) {
      simd.affine(v, offset, length, -1, 0);
    }

    @Override
    public void map(Simd simd, float[] v, int offset, int length) {
      simd.affine(v, offset, length, -1, 0);
    }
  }
}
