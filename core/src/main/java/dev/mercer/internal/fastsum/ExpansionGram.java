package dev.mercer.internal.fastsum;

import dev.mercer.data.Rows;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.kernel.Kernel;

/**
 * The Gram matrix of some points, multiplied by a {@link KernelSum}: every entry is within the
 * sum's error bound of the kernel's value.
 */
public final class ExpansionGram implements KernelOperator {

  /** Unit vectors multiplied at once if the matrix itself is needed. */
  private static final int COLUMNS = 64;

  private final Rows points;
  private final Kernel kernel;
  private final KernelSum sum;

  /**
   * @param sum a sum whose targets and sources are the points
   */
  public ExpansionGram(Rows points, Kernel kernel, KernelSum sum) {
    this.points = points;
    this.kernel = kernel;
    this.sum = sum;
  }

  /** The sum that this operator multiplies by. */
  public KernelSum sum() {
    return sum;
  }

  @Override
  public String kind() {
    return "expansion";
  }

  @Override
  public double entryError() {
    return sum.errorBound();
  }

  @Override
  public int size() {
    return points.count();
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    sum.multiply(columns, x, y);
  }

  /** Values of the kernel itself, because the trace need not be approximate. */
  @Override
  public double[] diagonal() {
    double[] result = new double[size()];
    double[] point = new double[points.columns()];
    for (int i = 0; i < result.length; i++) {
      points.copy(i, 1, point, 0);
      result[i] = kernel.diagonal(point);
    }
    return result;
  }

  @Override
  public long evaluations() {
    return sum.evaluations();
  }

  @Override
  public void copyLower(double[] into) {
    int n = size();
    for (int first = 0; first < n; first += COLUMNS) {
      int columns = Math.min(COLUMNS, n - first);
      double[] units = new double[n * columns];
      for (int c = 0; c < columns; c++) {
        units[(first + c) * columns + c] = 1;
      }
      double[] values = new double[n * columns];
      sum.multiply(columns, units, values);
      for (int c = 0; c < columns; c++) {
        for (int i = first + c; i < n; i++) {
          into[i * n + first + c] = values[i * columns + c];
        }
      }
    }
  }
}
