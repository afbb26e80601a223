package dev.mercer.internal.exact;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.certify.ProductBounds;
import dev.mercer.internal.eigen.DenseSolver;
import dev.mercer.internal.explicit.FeatureBlock;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.fastsum.SumCheck;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.Tall;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import java.util.Arrays;
import java.util.List;

/**
 * Exact kernel PCA of a kernel that is an inner product of M features z(x), with M below n: PCA of
 * the features (FK sec. 9; theory.md, "Linear kernel, few features"). With z(x) = x it is linear
 * PCA.
 *
 * <ol>
 *   <li>mean of the features, then C = sum w (z - mean)(z - mean)', M x M ({@link FeatureScatter})
 *   <li>eigenpairs (lambda, u) of C; the Gram matrix Z Z' has the same nonzero eigenvalues
 *   <li>V = W^1/2 (Z - mean) U / sqrt(lambda), made orthonormal column by column, because a
 *       rounding error eps of u along the first axis is eps sqrt(lambda_1 / lambda) in v and would
 *       be lambda_1 / lambda times that in the scores
 *   <li>coefficients A = W^1/2 V / sqrt(lambda), so that sum_i A_i z_i = u; if features are
 *       centered, they sum to zero
 *   <li>offset u.mean, squared norm of the center |mean|^2
 * </ol>
 *
 * Cost: the features of every row three times, n M^2 flops and at most 9 M^3 for the eigenpairs;
 * M^2 doubles per partial sum. No kernel value is computed, except to sample the error of features
 * that are not exact. Throws {@link NumericalException} if the data have no variance or their
 * features overflow.
 */
public final class FeatureSpace {

  /** The largest number of features: their scatter must fit in one array. */
  static final int MOST_TERMS = DenseSolver.MOST_ROWS;

  /**
   * As in {@link DenseSolver}: computing all pairs costs less if more than 1 / 4 of them are
   * wanted.
   */
  private static final int ALL_PAIRS_SHARE = 4;

  /** Number of rows between which the kernel values of all pairs are compared with the features. */
  private static final int SAMPLED_ROWS = 64;

  private final Problem problem;
  private final ExactRoute.InFeatureSpace route;
  private final long planned;
  private final FeatureMap map;
  private final Rows rows;
  private final int n;
  private final int terms;
  private final double sum;
  private final Blas blas;

  /**
   * @param planned bytes of heap that the plan reserves for the route
   */
  public FeatureSpace(Problem problem, ExactRoute.InFeatureSpace route, long planned) {
    FeatureMap map = route.map();
    if (map.signs() != null) {
      throw new IllegalArgumentException(
          "scheme '" + map.scheme() + "' has terms of negative sign, which are no features");
    }
    this.problem = problem;
    this.blas = problem.workers().blas();
    this.route = route;
    this.planned = planned;
    this.map = map;
    this.rows = problem.rows();
    this.n = rows.count();
    this.terms = map.terms();
    this.sum = problem.weightSum();
  }

  /** Bytes beside the rows: partial sums, eigenvectors with LAPACK's workspace, and blocks. */
  static long bytes(int n, FeatureMap map, int rank, int threads) {
    long terms = map.terms();
    return FeatureScatter.bytes(n, map, threads)
        + 8L * (5 * terms * terms + 2L * n * Math.min(rank, terms))
        + RowBlocks.bytes(n, (int) Math.min(rank, terms), (int) Math.min(rank, terms));
  }

  public Solution solve() {
    double[] mean = new double[terms];
    double[] scatter = problem.stages().run("covariance", planned, () -> scatter(mean));
    return problem.stages().run("solve", planned, () -> components(mean, scatter));
  }

  /** Step 1; the mean stays zero if features are not centered. */
  private double[] scatter(double[] mean) {
    FeatureScatter features = new FeatureScatter(problem, map);
    if (problem.center()) {
      System.arraycopy(features.mean(), 0, mean, 0, terms);
    }
    return features.about(mean);
  }

  private Solution components(double[] mean, double[] scatter) {
    double total = 0;
    for (int q = 0; q < terms; q++) {
      total += scatter[q * terms + q];
    }
    if (!Double.isFinite(total)) {
      throw new NumericalException(
          "features of the rows are beyond double: the total variance is "
              + total
              + "; scale the data");
    }
    double[] lower = scatter.clone();
    Pairs pairs = eigenpairs(scatter);
    double[] found = pairs.values();
    double meanSquares = blas.dot(terms, mean, 0, mean, 0);
    // lambda_1 of the uncentered Gram matrix is between N |mean|^2 and N |mean|^2 + lambda_1.
    double cutOff =
        Components.cutOff(problem.cutOffRows(), sum * meanSquares, Math.max(0, found[0]));
    int available = Components.kept(found, cutOff);
    if (available == 0) {
      throw new NumericalException(
          "the data have no variance in feature space: the largest eigenvalue is "
              + found[0]
              + ", below the rounding level "
              + cutOff
              + "; check the rows and the scaling"
              + ExactComponents.smallerError(route));
    }
    int asked =
        problem.target().byVariance()
            ? Components.reaching(problem.target().variance(), found, available, total)
            : problem.target().rank();
    int kept = Math.min(asked, available);
    ExactCosts.requireRoom(
        problem, kept, rows.bytes() + bytes(n, map, kept, problem.workers().threads()));
    double[] eigenvalues = Arrays.copyOf(found, kept);
    double[] axes = pairs.axes(kept);
    double[] coefficients = coefficients(mean, axes, eigenvalues);
    if (problem.center()) {
      Components.sumToZero(n, kept, coefficients, problem.weights());
    }
    boolean[] turned = Components.fixSigns(n, kept, coefficients);
    double[] offset = new double[kept];
    double explained = 0;
    for (int c = 0; c < kept; c++) {
      double own = blas.dot(terms, axes, c * terms, mean, 0);
      offset[c] = problem.center() && turned[c] ? -own : own;
      explained += eigenvalues[c];
    }
    double[] residuals = residuals(lower, axes, eigenvalues);
    return new Solution(
        new Solution.Axes(
            eigenvalues,
            Matrix.wrap(n, kept, coefficients),
            offset,
            problem.center()
                ? new Solution.Center(problem.meanWeights(), meanSquares)
                : Solution.Center.ORIGIN,
            Solution.Support.trainingRows()),
        new Solution.Quality(
            new Solution.RankAsked(
                asked,
                kept < asked
                    ? "only " + kept + " eigenvalues are above the rounding level " + cutOff
                    : null),
            total,
            Math.max(0, total - explained) / sum,
            map.exact()
                ? Solution.Assurance.none(ExactComponents.NO_CERTIFICATE)
                : Solution.Assurance.by(
                    ProductBounds.of(eigenvalues, residuals, sum, map.errorBound()))),
        new Solution.Provenance(
            operatorUse(),
            new Solution.SolverUse(route.solverName(), 1, 0, residuals),
            null,
            map.exact()
                ? List.of()
                : ExactComponents.belowProducts(eigenvalues, sum * map.errorBound())));
  }

  /**
   * The leading eigenpairs of C.
   *
   * @param values descending
   * @param rows the vectors; the one of {@code values[c]} is in row {@code last - c}
   */
  private record Pairs(double[] values, double[] rows, int last) {

    /** The first axes, one per row. */
    double[] axes(int kept) {
      int width = rows.length / (last + 1);
      double[] axes = new double[kept * width];
      for (int c = 0; c < kept; c++) {
        System.arraycopy(rows, (last - c) * width, axes, c * width, width);
      }
      return axes;
    }
  }

  /**
   * Step 2; overwrites the scatter. With the pure Java LAPACK, only the computation of all pairs is
   * used.
   */
  private Pairs eigenpairs(double[] scatter) {
    int wanted = problem.target().byVariance() ? terms : Math.min(terms, problem.target().rank());
    double[] ascending = new double[terms];
    double[] vectors = scatter;
    int last = terms - 1;
    if (wanted > terms / ALL_PAIRS_SHARE || blas.name().equals("java")) {
      blas.symmetricEigen(terms, scatter, ascending);
    } else {
      vectors = new double[wanted * terms];
      last = wanted - 1;
      blas.symmetricEigenLargest(terms, scatter, wanted, ascending, vectors);
    }
    double[] descending = new double[wanted];
    for (int c = 0; c < wanted; c++) {
      descending[c] = ascending[last - c];
    }
    return new Pairs(descending, vectors, last);
  }

  /** |C u - lambda u| of each axis. */
  private double[] residuals(double[] lower, double[] axes, double[] eigenvalues) {
    for (int i = 0; i < terms; i++) {
      for (int j = 0; j < i; j++) {
        lower[j * terms + i] = lower[i * terms + j];
      }
    }
    int kept = eigenvalues.length;
    View scatter = View.of(lower, terms, terms);
    double[] products = blas.product(View.of(axes, kept, terms), scatter).values();
    double[] result = new double[kept];
    for (int c = 0; c < kept; c++) {
      for (int q = 0; q < terms; q++) {
        products[c * terms + q] -= eigenvalues[c] * axes[c * terms + q];
      }
      result[c] = blas.norm(terms, products, c * terms);
    }
    return result;
  }

  /** Step 3, and the coefficients. */
  private double[] coefficients(double[] mean, double[] axes, double[] eigenvalues) {
    int kept = eigenvalues.length;
    int stride = FeatureScatter.stride(map);
    double[] result = new double[Math.multiplyExact(n, kept)];
    FeatureBlock[] blocks = new FeatureBlock[problem.workers().threads()];
    problem
        .workers()
        .run(
            (n + stride - 1) / stride,
            (index, worker) -> {
              if (blocks[worker] == null) {
                blocks[worker] = new FeatureBlock(map, stride, problem.workers().backend());
              }
              int first = index * stride;
              int count = Math.min(stride, n - first);
              blocks[worker].load(rows, first, count);
              double[] z = blocks[worker].terms();
              for (int q = 0; q < terms; q++) {
                double shift = mean[q];
                for (int j = q * stride; j < q * stride + count; j++) {
                  z[j] -= shift;
                }
              }
              int at = first * kept;
              View values = View.at(result, at, count, kept, kept);
              blas.product(blocks[worker].terms(count).t(), View.of(axes, kept, terms).t(), values);
              for (int i = 0; i < count; i++) {
                double root = root(first + i);
                for (int c = 0; c < kept; c++) {
                  result[at + i * kept + c] *= root / Math.sqrt(eigenvalues[c]);
                }
              }
            });
    orthonormalize(kept, result);
    for (int i = 0; i < n; i++) {
      double root = root(i);
      for (int c = 0; c < kept; c++) {
        result[i * kept + c] *= root / Math.sqrt(eigenvalues[c]);
      }
    }
    return result;
  }

  /** The square root of a row's weight. */
  private double root(int row) {
    return problem.weights() == null ? 1 : Math.sqrt(problem.weights()[row]);
  }

  /**
   * V = V L^-T with V'V = L L': the part along the columns before it is removed from each column.
   */
  private void orthonormalize(int kept, double[] v) {
    RowBlocks blocks = new RowBlocks(n, kept, kept, problem.workers());
    Tall columns = Tall.of(v, kept);
    double[] lower = new double[kept * kept];
    blocks.transposeTimes(columns, columns, lower, kept);
    if (blas.cholesky(kept, lower) != 0) {
      throw new NumericalException(
          "components of the features agree to rounding; ask for fewer than " + kept);
    }
    double[] turn = new double[kept * kept];
    for (int c = 0; c < kept; c++) {
      turn[c * kept + c] = 1;
    }
    blas.solveLowerForRows(kept, kept, lower, kept, turn, 0, kept);
    blocks.rotate(columns, turn, kept, kept);
  }

  /**
   * The only error of an exact map is rounding, which is reported if an expansion was asked for.
   */
  private Solution.OperatorUse operatorUse() {
    boolean rounding = map.exact() && !route.bySums();
    double bound = rounding ? 0 : map.errorBound();
    Double sampled = rounding ? null : SumCheck.require(map.scheme(), sampledError(), bound);
    return new Solution.OperatorUse(
        route.operatorName(),
        "double",
        bound,
        map.scheme(),
        terms,
        route.bySums() ? 1 : null,
        sampled);
  }

  /**
   * The largest error of a kernel value among all pairs of a few rows spread evenly over the data.
   */
  private double sampledError() {
    int sampled = Math.min(n, SAMPLED_ROWS);
    double[][] x = new double[sampled][rows.columns()];
    double[][] z = new double[sampled][terms];
    FeatureBlock block = new FeatureBlock(map, 8, problem.workers().backend());
    for (int i = 0; i < sampled; i++) {
      int row = (int) ((long) i * n / sampled);
      rows.copy(row, 1, x[i], 0);
      block.load(rows, row, 1);
      for (int q = 0; q < terms; q++) {
        z[i][q] = block.terms()[q * block.stride()];
      }
    }
    double largest = 0;
    for (int i = 0; i < sampled; i++) {
      for (int j = 0; j <= i; j++) {
        double error = problem.kernel().value(x[i], x[j]) - blas.dot(terms, z[i], 0, z[j], 0);
        largest = Math.max(largest, Math.abs(error));
      }
    }
    problem.stages().evaluated(sampled * (sampled + 1L) / 2);
    return largest;
  }
}
