package dev.mercer.internal.eigen;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.linalg.Orthonormal;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The largest eigenvalues by subspace iteration (FK sec. 7) with Rayleigh-Ritz, oversampling and
 * Chebyshev acceleration [Rutishauser 1970].
 *
 * <ol>
 *   <li>a: an estimate of the smallest eigenvalue, from a few Krylov steps; Q: a random orthonormal
 *       block of rank + oversampling columns
 *   <li>Y = AQ; T = Q'Y = S Theta S'; Q = Q S, Y = Y S
 *   <li>stop if the residuals Y - Q Theta of the wanted columns meet the tolerance
 *   <li>b: the smallest Ritz value, but at least a little below the last wanted one; Q = p(A) Q,
 *       where p is the Chebyshev polynomial that stays within [-1, 1] on [a, b] and grows fastest
 *       above b; its first product is the Y already computed
 *   <li>Q = an orthonormal basis of Q, with missing directions replaced by random ones; go to step
 *       2
 * </ol>
 *
 * With degree 1 this is plain orthogonal iteration with the shift (a + b) / 2. The interval makes
 * the algebraically largest eigenvalues dominate even if there are negative ones of larger
 * magnitude. If a Ritz value is below a, then a is lowered. The degree is reduced where rounding
 * errors in the direction of the largest eigenvalue would outgrow the smaller wanted ones.
 *
 * <p>Cost: as many passes per round as the degree. The error shrinks in each round by a factor
 * T_d(x), where x is the position of the last wanted eigenvalue relative to [a, b]. Close
 * eigenvalues and a slow decay therefore need many rounds, and {@link BlockKrylovSolver} is better
 * throughout. Memory: 3 n (rank + oversampling) + n rank doubles. Throws {@link NumericalException}
 * if the residual stops falling or the limit on passes is reached.
 */
public final class SubspaceSolver implements EigenSolver {

  private static final int DEFAULT_DEGREE = 8;
  private static final int PASS_LIMIT = 20_000;
  // The largest p(largest) / p(b) allowed: rounding errors of 1e-16 grow by this factor in the
  // columns of the smaller values.
  private static final double MOST_GROWTH = 1e10;
  // b is at most this share of the way from a to the last wanted value. If an eigenvalue has more
  // copies than the block has columns, all values of the block agree, and the polynomial must still
  // grow towards them.
  private static final double MOST_SHARE = 0.95;
  // Rounds in which the worst residual must fall by at least one percent.
  private static final int PATIENCE = 100;

  // In this many passes residuals are halved, unless the products are too coarse.
  private static final int PASSES_TO_HALVE = 4 * DEFAULT_DEGREE;

  private final int degree;

  /** A solver with Chebyshev polynomials of degree up to 8. */
  public SubspaceSolver() {
    this(DEFAULT_DEGREE);
  }

  /**
   * @param degree largest degree of the polynomials; 1 is orthogonal iteration
   */
  public SubspaceSolver(int degree) {
    if (degree < 1) {
      throw new IllegalArgumentException("degree = " + degree + "; at least 1 is needed");
    }
    this.degree = degree;
  }

  @Override
  public SolverKind kind() {
    return SolverKind.SUBSPACE;
  }

  @Override
  public long bytes(int n, int rank) {
    int width = width(n, rank);
    return 8L * (3L * (n + 1L) * width + (long) n * rank + 5L * width * width + 20L * width + 64)
        + RowBlocks.bytes(n, width, width)
        + Orthonormal.bytes(n, width, width)
        + SpectrumProbe.bytes(n);
  }

  /** The rank plus half of it, and at least 8 more, so that the last wanted value lies above b. */
  private static int width(int n, int rank) {
    return (int) Math.min(n, rank + (long) Math.max(8, rank / 2));
  }

  @Override
  public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
    EigenRequest.requireRank(rank, operator.size());
    return new Run(new ScaledProducts(operator), rank, request).toEnd();
  }

  /** One solve: the state that its steps share. */
  private final class Run {
    private final ScaledProducts products;
    private final int n;
    private final int rank;
    private final int width;
    private final EigenRequest request;
    private final SplittableRandom random;
    private final Blas blas;
    private final RowBlocks rowBlocks;
    private final Orthonormal orthonormal;
    private final double[] projected;
    private final double[] rotation;
    private final double[] ascending;
    private final double[] values; // descending
    private final double[] residuals;
    private Tall block; // Q
    private Tall image; // A Q
    private Tall spare;
    private SpectrumProbe probe; // null if the block is the whole space
    private double lower;
    private double magnitude;
    private final Goal goal;
    private double best = Double.POSITIVE_INFINITY;
    private int roundsSinceBest;

    Run(ScaledProducts products, int rank, EigenRequest request) {
      this.products = products;
      this.n = products.size();
      this.rank = rank;
      this.width = width(n, rank);
      this.request = request;
      this.goal = new Goal(request.tolerance(), products, width, PASSES_TO_HALVE);
      this.random = new SplittableRandom(request.seed());
      this.blas = request.workers().blas();
      this.rowBlocks = new RowBlocks(n, width, width, request.workers());
      this.orthonormal = new Orthonormal(n, width, width, request.workers());
      this.projected = new double[width * width];
      this.rotation = new double[width * width];
      this.ascending = new double[width];
      this.values = new double[width];
      this.residuals = new double[width];
      this.block = Tall.allocate(n, width);
      this.image = Tall.allocate(n, width);
      this.spare = Tall.allocate(n, width);
      if (width < n) {
        this.probe = new SpectrumProbe(products, random, request.workers());
        this.lower = probe.lower();
        this.magnitude = probe.magnitude();
      }
    }

    EigenResult toEnd() {
      orthonormalize(0);
      rayleighRitz();
      while (!converged()) {
        filter();
        orthonormalize(width);
        rayleighRitz();
      }
      return result();
    }

    /**
     * Step 5 for the first {@code filled} columns; random columns fill up the rest of the block.
     */
    private void orthonormalize(int filled) {
      int kept = filled == 0 ? 0 : orthonormal.extend(block, 0, filled, 0);
      while (kept < width) {
        Tall fresh = block.columns(kept, width - kept);
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < fresh.columns(); j++) {
            fresh.values()[fresh.offset() + i * fresh.stride() + j] = random.nextGaussian();
          }
        }
        kept += orthonormal.extend(block, kept, fresh.columns(), 0);
      }
    }

    /** Step 2, and the residuals of all columns. */
    private void rayleighRitz() {
      products.apply(width, block.values(), image.values());
      rowBlocks.transposeTimes(block, image, projected, width);
      for (int i = 0; i < width; i++) {
        for (int j = 0; j < i; j++) {
          projected[i * width + j] = 0.5 * (projected[i * width + j] + projected[j * width + i]);
        }
      }
      blas.symmetricEigen(width, projected, ascending);
      for (int j = 0; j < width; j++) {
        values[j] = ascending[width - 1 - j];
        magnitude = Math.max(magnitude, Math.abs(values[j]));
        for (int i = 0; i < width; i++) {
          rotation[i * width + j] = projected[(width - 1 - j) * width + i];
        }
      }
      lower = Math.min(lower, values[width - 1]);
      rowBlocks.rotate(block, rotation, width, width);
      rowBlocks.rotate(image, rotation, width, width);
      Arrays.fill(rotation, 0);
      for (int j = 0; j < width; j++) {
        rotation[j * width + j] = values[j];
      }
      rowBlocks.copy(image, spare);
      rowBlocks.addProduct(-1, block, rotation, width, 1, spare);
      rowBlocks.columnNorms(spare, residuals);
    }

    /** Step 3. */
    private boolean converged() {
      double worst = 0;
      int count = 0;
      for (int i = 0; i < rank; i++) {
        double open = goal.open(values[i], residuals[i]);
        worst = Math.max(worst, open);
        count += open <= goal.wanted(magnitude) ? 1 : 0;
      }
      double relative = worst == 0 ? 0 : worst / magnitude;
      request.monitor().step(products.products(), count, relative);
      roundsSinceBest++;
      if (relative < 0.99 * best) {
        best = relative;
        roundsSinceBest = 0;
      }
      if (count < rank && (goal.exhausted(worst) || width == n && goal.rounding(worst))) {
        return true;
      }
      if (count < rank
          && (width == n || roundsSinceBest > PATIENCE || products.passes() >= PASS_LIMIT)) {
        throw new NumericalException(
            String.format(
                Locale.ROOT,
                "subspace stopped after %d passes with %d of %d eigenpairs converged; the best"
                    + " residual was %.2e of the largest eigenvalue, asked was %.2e: use"
                    + " block-krylov or raise the tolerance",
                products.passes(),
                count,
                rank,
                best,
                request.tolerance()));
      }
      return count == rank;
    }

    /** Step 4: T_1 = t, T_{j+1} = 2 t T_j - T_{j-1} with t = (A - center) / half. */
    private void filter() {
      double upper = Math.min(values[width - 1], lower + MOST_SHARE * (values[rank - 1] - lower));
      double center = 0.5 * (lower + upper);
      // If the spectrum below is a single point, only rounding keeps the two ends apart.
      double half = Math.max(0.5 * (upper - lower), Math.ulp(1.0) * magnitude);
      int steps = degree(Math.max(1, (values[0] - center) / half));
      rowBlocks.combine(1 / half, image, -center / half, block, 0, spare); // spare = T_1
      for (int step = 2; step <= steps; step++) {
        products.apply(width, spare.values(), image.values());
        rowBlocks.combine(2 / half, image, -2 * center / half, spare, -1, block); // block = T_step
        swapBlockAndSpare();
      }
      swapBlockAndSpare();
      normalizeColumns();
    }

    private int degree(double top) {
      double logarithm = Math.log(top + Math.sqrt(top * top - 1)); // T_d(x) is about exp(d l) / 2
      return (int) Math.max(1, Math.min(degree, Math.log(MOST_GROWTH) / logarithm));
    }

    private void swapBlockAndSpare() {
      Tall old = block;
      block = spare;
      spare = old;
    }

    /**
     * Columns of the larger values grew more. With equal lengths, the small ones are not lost to
     * rounding.
     */
    private void normalizeColumns() {
      rowBlocks.columnNorms(block, residuals);
      Arrays.fill(rotation, 0);
      for (int j = 0; j < width; j++) {
        rotation[j * width + j] = residuals[j] > 0 ? 1 / residuals[j] : 0;
      }
      rowBlocks.rotate(block, rotation, width, width);
    }

    private EigenResult result() {
      double scale = products.scale();
      double[] wanted = new double[rank];
      double[] wantedResiduals = new double[rank];
      for (int j = 0; j < rank; j++) {
        wanted[j] = scale * values[j];
        wantedResiduals[j] = scale * residuals[j];
      }
      double[] vectors = new double[Math.multiplyExact(n, rank)];
      rowBlocks.copy(block.columns(0, rank), Tall.of(vectors, rank));
      int negative = 0;
      while (negative < width && ascending[negative] < -n * Math.ulp(1.0) * magnitude) {
        negative++;
      }
      double smallest = ascending[0];
      if (probe != null) { // by interlacing, the probe gives bounds too
        negative = Math.max(negative, probe.countBelow(-n * Math.ulp(1.0) * magnitude));
        smallest = Math.min(smallest, probe.smallest());
      }
      return new EigenResult(
          wanted,
          Matrix.wrap(n, rank, vectors),
          wantedResiduals,
          products.passes(),
          products.products(),
          negative,
          width == n,
          scale * smallest);
    }
  }
}
