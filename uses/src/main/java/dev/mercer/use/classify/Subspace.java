package dev.mercer.use.classify;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.AxesFrame;
import java.util.Arrays;

/**
 * The affine subspace of one class: centre c and the span of the axes U = Phi_P A of its kernel
 * PCA, and how far phi(x) is from it.
 *
 * <p>The nearest point of the subspace is the orthogonal projection, whatever the axes: |phi - c|^2
 * - y' G^+ y with y = U*(phi - c), G = A' K_PP A (theory.md, "How good a model is"). Axes of
 * nystrom, improved, sparse and hebbian fits are not orthonormal, so they are made so once:
 *
 * <ol>
 *   <li>G, from the scores of the points: p^2 kernel values, less where the kernel has features
 *   <li>G = L L' row by row; an axis whose pivot is at most {@value #DEPENDENT} of its own squared
 *       norm lies in the span of those before it and is left out
 *   <li>A L^-T and L^-1 b take the place of A and b: the first i of these axes span what the first
 *       i of the model do, so one set of scores gives the distance for every rank
 *   <li>the centre is one more column, beta: the scores of a row hold all its distance needs
 * </ol>
 *
 * |phi(x) - c|^2 = k(x,x) - 2 beta' k(P,x) + beta' K_PP beta; without centring only k(x,x).
 */
final class Subspace {

  /** Scores of dependent axes would be rounding divided by rounding. */
  private static final double DEPENDENT = 1e-10;

  private final KernelPcaModel model;
  private final KernelPcaModel frame;
  private final int[] kept; // which axis of the model each orthonormal one completes

  private Subspace(KernelPcaModel model, KernelPcaModel frame, int[] kept) {
    this.model = model;
    this.frame = frame;
    this.kept = kept;
  }

  /**
   * @throws IllegalArgumentException for a model without points
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

  /** The axes with the centre behind them, as something that can be scored. */
  KernelPcaModel frame() {
    return frame;
  }

  /** How many of the orthonormal axes span what the first {@code rank} of the model do. */
  int axes(int rank) {
    int count = 0;
    while (count < kept.length && kept[count] < rank) {
      count++;
    }
    return count;
  }

  /**
   * Squared distances of one row for several ranks.
   *
   * @param scores of the row under {@link #frame}, from {@code at} on
   * @param own k(x, x)
   * @param axes how many axes to take, ascending
   * @param distances filled, one for each of {@code axes}
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
   * Cholesky's factor of the axes that do not depend on earlier ones, in their order.
   *
   * @param lower filled: row i, of length {@code rank}, belongs to the i-th axis kept
   * @return the axes kept
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
