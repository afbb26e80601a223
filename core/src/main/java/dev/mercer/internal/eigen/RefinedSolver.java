package dev.mercer.internal.eigen;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.linalg.Orthonormal;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;

/**
 * The largest eigenvalues of an operator A whose products are expensive, to full accuracy, with the
 * help of a cheap operator F that is nearly the same. For instance, A is a Gram matrix that is
 * recomputed in double for every product, and F the same matrix stored in float.
 *
 * <ol>
 *   <li>V = the leading eigenvectors of F, a few more than wanted, by block Krylov
 *   <li>one exact product AV and Rayleigh-Ritz on V give pairs (theta, v) and residuals r = A v -
 *       theta v
 *   <li>if the wanted residuals meet the tolerance, stop
 *   <li>corrections t: solve (theta - F) t = r on the complement of V by conjugate gradients with
 *       F, for all pairs at once; theta - F is positive definite there, because V contains all
 *       larger eigenvalues
 *   <li>V = span(V, t), one exact product with t, Rayleigh-Ritz; go to step 3
 * </ol>
 *
 * A correction with a relative error e leaves a residual of about e times the old one (it is the
 * Jacobi-Davidson correction with an approximate operator), so two exact passes improve float
 * accuracy to 1e-10. Block Krylov on A itself finishes the work in two cases: if wanted pairs are
 * below the rounding of F, and if {@value #MOST_ROUNDS} rounds are not enough because conjugate
 * gradients do not converge (a cluster of eigenvalues that has more members than V has columns).
 *
 * <p>Cost: two or three products with A and about 20 with F. Memory: that of the Krylov solver on
 * F, or n (8 k) doubles for k vectors, whichever is larger.
 */
public final class RefinedSolver implements EigenSolver {

  /**
   * The number of vectors refined in addition to the wanted ones, so that conjugate gradients
   * converge quickly.
   */
  public static final int GUARD = 6;

  private static final int MOST_ROUNDS = 4;
  private static final int MOST_STEPS = 40;
  // The tolerance for F: about the accuracy that products in single precision allow.
  private static final double FIRST_TOLERANCE = 1e-6;
  // How far below the tolerance a correction aims, because its own error is only estimated.
  private static final double AIM = 0.1;
  private static final double LEAST_REDUCTION = 1e-6;

  private final SymmetricOperator fast;
  private final BlockKrylovSolver krylov;

  /**
   * @param fast F, of the same order as the operator that will be solved; may be null if only
   *     {@link #bytes} is called
   */
  public RefinedSolver(SymmetricOperator fast, BlockKrylovSolver krylov) {
    this.fast = fast;
    this.krylov = krylov;
  }

  @Override
  public SolverKind kind() {
    return SolverKind.BLOCK_KRYLOV;
  }

  @Override
  public long bytes(int n, int rank) {
    int k = width(n, rank);
    long refinement =
        8L * (n + 1L) * (4L * k + 5L * rank) + Orthonormal.bytes(n, 2 * k, k) + 8L * 6 * k * k;
    return krylov.bytes(n, k) + 8L * n * k + refinement;
  }

  private static int width(int n, int rank) {
    return Math.min(n, rank + GUARD);
  }

  @Override
  public EigenResult solve(SymmetricOperator exact, int rank, EigenRequest request) {
    int n = exact.size();
    EigenRequest.requireRank(rank, n);
    int k = width(n, rank);
    EigenRequest.Monitor monitor = request.monitor();
    // Pairs of F are not pairs of A, so as long as only F has been solved, none is reported as
    // converged.
    EigenResult start =
        krylov.solve(
            fast,
            k,
            new EigenRequest(
                Math.max(FIRST_TOLERANCE, request.tolerance()),
                request.seed(),
                request.workers(),
                (products, converged, worst) -> monitor.step(products, 0, worst)));
    if (start.values()[rank - 1] <= fast.rounding().level()) {
      // F cannot distinguish the wanted pairs from its own rounding errors.
      return krylov.solveAfter(exact, rank, request, start.iterations(), start.products());
    }
    Run run = new Run(exact, rank, k, request, start);
    EigenResult refined = run.toEnd();
    if (refined != null) {
      return refined;
    }
    return krylov.solveAfter(exact, rank, request, run.passes, run.products);
  }

  /** One refinement: the state its steps share. */
  private final class Run {
    private final SymmetricOperator exact;
    private final int n;
    private final int rank;
    private final int k;
    private final EigenRequest request;
    private final Blas blas;
    private final RowBlocks rowBlocks;
    private final Orthonormal orthonormal;
    private final Tall basis; // [V, T]
    private final Tall images; // [AV, AT]
    private final double[] values;
    private final double[] residuals;
    private int passes;
    private long products;
    private double smallest = Double.POSITIVE_INFINITY;

    Run(SymmetricOperator exact, int rank, int k, EigenRequest request, EigenResult start) {
      this.exact = exact;
      this.n = exact.size();
      this.rank = rank;
      this.k = k;
      this.request = request;
      this.blas = request.workers().blas();
      this.rowBlocks = new RowBlocks(n, 2 * k, 2 * k, request.workers());
      this.orthonormal = new Orthonormal(n, 2 * k, k, request.workers());
      this.basis = Tall.allocate(n, 2 * k);
      this.images = Tall.allocate(n, 2 * k);
      this.values = new double[2 * k];
      this.residuals = new double[rank];
      this.passes = start.iterations();
      this.products = start.products();
      rowBlocks.copy(Tall.of(start.vectors().values(), k), basis.columns(0, k));
    }

    EigenResult toEnd() {
      multiply(0, k);
      rayleighRitz(k);
      for (int round = 0; round < MOST_ROUNDS; round++) {
        double worst = measure();
        double goal = request.tolerance() * Math.abs(values[0]);
        if (worst <= goal) {
          return result();
        }
        int added = correct(Math.max(LEAST_REDUCTION, AIM * goal / worst));
        if (added == 0) {
          return null;
        }
        multiply(k, added);
        rayleighRitz(k + added);
      }
      return measure() <= request.tolerance() * Math.abs(values[0]) ? result() : null;
    }

    /**
     * Computes the images of {@code count} columns of the basis, beginning with column {@code
     * from}, in one pass over the exact operator.
     */
    private void multiply(int from, int count) {
      Tall input = Tall.allocate(n, count);
      Tall output = Tall.allocate(n, count);
      rowBlocks.copy(basis.columns(from, count), input);
      exact.apply(count, input.values(), output.values());
      rowBlocks.copy(output, images.columns(from, count));
      passes++;
      products += count;
    }

    /**
     * Replaces the first k columns by the leading Ritz vectors of the first {@code size} columns.
     */
    private void rayleighRitz(int size) {
      double[] projected = new double[size * size];
      rowBlocks.transposeTimes(basis.columns(0, size), images.columns(0, size), projected, size);
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
          projected[i * size + j] = (projected[i * size + j] + projected[j * size + i]) / 2;
        }
      }
      double[] ascending = new double[size];
      blas.symmetricEigen(size, projected, ascending);
      smallest = Math.min(smallest, ascending[0]);
      double[] turn = new double[size * k];
      for (int j = 0; j < k; j++) {
        values[j] = ascending[size - 1 - j];
        for (int i = 0; i < size; i++) {
          turn[i * k + j] = projected[(size - 1 - j) * size + i];
        }
      }
      rowBlocks.rotate(basis.columns(0, size), turn, k, k);
      rowBlocks.rotate(images.columns(0, size), turn, k, k);
    }

    /** Computes the true residuals of the wanted pairs; returns the largest. */
    private double measure() {
      Tall difference = residualBlock();
      rowBlocks.columnNorms(difference, residuals);
      double worst = 0;
      int converged = 0;
      double magnitude = Math.abs(values[0]);
      for (double residual : residuals) {
        worst = Math.max(worst, residual);
        converged += residual <= request.tolerance() * magnitude ? 1 : 0;
      }
      request.monitor().step(products, converged, magnitude == 0 ? worst : worst / magnitude);
      return worst;
    }

    /** A v - theta v of the wanted pairs, n x rank. */
    private Tall residualBlock() {
      Tall result = Tall.allocate(n, rank);
      double[] diagonal = new double[rank * rank];
      for (int j = 0; j < rank; j++) {
        diagonal[j * rank + j] = -values[j];
      }
      rowBlocks.copy(images.columns(0, rank), result);
      rowBlocks.addProduct(1, basis.columns(0, rank), diagonal, rank, 1, result);
      return result;
    }

    /**
     * Step 4: solves (theta_j - F) t_j = r_j on the complement of V by conjugate gradients, and
     * appends the corrections, orthonormalized, to the basis.
     *
     * @return how many directions were appended
     */
    private int correct(double reduction) {
      Tall r = residualBlock();
      project(r);
      Tall t = Tall.allocate(n, rank);
      Tall p = Tall.allocate(n, rank);
      Tall q = Tall.allocate(n, rank);
      rowBlocks.copy(r, p);
      double[] rho = squares(r);
      double[] goal = new double[rank];
      boolean[] active = new boolean[rank];
      for (int j = 0; j < rank; j++) {
        goal[j] = reduction * reduction * rho[j];
        active[j] = rho[j] > 0;
      }
      for (int step = 0; step < MOST_STEPS && any(active); step++) {
        fast.apply(rank, p.values(), q.values());
        passes++;
        products += rank;
        shift(p, q);
        project(q);
        double[] curvature = dots(p, q);
        double[] length = new double[rank];
        for (int j = 0; j < rank; j++) {
          // If the curvature is not positive, an eigenvalue above theta lies outside V. The
          // correction found so far is kept.
          active[j] &= curvature[j] > 0;
          length[j] = active[j] ? rho[j] / curvature[j] : 0;
        }
        addScaled(t, length, 1, p);
        addScaled(r, length, -1, q);
        double[] next = squares(r);
        double[] factor = new double[rank];
        for (int j = 0; j < rank; j++) {
          factor[j] = active[j] ? next[j] / rho[j] : 0;
          rho[j] = active[j] ? next[j] : rho[j];
          active[j] &= rho[j] > goal[j];
        }
        advance(p, factor, r);
        request.monitor().step(products, 0, Math.sqrt(worst(rho)) / Math.abs(values[0]));
      }
      rowBlocks.copy(t, basis.columns(k, rank));
      return orthonormal.extend(basis, k, rank, 0);
    }

    /** X = X - V V'X. */
    private void project(Tall x) {
      double[] inner = new double[k * x.columns()];
      rowBlocks.transposeTimes(basis.columns(0, k), x, inner, x.columns());
      rowBlocks.addProduct(-1, basis.columns(0, k), inner, x.columns(), 1, x);
    }

    /** Q = diag(theta) P - Q, column by column. */
    private void shift(Tall p, Tall q) {
      for (int at = 0; at < n * rank; at++) {
        q.values()[at] = values[at % rank] * p.values()[at] - q.values()[at];
      }
    }

    /** X_j += sign * length_j Y_j. */
    private void addScaled(Tall x, double[] length, int sign, Tall y) {
      for (int at = 0; at < n * rank; at++) {
        x.values()[at] += sign * length[at % rank] * y.values()[at];
      }
    }

    /** P_j = R_j + factor_j P_j. */
    private void advance(Tall p, double[] factor, Tall r) {
      for (int at = 0; at < n * rank; at++) {
        p.values()[at] = r.values()[at] + factor[at % rank] * p.values()[at];
      }
    }

    private double[] dots(Tall x, Tall y) {
      double[] result = new double[rank];
      for (int at = 0; at < n * rank; at++) {
        result[at % rank] += x.values()[at] * y.values()[at];
      }
      return result;
    }

    private double[] squares(Tall x) {
      return dots(x, x);
    }

    private static double worst(double[] squares) {
      return Arrays.stream(squares).max().orElse(0);
    }

    private static boolean any(boolean[] active) {
      for (boolean each : active) {
        if (each) {
          return true;
        }
      }
      return false;
    }

    private EigenResult result() {
      double[] vectors = new double[Math.multiplyExact(n, rank)];
      rowBlocks.copy(basis.columns(0, rank), Tall.of(vectors, rank));
      return new EigenResult(
          Arrays.copyOf(values, rank),
          Matrix.wrap(n, rank, vectors),
          residuals.clone(),
          passes,
          products,
          0,
          false,
          smallest);
    }
  }
}
