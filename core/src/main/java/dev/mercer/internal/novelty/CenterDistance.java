package dev.mercer.internal.novelty;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.kernel.FourierFeatures;
import java.util.Arrays;

/**
 * |phi(x) - c|^2, the squared distance of rows from a model's center in feature space; from zero
 * where it has none.
 *
 * <p>Of points: k(x,x) - 2 beta' k(P,x) + |c|^2, where beta' k(P,x) is scored beside the
 * components. Of random features: |z(x) - c|^2, with the features computed once more. Of a
 * precomputed kernel it is not known for new rows: NaN.
 */
final class CenterDistance {

  private final KernelPcaModel model;
  private final KernelPcaModel scored;
  private final double[] mean;
  private final Blas blas;

  private CenterDistance(KernelPcaModel model, KernelPcaModel scored, Blas blas) {
    this.blas = blas;
    this.model = model;
    this.scored = scored;
    this.mean = model.mean();
  }

  static CenterDistance of(KernelPcaModel model, Blas blas) {
    boolean oneMore = model.centered() && model.points() != null && model.frequencies() == null;
    return new CenterDistance(model, oneMore ? withCenter(model) : model, blas);
  }

  /**
   * The model whose scores {@link #squared} needs: the components and, where the center is one of
   * points, one more score, beta' k(P, x).
   */
  KernelPcaModel scored() {
    return scored;
  }

  /** Whether new rows have a distance: those of a precomputed Gram matrix have none. */
  boolean known() {
    return model.points() != null || model.frequencies() != null;
  }

  private static KernelPcaModel withCenter(KernelPcaModel model) {
    Matrix a = model.coefficients();
    double[] mean = model.mean();
    int rank = model.rank();
    double[] values = new double[Math.multiplyExact(a.rows(), rank + 1)];
    for (int i = 0; i < a.rows(); i++) {
      System.arraycopy(a.values(), i * rank, values, i * (rank + 1), rank);
      values[i * (rank + 1) + rank] = mean[i];
    }
    return KernelPcaModel.ofAxes(
        model.kernel(),
        model.points(),
        Matrix.wrap(a.rows(), rank + 1, values),
        Arrays.copyOf(model.offset(), rank + 1),
        Arrays.copyOf(model.eigenvalues(), rank + 1),
        model.scaling(),
        model.featureNames(),
        model.report());
  }

  /**
   * @param block scaled rows
   * @param scores of the block, by {@link #scored}
   * @param from the first row of the block to look at
   * @param count how many
   */
  double[] squared(Rows block, Matrix scores, int from, int count) {
    if (model.frequencies() != null) {
      return ofFeatures(block, from, count);
    }
    double[] result = new double[count];
    if (model.points() == null) {
      Arrays.fill(result, Double.NaN);
      return result;
    }
    double[] x = new double[block.columns()];
    for (int i = 0; i < count; i++) {
      block.copy(from + i, 1, x, 0);
      result[i] = model.kernel().diagonal(x);
      if (model.centered()) {
        result[i] += model.meanSquaredNorm() - 2 * scores.get(from + i, model.rank());
      }
    }
    return result;
  }

  private double[] ofFeatures(Rows block, int from, int count) {
    FourierFeatures features = FourierFeatures.of(model);
    int width = features.count();
    double[] x = new double[count * block.columns()];
    double[] z = new double[count * width];
    block.copy(from, count, x, 0);
    features.map(View.of(x, count, block.columns()), View.of(z, count, width), blas);
    double[] result = new double[count];
    for (int i = 0; i < count; i++) {
      if (mean != null) {
        for (int c = 0; c < width; c++) {
          z[i * width + c] -= mean[c];
        }
      }
      result[i] = blas.dot(width, z, i * width, z, i * width);
    }
    return result;
  }
}
