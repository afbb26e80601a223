package dev.mercer.use.preimage;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.kernel.Kernel;

/**
 * Pre-images of the linear kernel, which are exact: the feature of x is x itself (times a constant
 * if the kernel is scaled), so a projection Phi_P g is the point P'g. Including the center, this is
 * the reconstruction of PCA, mean plus components.
 *
 * <p>P'[A beta] is computed once; a row then costs 2 r d flops.
 */
final class LinearInverse {

  private static final int TILE = 1024;

  private final int columns;
  private final Matrix axes;
  private final Blas blas;

  LinearInverse(KernelPcaModel model, Blas blas) {
    this.blas = blas;
    Matrix combined = FeatureProjection.combined(model);
    Rows points = model.points();
    this.columns = points.columns();
    int width = combined.columns();
    double[] values = new double[Math.multiplyExact(width, columns)];
    double[] tile = new double[Math.multiplyExact(Math.min(TILE, points.count()), columns)];
    for (int first = 0; first < points.count(); first += TILE) {
      int count = Math.min(TILE, points.count() - first);
      points.copy(first, count, tile, 0);
      View a = View.at(combined.values(), first * width, count, width, width);
      blas.add(1, a.t(), View.of(tile, count, columns), View.of(values, width, columns));
    }
    this.axes = Matrix.wrap(width, columns, values);
  }

  static boolean serves(Kernel kernel) {
    return KernelForm.of(kernel).scaledPair().filter(one -> one.pair().linear()).isPresent();
  }

  /** Writes the points of some rows of scores, which end in a one, starting at {@code into[0]}. */
  void find(double[] withOne, int first, int rows, double[] into) {
    int width = axes.rows();
    View scores = View.at(withOne, first * width, rows, width, width);
    View points = View.of(axes.values(), width, columns);
    blas.product(scores, points, View.of(into, rows, columns));
  }
}
