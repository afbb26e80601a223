package dev.mercer.gram;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.linalg.ExplicitOperator;
import java.util.Arrays;

/**
 * The operator of weighted and, if wanted, centred kernel PCA: B = P W^1/2 K W^1/2 P.
 *
 * <p>With weights w of sum N and s = sqrt(w / N), a unit vector, centring by the weighted mean
 * feature is the projection P = I - s s' (methods.md sec. 1: H for unit weights). Without centring
 * P is the identity, without weights W is.
 *
 * <p>Centring needs W^1/2 K W^1/2 s, the product with the mean: for the offset of the scores, for
 * the total variance, and for the size of the uncentred matrix. It rides along with the first
 * product as one more column, so it costs no pass over K of its own.
 */
public final class CenteredOperator implements ExplicitOperator {

  private final KernelOperator gram;
  private final Blas blas = Backend.instance().blas();
  private final double[] roots;
  private final double[] unit;
  private double[] meanProduct;
  private double[] diagonal;

  /**
   * @param weights sample weights, or null for ones
   * @param center whether features are centred by their weighted mean
   */
  public CenteredOperator(KernelOperator gram, double[] weights, boolean center) {
    this.gram = gram;
    int n = gram.size();
    double total = n;
    if (weights == null) {
      this.roots = null;
    } else {
      this.roots = new double[n];
      total = 0;
      for (int i = 0; i < n; i++) {
        roots[i] = Math.sqrt(weights[i]);
        total += weights[i];
      }
    }
    if (center) {
      this.unit = new double[n];
      for (int i = 0; i < n; i++) {
        unit[i] = Math.sqrt((weights == null ? 1 : weights[i]) / total);
      }
    } else {
      this.unit = null;
    }
  }

  @Override
  public int size() {
    return gram.size();
  }

  /** W^1/2 K W^1/2 s; null when nothing is centred. Costs a product if none was made yet. */
  public double[] meanProduct() {
    if (unit != null && meanProduct == null) {
      double[] x = unit.clone();
      scaleRows(1, x);
      meanProduct = new double[size()];
      gram.apply(1, x, meanProduct);
      scaleRows(1, meanProduct);
    }
    return meanProduct;
  }

  /** s, the unit vector projected away; null when nothing is centred. */
  public double[] unit() {
    return unit;
  }

  /** The trace of B, which is the total variance times N: tr(WK) - s'W^1/2 K W^1/2 s. */
  public double trace() {
    double sum = Arrays.stream(diagonal()).sum();
    return unit == null ? sum : sum - blas.dot(size(), unit, 0, meanProduct(), 0);
  }

  @Override
  public void apply(int columns, double[] x, double[] y) {
    int n = size();
    if (unit == null && roots == null) {
      gram.apply(columns, x, y);
      return;
    }
    boolean withMean = unit != null && meanProduct == null;
    int width = withMean ? columns + 1 : columns;
    double[] input = new double[n * width];
    for (int i = 0; i < n; i++) {
      System.arraycopy(x, i * columns, input, i * width, columns);
      if (withMean) {
        input[i * width + columns] = 0;
      }
    }
    project(width, input);
    if (withMean) {
      for (int i = 0; i < n; i++) {
        input[i * width + columns] = unit[i];
      }
    }
    scaleRows(width, input);
    double[] output = withMean ? new double[n * width] : y;
    gram.apply(width, input, output);
    scaleRows(width, output);
    if (withMean) {
      meanProduct = new double[n];
      for (int i = 0; i < n; i++) {
        meanProduct[i] = output[i * width + columns];
        System.arraycopy(output, i * width, y, i * columns, columns);
      }
    }
    project(columns, y);
  }

  /** X = (I - s s') X for row-major X. */
  private void project(int columns, double[] x) {
    if (unit == null) {
      return;
    }
    int n = size();
    double[] products = new double[columns];
    blas.gemm(false, false, 1, columns, n, 1, unit, 0, n, x, 0, columns, 0, products, 0, columns);
    blas.gemm(false, false, n, columns, 1, -1, unit, 0, 1, products, 0, columns, 1, x, 0, columns);
  }

  /** X = W^1/2 X for row-major X. */
  public void scaleRows(int columns, double[] x) {
    if (roots == null) {
      return;
    }
    for (int i = 0; i < size(); i++) {
      for (int c = 0; c < columns; c++) {
        x[i * columns + c] *= roots[i];
      }
    }
  }

  /** The diagonal of W^1/2 K W^1/2: what each row adds to the trace before centring. */
  public double[] diagonal() {
    if (diagonal == null) {
      diagonal = gram.diagonal();
      for (int i = 0; i < diagonal.length; i++) {
        diagonal[i] *= roots == null ? 1 : roots[i] * roots[i];
      }
    }
    return diagonal;
  }

  @Override
  public void copyLower(double[] into) {
    int n = size();
    gram.copyLower(into);
    if (roots != null) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          into[i * n + j] *= roots[i] * roots[j];
        }
      }
    }
    if (unit != null) {
      double[] product = new double[n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          product[i] += into[i * n + j] * unit[j];
          product[j] += into[i * n + j] * unit[i];
        }
        product[i] += into[i * n + i] * unit[i];
      }
      meanProduct = product;
      double quadratic = blas.dot(n, unit, 0, product, 0);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          into[i * n + j] +=
              unit[i] * unit[j] * quadratic - unit[i] * product[j] - product[i] * unit[j];
        }
      }
    }
  }
}
