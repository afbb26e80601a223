package dev.mercer.use.ica;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.blocks.KernelBlock;
import dev.mercer.internal.blocks.PointBlock;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * A short description of one source as a kernel sees it, so that many sources can be compared (Bach
 * and Jordan 2002, section 4.2). If the centered Gram matrix of its n values is close to U
 * diag(lambda) U', it consists of the rows B = diag(lambda / (lambda + n kappa / 2)) U'.
 *
 * <ol>
 *   <li>incomplete Cholesky, K ~ G G': the pivot is the value with the largest residual, until the
 *       sum of the residuals is at most the tolerance times tr K; columns of K are computed when
 *       they are needed
 *   <li>column means of G are subtracted
 *   <li>eigenpairs (lambda, v) of G'G, M x M; a row of B is sqrt(lambda) / (lambda + n kappa / 2)
 *       v'G'
 * </ol>
 *
 * Directions whose share lambda / (lambda + n kappa / 2) is below {@value #LEAST_SHARE} are left
 * out. Cost: n M kernel values and 2 n M^2 flops; for smooth kernels of one variable M is a few
 * dozen, whatever n is. Thread-safe: each thread brings its own {@link Scratch}.
 */
final class SourceBasis {

  private static final double LEAST_SHARE = 1e-4;

  /** When memory for G runs out, it grows by this many columns. */
  private static final int MORE = 32;

  private final Kernel kernel;
  private final int rows;
  private final double kappa;
  private final double tolerance;
  private final KernelBlock block;
  private final Blas blas;

  /**
   * @param rows n
   * @param kappa the regularization, above 0
   * @param tolerance the share of the trace that incomplete Cholesky may leave out
   */
  SourceBasis(Kernel kernel, int rows, double kappa, double tolerance, Backend backend) {
    this.blas = backend.blas();
    this.kernel = kernel;
    this.rows = rows;
    this.kappa = kappa;
    this.tolerance = tolerance;
    this.block =
        new KernelBlock(kernel, 1, null, KernelBlock.mapsFor(kernel, 32L * rows, backend), blas);
  }

  /** The memory of one thread. */
  final class Scratch {
    private double[] factor = new double[0]; // G': one row per column of G
    private final double[] residuals = new double[rows];
    private final double[] norms = new double[rows];
    private final double[] weights = new double[rows];
    private final KernelBlock.Scratch forKernel = block.scratch(1, rows);
    private final PointBlock pivot = new PointBlock();
    private final PointBlock all = new PointBlock();
    private final double[] pivotValue = new double[1];
    private final double[] pivotNorm = new double[1];
  }

  Scratch scratch() {
    return new Scratch();
  }

  /**
   * B of one source.
   *
   * @param rank the number of rows of B
   * @param values B, rank x n, row-major
   */
  record Basis(int rank, double[] values) {}

  Basis of(double[] source, Scratch scratch) {
    int rank = factor(source, scratch);
    double[] factor = scratch.factor;
    for (int c = 0; c < rank; c++) {
      double mean = 0;
      for (int i = c * rows; i < (c + 1) * rows; i++) {
        mean += factor[i];
      }
      mean /= rows;
      for (int i = c * rows; i < (c + 1) * rows; i++) {
        factor[i] -= mean;
      }
    }
    View g = View.of(factor, rank, rows); // G'
    double[] gram = blas.product(g, g.t()).values();
    double[] values = new double[rank];
    blas.symmetricEigen(rank, gram, values);
    double level = rows * kappa / 2;
    int kept = 0;
    while (kept < rank) {
      double lambda = values[rank - 1 - kept];
      if (!(lambda > 0 && lambda / (lambda + level) > LEAST_SHARE)) {
        break;
      }
      double scale = Math.sqrt(lambda) / (lambda + level);
      for (int c = 0; c < rank; c++) {
        gram[(rank - 1 - kept) * rank + c] *= scale;
      }
      kept++;
    }
    // Eigenvalues ascend, so the rows kept are the last ones; in B, too, the largest is last.
    View turn = View.of(gram, rank, rank).rows(rank - kept, kept);
    return new Basis(kept, blas.product(turn, g).values());
  }

  /** G' in the scratch's factor; returns its number of rows. */
  private int factor(double[] source, Scratch scratch) {
    double[] residuals = scratch.residuals;
    double trace = 0;
    double[] value = new double[1];
    for (int i = 0; i < rows; i++) {
      value[0] = source[i];
      residuals[i] = kernel.diagonal(value);
      scratch.norms[i] = source[i] * source[i];
      trace += residuals[i];
    }
    scratch.all.values = source;
    scratch.all.count = rows;
    scratch.all.squaredNorms = scratch.norms;
    scratch.pivot.values = scratch.pivotValue;
    scratch.pivot.count = 1;
    scratch.pivot.squaredNorms = scratch.pivotNorm;
    int rank = 0;
    double left = trace;
    while (rank < rows && left > tolerance * trace) {
      int pivot = 0;
      for (int i = 1; i < rows; i++) {
        pivot = residuals[i] > residuals[pivot] ? i : pivot;
      }
      if (!(residuals[pivot] > 0)) {
        break;
      }
      if ((rank + 1) * rows > scratch.factor.length) {
        int room = Math.multiplyExact(Math.min(rows, rank + MORE), rows);
        scratch.factor = Arrays.copyOf(scratch.factor, room);
      }
      double[] factor = scratch.factor;
      scratch.pivotValue[0] = source[pivot];
      scratch.pivotNorm[0] = scratch.norms[pivot];
      int at = rank * rows;
      block.evaluate(scratch.pivot, scratch.all, factor, at, rows, false, scratch.forKernel);
      for (int c = 0; c < rank; c++) {
        scratch.weights[c] = factor[c * rows + pivot];
      }
      blas.add(
          -1,
          View.of(scratch.weights, 1, rank),
          View.of(factor, rank, rows),
          View.at(factor, at, 1, rows, rows));
      double root = Math.sqrt(residuals[pivot]);
      left = 0;
      for (int i = 0; i < rows; i++) {
        double entry = factor[at + i] / root;
        factor[at + i] = entry;
        residuals[i] = Math.max(0, residuals[i] - entry * entry);
        left += residuals[i];
      }
      residuals[pivot] = 0;
      rank++;
    }
    return rank;
  }
}
