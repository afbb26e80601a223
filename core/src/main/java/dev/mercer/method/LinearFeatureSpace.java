package dev.mercer.method;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.data.Rows;
import dev.mercer.linalg.Matrix;
import dev.mercer.linalg.NumericalException;
import java.util.Arrays;
import java.util.List;

/**
 * Exact kernel PCA of the linear kernel with fewer features than rows: linear PCA.
 *
 * <ol>
 *   <li>mean of the rows, then C = sum w (x - mean)(x - mean)', d x d, in fixed blocks of rows
 *   <li>all eigenpairs (lambda, u) of C; the Gram matrix X X' has the same nonzero eigenvalues
 *   <li>coefficients of row i: w_i (x_i - mean).u / lambda, so that sum_i A_i x_i = u
 * </ol>
 *
 * Cost: n d^2 flops, two passes over the rows, d^2 doubles. No kernel value is computed.
 */
final class LinearFeatureSpace {

  private static final int BLOCK = 1024;
  private static final long PARTIAL_ENTRIES = 1L << 26;

  private final Problem problem;
  private final Plan plan;
  private final Rows rows;
  private final int n;
  private final int d;
  private final double sum;
  private final Blas blas = Backend.instance().blas();

  LinearFeatureSpace(Problem problem, Plan plan) {
    this.problem = problem;
    this.plan = plan;
    this.rows = problem.rows();
    this.n = rows.count();
    this.d = rows.columns();
    this.sum = problem.weightSum();
  }

  /** Bytes beside the rows: partial covariances, eigenvectors with LAPACK's workspace, blocks. */
  static long bytes(int n, int d, int rank, int threads) {
    return 8L
        * ((groups(n, d) + 5L) * d * d + (long) threads * BLOCK * d + 2L * n * Math.min(rank, d));
  }

  /**
   * Partial sums are kept for a number of groups of blocks that does not depend on the threads, so
   * that the bits do not either; few where d x d sums are large.
   */
  private static int groups(int n, int d) {
    long affordable = PARTIAL_ENTRIES / ((long) d * d);
    return (int) Math.max(1, Math.min(Math.min(8, affordable), (n + BLOCK - 1) / BLOCK));
  }

  Solution solve() {
    double[] mean = new double[d];
    double[] covariance =
        problem.stages().run("covariance", plan.peakBytes(), () -> covariance(mean));
    return problem.stages().run("solve", plan.peakBytes(), () -> components(mean, covariance));
  }

  private double[] covariance(double[] mean) {
    double[] weighted =
        summed(d, (block, count, first, into) -> addRows(block, count, first, into));
    for (int c = 0; c < d; c++) {
      mean[c] = weighted[c] / sum;
    }
    double[] center = problem.center() ? mean : new double[d];
    return summed(
        d * d,
        (block, count, first, into) -> {
          for (int i = 0; i < count; i++) {
            double root = Math.sqrt(weight(first + i));
            for (int c = 0; c < d; c++) {
              block[i * d + c] = root * (block[i * d + c] - center[c]);
            }
          }
          blas.syrkTransposed(d, count, 1, block, 0, d, 1, into, 0, d);
        });
  }

  private void addRows(double[] block, int count, int first, double[] into) {
    for (int i = 0; i < count; i++) {
      double weight = weight(first + i);
      for (int c = 0; c < d; c++) {
        into[c] += weight * block[i * d + c];
      }
    }
  }

  private interface BlockSum {
    void add(double[] block, int count, int first, double[] into);
  }

  /** Sums over all rows, group by group in parallel, the groups' sums added in order. */
  private double[] summed(int length, BlockSum term) {
    int groups = groups(n, d);
    int blocks = (n + BLOCK - 1) / BLOCK;
    double[][] partial = new double[groups][];
    double[][] buffers = new double[problem.workers().threads()][];
    problem
        .workers()
        .run(
            groups,
            (group, worker) -> {
              if (buffers[worker] == null) {
                buffers[worker] = new double[BLOCK * d];
              }
              double[] into = new double[length];
              int last = (int) ((long) blocks * (group + 1) / groups);
              for (int b = (int) ((long) blocks * group / groups); b < last; b++) {
                int first = b * BLOCK;
                int count = Math.min(BLOCK, n - first);
                rows.copy(first, count, buffers[worker], 0);
                term.add(buffers[worker], count, first, into);
              }
              partial[group] = into;
            });
    double[] total = partial[0];
    for (int group = 1; group < groups; group++) {
      for (int k = 0; k < length; k++) {
        total[k] += partial[group][k];
      }
    }
    return total;
  }

  private double weight(int row) {
    return problem.weights() == null ? 1 : problem.weights()[row];
  }

  private Solution components(double[] mean, double[] covariance) {
    double total = 0;
    for (int c = 0; c < d; c++) {
      total += covariance[c * d + c];
    }
    double[] lower = covariance.clone();
    double[] ascending = new double[d];
    blas.symmetricEigen(d, covariance, ascending);
    double[] descending = new double[d];
    for (int c = 0; c < d; c++) {
      descending[c] = ascending[d - 1 - c];
    }
    double meanSquares = problem.center() ? blas.dot(d, mean, 0, mean, 0) : 0;
    // lambda_1(X'X) of the uncentred rows is between N |mean|^2 and N |mean|^2 + lambda_1.
    double cutOff =
        Components.cutOff(problem.cutOffRows(), sum * meanSquares, Math.max(0, descending[0]));
    int available = Components.kept(descending, cutOff);
    if (available == 0) {
      throw new NumericalException(
          "the data have no variance: the largest eigenvalue is "
              + descending[0]
              + ", below the rounding level "
              + cutOff
              + "; check the rows");
    }
    int asked =
        problem.target().byVariance()
            ? Components.reaching(problem.target().variance(), descending, available, total)
            : problem.target().rank();
    int kept = Math.min(asked, available);
    double[] eigenvalues = Arrays.copyOf(descending, kept);
    double[] axes = new double[kept * d];
    for (int c = 0; c < kept; c++) {
      System.arraycopy(covariance, (d - 1 - c) * d, axes, c * d, d);
    }
    double[] coefficients = coefficients(mean, axes, eigenvalues);
    boolean[] turned = Components.fixSigns(n, kept, coefficients);
    double[] offset = new double[kept];
    double explained = 0;
    for (int c = 0; c < kept; c++) {
      double own = problem.center() ? blas.dot(d, axes, c * d, mean, 0) : 0;
      offset[c] = turned[c] ? -own : own;
      explained += eigenvalues[c];
    }
    return new Solution(
        eigenvalues,
        Matrix.wrap(n, kept, coefficients),
        offset,
        problem.center() ? Exact.mean(problem, n, sum) : null,
        meanSquares,
        asked,
        kept < asked
            ? "only " + kept + " eigenvalues are above the rounding level " + cutOff
            : null,
        total,
        Math.max(0, total - explained) / sum,
        new Solution.OperatorUse(ExactPlanner.FEATURE_SPACE, "double", 0.0),
        new Solution.SolverUse("dense", 1, 0, residuals(lower, axes, eigenvalues)),
        null,
        null,
        null,
        null,
        Exact.NO_CERTIFICATE,
        List.of());
  }

  /** |C u - lambda u| of each axis. */
  private double[] residuals(double[] lower, double[] axes, double[] eigenvalues) {
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        lower[j * d + i] = lower[i * d + j];
      }
    }
    int kept = eigenvalues.length;
    double[] products = new double[kept * d];
    blas.gemm(false, false, kept, d, d, 1, axes, 0, d, lower, 0, d, 0, products, 0, d);
    double[] result = new double[kept];
    for (int c = 0; c < kept; c++) {
      for (int j = 0; j < d; j++) {
        products[c * d + j] -= eigenvalues[c] * axes[c * d + j];
      }
      result[c] = blas.norm(d, products, c * d);
    }
    return result;
  }

  private double[] coefficients(double[] mean, double[] axes, double[] eigenvalues) {
    int kept = eigenvalues.length;
    double[] result = new double[n * kept];
    double[] center = problem.center() ? mean : new double[d];
    double[][] buffers = new double[problem.workers().threads()][];
    problem
        .workers()
        .run(
            (n + BLOCK - 1) / BLOCK,
            (index, worker) -> {
              if (buffers[worker] == null) {
                buffers[worker] = new double[BLOCK * d];
              }
              double[] block = buffers[worker];
              int first = index * BLOCK;
              int count = Math.min(BLOCK, n - first);
              rows.copy(first, count, block, 0);
              for (int i = 0; i < count; i++) {
                for (int c = 0; c < d; c++) {
                  block[i * d + c] = weight(first + i) * (block[i * d + c] - center[c]);
                }
              }
              blas.gemm(
                  false,
                  true,
                  count,
                  kept,
                  d,
                  1,
                  block,
                  0,
                  d,
                  axes,
                  0,
                  d,
                  0,
                  result,
                  first * kept,
                  kept);
              for (int i = 0; i < count; i++) {
                for (int c = 0; c < kept; c++) {
                  result[(first + i) * kept + c] /= eigenvalues[c];
                }
              }
            });
    return result;
  }
}
