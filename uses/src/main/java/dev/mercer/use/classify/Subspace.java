package dev.mercer.use.classify;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.AxesFrame;
import java.util.Arrays;

/**
 * The affine subspace of one class, and the distance of phi(x) from it: its center c and the span
 * of the axes U = Phi_P A of its kernel PCA.
 *
 * <p>The nearest point of the subspace is the orthogonal projection, whatever the axes are. The
 * squared distance is |phi - c|^2 - y' G^+ y with y = U*(phi - c), G = A' K_PP A (theory.md, "How
 * good a model is"). The axes of nystrom, improved, sparse and hebbian fits are not orthonormal, so
 * they are made orthonormal once:
 *
 * <ol>
 *   <li>G, from the scores of the points: p^2 kernel values, or fewer if the kernel has features
 *   <li>G = L L' row by row; an axis whose pivot is at most {@value #DEPENDENT} of its own squared
 *       norm lies in the span of the axes before it and is left out
 *   <li>A L^-T and L^-1 b replace A and b. The first i of these axes span what the first i axes of
 *       the model span, so one set of scores gives the distance for every rank
 *   <li>the center is appended as one more column, beta, so that the scores of a row are all that
 *       its distance needs
 * </ol>
 *
 * |phi(x) - c|^2 = k(x,x) - 2 beta' k(P,x) + beta' K_PP beta; without centering only k(x,x).
 */
final class Subspace {

  /** The scores of dependent axes would be one rounding error divided by another. */
  private static final double DEPENDENT = 1e-10;

  private final KernelPcaModel model;
  private final KernelPcaModel frame;
  private final int[] kept; // the axis of the model from which each orthonormal axis was made

  private Subspace(KernelPcaModel model, KernelPcaModel frame, int[] kept) {
    this.model = model;
    this.frame = frame;
    this.kept = kept;
  }

  /**
   * @throws IllegalArgumentException if the model has no points
   */
  static Subspace of(KernelPcaModel model, Workers workers) {
    if (model.points() == null) {
      throw new IllegalArgumentException(
          "distances to a subspace need a model of points, not one of "
              + (model.frequencies() != null ? "random features" : "a precomputed Gram matrix")
              + "; take exact, or a landmark method such as subset");
    }
    int rank = model.rank();
    double[] lower = new double[rank * rank];
    int[] kept = factor(rank, AxesFrame.gram(model, workers).rowMajor(), lower);
    return new Subspace(model, frame(model, lower, kept, workers.blas()), kept);
  }

  KernelPcaModel model() {
    return model;
  }

  /** A model whose scores are those of the orthonormal axes, then that of the center. */
  KernelPcaModel frame() {
    return frame;
  }

  /** How many of the orthonormal axes span the first {@code rank} axes of the model. */
  int axes(int rank) {
    int count = 0;
    while (count < kept.length && kept[count] < rank) {
      count++;
    }
    return count;
  }

  /**
   * The squared distances of one row for several ranks.
   *
   * @param scores the scores of the row under {@link #frame}, starting at index {@code at}
   * @param own k(x, x)
   * @param axes the numbers of axes to use, in ascending order
   * @param distances filled with one distance for each entry of {@code axes}
   */
  void distances(double[] scores, int at, double own, int[] axes, double[] distances) {
    double rest = own;
    if (model.centered()) {
      rest += model.meanSquaredNorm() - 2 * scores[at + kept.length];
    }
    int next = 0;
    for (int i = 0; i < axes.length; i++) {
      for (; next < axes[i]; next++) {
        rest -= scores[at + next] * scores[at + next];
      }
      distances[i] = rest;
    }
  }

  /**
   * The Cholesky factor of the axes that do not depend on earlier ones, in their order.
   *
   * @param lower filled: row i, of length {@code rank}, belongs to the i-th axis that is kept
   * @return the indices of the axes kept
   */
  private static int[] factor(int rank, double[] gram, double[] lower) {
    int[] kept = new int[rank];
    int count = 0;
    for (int j = 0; j < rank; j++) {
      int row = count * rank;
      double pivot = gram[j * rank + j];
      for (int i = 0; i < count; i++) {
        double value = gram[j * rank + kept[i]];
        for (int k = 0; k < i; k++) {
          value -= lower[row + k] * lower[i * rank + k];
        }
        lower[row + i] = value / lower[i * rank + i];
        pivot -= lower[row + i] * lower[row + i];
      }
      if (pivot > DEPENDENT * gram[j * rank + j]) {
        lower[row + count] = Math.sqrt(pivot);
        kept[count++] = j;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private static KernelPcaModel frame(KernelPcaModel model, double[] lower, int[] kept, Blas blas) {
    int rank = model.rank();
    int p = model.points().count();
    int axes = kept.length;
    int width = axes + (model.centered() ? 1 : 0);
    double[] columns = new double[Math.multiplyExact(p, width)];
    double[] offset = new double[width];
    double[] a = model.coefficients().values();
    double[] b = model.offset();
    double[] mean = model.mean();
    for (int c = 0; c < axes; c++) {
      offset[c] = b[kept[c]];
    }
    for (int i = 0; i < p; i++) {
      for (int c = 0; c < axes; c++) {
        columns[i * width + c] = a[i * rank + kept[c]];
      }
      if (mean != null) {
        columns[i * width + axes] = mean[i];
      }
    }
    blas.solveLowerForRows(p, axes, lower, rank, columns, 0, width);
    blas.solveLowerForRows(1, axes, lower, rank, offset, 0, axes);
    return withAxes(model, Matrix.wrap(p, width, columns), offset);
  }

  private static KernelPcaModel withAxes(KernelPcaModel model, Matrix columns, double[] offset) {
    return KernelPcaModel.ofAxes(
        model.kernel(),
        model.points(),
        columns,
        offset,
        new double[columns.columns()],
        model.scaling(),
        model.featureNames(),
        model.report());
  }
}
