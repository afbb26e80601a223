package dev.mercer.internal.eigen;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.linalg.ExplicitOperator;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;
import java.util.Locale;

/**
 * The largest eigenvalues of a matrix that is written out in full, by LAPACK.
 *
 * <ol>
 *   <li>the lower triangle of A is copied from an {@link ExplicitOperator}, or computed by products
 *       with blocks of the identity
 *   <li>for a rank up to n/4: tridiagonal form, then only the wanted pairs ({@link
 *       Blas#symmetricEigenLargest}); for a higher rank: all pairs by divide and conquer (dsyevd)
 *   <li>if negative eigenvalues are to be counted and not all pairs were computed: all eigenvalues
 *       without vectors, from a second copy
 *   <li>one product with the vectors found gives their true residuals
 * </ol>
 *
 * Cost: 4/3 n^3 flops, half of them limited by memory bandwidth and on one thread; twice that with
 * the count; about 9 n^3 for all pairs. Memory: n^2 doubles, or 3 n^2 for all pairs. A call of
 * LAPACK cannot be interrupted. The solver refuses n above {@value #MOST_ROWS}, for which the
 * matrix does not fit into a Java array.
 */
public final class DenseSolver implements EigenSolver {

  /** The largest order whose square is a possible length of an array. */
  public static final int MOST_ROWS = 46_340;

  private static final int IDENTITY_BLOCK = 64;
  private static final int ALL_PAIRS_SHARE = 4;

  private final boolean countNegative;

  /** A solver that computes only the wanted pairs. */
  public DenseSolver() {
    this(false);
  }

  /**
   * @param countNegative whether all eigenvalues are computed, so that {@link
   *     EigenResult#negativeSeen} is the exact count; for operators that may be indefinite
   */
  public DenseSolver(boolean countNegative) {
    this.countNegative = countNegative;
  }

  @Override
  public SolverKind kind() {
    return SolverKind.DENSE;
  }

  @Override
  public long bytes(int n, int rank) {
    long matrices = (long) n * n * (allPairs(n, rank) ? 3 : 1);
    return 8
            * (matrices
                + 3L * n * rank
                + (2L * IDENTITY_BLOCK + 70) * n
                + (long) rank * rank
                + 1024)
        + RowBlocks.bytes(n, rank, rank);
  }

  private static boolean allPairs(int n, int rank) {
    return rank > n / ALL_PAIRS_SHARE;
  }

  @Override
  public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
    int n = operator.size();
    EigenRequest.requireRank(rank, n);
    if (n > MOST_ROWS) {
      throw new IllegalArgumentException(
          "the dense solver needs the n x n matrix in one array, n = "
              + n
              + " is above "
              + MOST_ROWS
              + "; use block-krylov");
    }
    Blas blas = request.workers().blas();
    ScaledProducts products = new ScaledProducts(operator);
    double[] matrix = new double[n * n];
    // This runs as a task so that a cancelled fit stops here and not only after LAPACK.
    request.workers().run(1, (task, worker) -> write(operator, products, matrix));
    double largestEntry = largestEntry(n, matrix);

    double[] spectrum = new double[n]; // all eigenvalues that are computed, in ascending order
    double[] wanted = spectrum; // an array that ends with the wanted values
    double[] rows = matrix; // their vectors in the same order
    int known = n;
    if (allPairs(n, rank)) {
      blas.symmetricEigen(n, matrix, spectrum);
    } else {
      rows = new double[rank * n];
      blas.symmetricEigenLargest(n, matrix, rank, spectrum, rows);
      wanted = Arrays.copyOf(spectrum, rank);
      known = rank;
      if (countNegative) {
        write(operator, products, matrix);
        blas.symmetricEigenvalues(n, matrix, spectrum);
        known = n;
      }
    }
    double magnitude =
        Math.max(largestEntry, Math.max(Math.abs(spectrum[0]), Math.abs(spectrum[known - 1])));
    double[] values = new double[rank];
    double[] vectors = new double[n * rank];
    for (int j = 0; j < rank; j++) {
      int row = wanted.length - 1 - j;
      values[j] = wanted[row];
      for (int i = 0; i < n; i++) {
        vectors[i * rank + j] = rows[row * n + i];
      }
    }
    double[] residuals = residuals(products, values, vectors, request, magnitude);
    int negative = 0;
    while (negative < known && spectrum[negative] < -n * Math.ulp(1.0) * magnitude) {
      negative++;
    }
    return new EigenResult(
        values,
        Matrix.wrap(n, rank, vectors),
        residuals,
        products.passes(),
        products.products(),
        negative,
        known == n,
        spectrum[0]);
  }

  /** Step 1. */
  private static void write(SymmetricOperator operator, ScaledProducts products, double[] matrix) {
    if (operator instanceof ExplicitOperator explicit) {
      explicit.copyLower(matrix);
      return;
    }
    int n = operator.size();
    int width = Math.min(n, IDENTITY_BLOCK);
    double[] x = new double[n * width];
    double[] y = new double[n * width];
    for (int from = 0; from < n; from += width) {
      int count = Math.min(width, n - from);
      Arrays.fill(x, 0);
      for (int j = 0; j < count; j++) {
        x[(from + j) * count + j] = 1;
      }
      products.apply(count, x, y);
      for (int i = from; i < n; i++) {
        for (int j = 0; j < Math.min(count, i - from + 1); j++) {
          matrix[i * n + from + j] = products.scale() * y[i * count + j];
        }
      }
    }
  }

  /** A lower bound of the largest eigenvalue magnitude. Throws if an entry is not finite. */
  private static double largestEntry(int n, double[] matrix) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double magnitude = Math.abs(matrix[i * n + j]);
        if (!(magnitude <= Double.MAX_VALUE)) {
          throw new NumericalException(
              "entry ("
                  + i
                  + ", "
                  + j
                  + ") of the matrix is "
                  + matrix[i * n + j]
                  + "; kernel values must be finite: check the data and the kernel's parameters");
        }
        largest = Math.max(largest, magnitude);
      }
    }
    return largest;
  }

  /** Step 4. */
  private static double[] residuals(
      ScaledProducts products,
      double[] values,
      double[] vectors,
      EigenRequest request,
      double magnitude) {
    int n = products.size();
    int rank = values.length;
    double[] images = new double[n * rank];
    products.apply(rank, vectors, images);
    double[] diagonal = new double[rank * rank];
    for (int j = 0; j < rank; j++) {
      diagonal[j * rank + j] = values[j] / products.scale();
    }
    RowBlocks rowBlocks = new RowBlocks(n, rank, rank, request.workers());
    rowBlocks.addProduct(-1, Tall.of(vectors, rank), diagonal, rank, 1, Tall.of(images, rank));
    double[] residuals = new double[rank];
    rowBlocks.columnNorms(Tall.of(images, rank), residuals);
    double worst = 0;
    int converged = 0;
    for (int j = 0; j < rank; j++) {
      residuals[j] *= products.scale();
      worst = Math.max(worst, residuals[j]);
      converged += residuals[j] <= request.tolerance() * magnitude ? 1 : 0;
    }
    double relative = worst == 0 ? 0 : worst / magnitude;
    request.monitor().step(products.products(), converged, relative);
    Goal goal = new Goal(request.tolerance(), products, rank, 0);
    if (converged < rank && !goal.rounding(worst / products.scale())) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "dense reached a residual of %.2e of the largest eigenvalue, asked was %.2e: ask for"
                  + " a tolerance above that",
              relative,
              request.tolerance()));
    }
    return residuals;
  }
}
