package dev.mercer.use.preimage;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.KernelScores;

/**
 * The projections of rows on the axes of a model, as combinations of its points.
 *
 * <p>A row with scores y is projected on P phi(x) = Phi_P g with g = A y + beta, where beta is the
 * center of the model (absent if it has none). With C = [A beta] and u = [y 1] everything is a
 * product with a matrix that is computed once:
 *
 * <ol>
 *   <li>coefficients: g = C u
 *   <li>inner products with the points: K_PP g = M u, M = K_PP C
 *   <li>squared norm: g' K_PP g = u' (C'M) u
 * </ol>
 *
 * Nothing is assumed about the axes: those of nystrom are neither orthogonal nor of length one, and
 * the axes of a reduced model have a center of their own. Cost: p^2 kernel values once, and 2 p (r
 * + 1) doubles; 2 p (r + 1) flops per row for each of the first two.
 */
final class FeatureProjection {

  private final KernelPcaModel model;
  private final Matrix combined;
  private final Matrix pointProducts;
  private final double[] gram;
  private final double[] diagonal;
  private final Blas blas;

  FeatureProjection(KernelPcaModel model, Workers workers) {
    this.blas = workers.blas();
    this.model = model;
    this.combined = combined(model);
    Rows points = model.points();
    int p = points.count();
    int width = combined.columns();
    double[] products = new double[Math.multiplyExact(p, width)];
    new KernelScores(points, model.kernel(), combined, new double[width], false, p, workers)
        .score(points, products, workers);
    this.pointProducts = Matrix.wrap(p, width, products);
    View a = View.of(combined.values(), p, width);
    this.gram = blas.product(a.t(), View.of(products, p, width)).values();
    this.diagonal = new double[p];
    double[] x = new double[points.columns()];
    for (int i = 0; i < p; i++) {
      points.copy(i, 1, x, 0);
      diagonal[i] = model.kernel().diagonal(x);
    }
  }

  /** [A beta], with zeros as the center of a model that has none. */
  static Matrix combined(KernelPcaModel model) {
    Matrix coefficients = model.coefficients();
    double[] mean = model.mean();
    int rank = coefficients.columns();
    double[] values = new double[Math.multiplyExact(coefficients.rows(), rank + 1)];
    for (int i = 0; i < coefficients.rows(); i++) {
      System.arraycopy(coefficients.values(), i * rank, values, i * (rank + 1), rank);
      values[i * (rank + 1) + rank] = mean == null ? 0 : mean[i];
    }
    return Matrix.wrap(coefficients.rows(), rank + 1, values);
  }

  /** Scores with a one appended to every row: [Y 1]. */
  static double[] withOne(Matrix scores) {
    int rank = scores.columns();
    double[] result = new double[Math.multiplyExact(scores.rows(), rank + 1)];
    for (int i = 0; i < scores.rows(); i++) {
      System.arraycopy(scores.values(), i * rank, result, i * (rank + 1), rank);
      result[i * (rank + 1) + rank] = 1;
    }
    return result;
  }

  /** The number p of points. */
  int points() {
    return combined.rows();
  }

  /** The number r + 1 of entries per row in {@link #withOne}. */
  int width() {
    return combined.columns();
  }

  /** The scores of the points themselves, one row each. */
  Matrix scoresOfPoints() {
    int rank = model.rank();
    double[] offset = model.offset();
    double[] values = new double[Math.multiplyExact(points(), rank)];
    for (int i = 0; i < points(); i++) {
      for (int c = 0; c < rank; c++) {
        values[i * rank + c] = pointProducts.get(i, c) - offset[c];
      }
    }
    return Matrix.wrap(points(), rank, values);
  }

  /** k(x_i, x_i) of a point. */
  double diagonal(int point) {
    return diagonal[point];
  }

  /** The coefficients g of some rows, one row after the other: rows x p. */
  void coefficients(double[] withOne, int first, int rows, double[] into) {
    multiply(combined, withOne, first, rows, into);
  }

  /** The inner products of the projections with the features of all points: rows x p. */
  void products(double[] withOne, int first, int rows, double[] into) {
    multiply(pointProducts, withOne, first, rows, into);
  }

  private void multiply(Matrix matrix, double[] withOne, int first, int rows, double[] into) {
    int width = width();
    int p = points();
    View some = View.at(withOne, first * width, rows, width, width);
    blas.product(some, View.of(matrix.values(), p, width).t(), View.of(into, rows, p));
  }

  /** |P phi(x)|^2 of one row. */
  double squaredNorm(double[] withOne, int row) {
    int width = width();
    int from = row * width;
    double sum = 0;
    for (int c = 0; c < width; c++) {
      double product = 0;
      for (int e = 0; e < width; e++) {
        product += gram[c * width + e] * withOne[from + e];
      }
      sum += withOne[from + c] * product;
    }
    return sum;
  }
}
