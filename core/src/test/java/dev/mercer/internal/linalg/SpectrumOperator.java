package dev.mercer.internal.linalg;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A symmetric operator with given eigenvalues: A = H D H with H = I - 2 u u' a reflection, so that
 * a product costs O(n) and no eigenvector is a unit vector.
 */
public final class SpectrumOperator implements SymmetricOperator {

  private static final int MOST_COLUMNS = 256;

  private final double[] eigenvalues;
  private final double[] direction;
  private final double[] sums = new double[MOST_COLUMNS];

  public SpectrumOperator(double... eigenvalues) {
    int n = eigenvalues.length;
    this.eigenvalues = eigenvalues.clone();
    this.direction = new double[n];
    SplittableRandom random = new SplittableRandom(11);
    double square = 0;
    for (int i = 0; i < n; i++) {
      direction[i] = random.nextDouble() + 0.5;
      square += direction[i] * direction[i];
    }
    for (int i = 0; i < n; i++) {
      direction[i] /= Math.sqrt(square);
    }
  }

  /** The eigenvalues, descending. */
  public double[] descending() {
    double[] sorted = eigenvalues.clone();
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length / 2; i++) {
      double first = sorted[i];
      sorted[i] = sorted[sorted.length - 1 - i];
      sorted[sorted.length - 1 - i] = first;
    }
    return sorted;
  }

  @Override
  public int size() {
    return eigenvalues.length;
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    System.arraycopy(x, 0, y, 0, size() * columns);
    reflect(columns, y);
    for (int i = 0; i < size(); i++) {
      for (int c = 0; c < columns; c++) {
        y[i * columns + c] *= eigenvalues[i];
      }
    }
    reflect(columns, y);
  }

  private void reflect(int columns, double[] y) {
    Arrays.fill(sums, 0, columns, 0);
    for (int i = 0; i < size(); i++) {
      for (int c = 0; c < columns; c++) {
        sums[c] += direction[i] * y[i * columns + c];
      }
    }
    for (int i = 0; i < size(); i++) {
      for (int c = 0; c < columns; c++) {
        y[i * columns + c] -= 2 * direction[i] * sums[c];
      }
    }
  }
}
