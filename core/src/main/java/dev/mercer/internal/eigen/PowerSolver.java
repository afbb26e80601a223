package dev.mercer.internal.eigen;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.internal.linalg.Tall;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The largest eigenvalues, one after the other, by shifted power iteration with deflation (FK sec.
 * 7). This is the simplest method, included for comparison.
 *
 * <ol>
 *   <li>a: an estimate of the smallest eigenvalue, from a few Krylov steps
 *   <li>for each pair: v random, orthogonal to the vectors found so far
 *   <li>w = A v, theta = v'w; the pair is found when |(I - V V') w - theta v| meets the tolerance
 *   <li>v = (I - V V')(w - c v), normalized, with c = (2 a + m) / 3, where m is a lower bound of
 *       the next eigenvalue: the components at the lower end of the spectrum are then at least
 *       halved, however close the next eigenvalue is
 *   <li>finally, Rayleigh-Ritz on the vectors found, using the products already computed
 * </ol>
 *
 * The shift makes the algebraically largest eigenvalue dominate even if there are negative ones of
 * larger magnitude. If v converges to a value below c, then a was too high, and it is lowered.
 *
 * <p>Cost: one pass with a single vector per step, and about log(1/tolerance) (lambda_i - c) /
 * (lambda_i - lambda_{i+1}) steps for pair i. This is very large for close eigenvalues: two that
 * agree to 1e-4 need some 200,000 steps. Memory: n (2 rank + 2) doubles. Throws {@link
 * NumericalException} when the limit on products is reached.
 */
public final class PowerSolver implements EigenSolver {

  /** Products after which the iteration gives up, unless the caller sets another limit. */
  public static final long DEFAULT_PRODUCT_LIMIT = 200_000;

  // In this many steps a residual is halved, unless the products are too coarse.
  private static final int STEPS_TO_HALVE = 200;

  private final long productLimit;

  public PowerSolver() {
    this(DEFAULT_PRODUCT_LIMIT);
  }

  public PowerSolver(long productLimit) {
    if (productLimit < 1) {
      throw new IllegalArgumentException(
          "product limit = " + productLimit + "; at least 1 is needed");
    }
    this.productLimit = productLimit;
  }

  @Override
  public SolverKind kind() {
    return SolverKind.POWER;
  }

  @Override
  public long bytes(int n, int rank) {
    return 8L * (2L * (n + 1L) * rank + 2L * (n + 1L) + (long) n * rank)
        + 8L * (6L * rank * rank + 20L * rank + 64)
        + RowBlocks.bytes(n, rank, rank)
        + SpectrumProbe.bytes(n);
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
    private final EigenRequest request;
    private final SplittableRandom random;
    private final Blas blas;
    private final RowBlocks rowBlocks;
    private final SpectrumProbe probe;
    private final Tall found; // V
    private final Tall images; // A V
    private final Tall vector;
    private final Tall image;
    private final double[] small;
    private final double[] one = new double[1];
    private double lower;
    private double magnitude;

    Run(ScaledProducts products, int rank, EigenRequest request) {
      this.products = products;
      this.n = products.size();
      this.rank = rank;
      this.request = request;
      this.random = new SplittableRandom(request.seed());
      this.blas = request.workers().blas();
      this.rowBlocks = new RowBlocks(n, rank, rank, request.workers());
      this.found = Tall.allocate(n, rank);
      this.images = Tall.allocate(n, rank);
      this.vector = Tall.allocate(n, 1);
      this.image = Tall.allocate(n, 1);
      this.small = new double[rank];
      this.probe = new SpectrumProbe(products, random, request.workers());
      this.lower = probe.lower();
      this.magnitude = probe.magnitude();
    }

    EigenResult toEnd() {
      for (int index = 0; index < rank; index++) {
        find(index);
      }
      return rayleighRitz();
    }

    /** Steps 2 to 4 for one pair. */
    private void find(int index) {
      startRandom(index);
      int start = products.passes();
      Goal goal = new Goal(request.tolerance(), products, 1, STEPS_TO_HALVE);
      // Errors of single vectors add up in the final rotation, so each must be smaller than the
      // tolerance.
      double target = request.tolerance() / (1 + Math.sqrt(rank));
      while (true) {
        products.apply(1, vector.values(), image.values());
        rowBlocks.columnNorms(image, one);
        magnitude = Math.max(magnitude, one[0]);
        rowBlocks.transposeTimes(vector, image, one, 1);
        double value = one[0];
        rowBlocks.copy(image, images.columns(index, 1));
        rowBlocks.combine(-value, vector, 0, vector, 1, image); // image = w - theta v
        removeFound(image, index);
        rowBlocks.columnNorms(image, one);
        double residual = one[0];
        double open = goal.open(value, residual, products.passes() - start);
        double relative = open == 0 ? 0 : open / magnitude;
        boolean done = open <= target * magnitude || goal.exhausted(open);
        request.monitor().step(products.products(), done ? index + 1 : index, relative);
        if (done) {
          rowBlocks.copy(vector, found.columns(index, 1));
          return;
        }
        requireBudget(index, relative);
        step(index, value, residual);
      }
    }

    /** Step 4; {@code image} holds the residual. */
    private void step(int index, double value, double residual) {
      double shift = shift(index);
      if (value < shift && residual < 0.1 * (shift - value)) {
        lower = Math.min(lower, value - residual);
        shift = shift(index);
      }
      rowBlocks.combine(1, image, 0, image, value - shift, vector);
      normalize(index);
    }

    private double shift(int index) {
      return (2 * lower + Math.max(lower, probe.atLeast(index + 1))) / 3;
    }

    private void startRandom(int index) {
      for (int i = 0; i < n; i++) {
        vector.values()[i] = random.nextGaussian();
      }
      normalize(index);
    }

    /**
     * Makes v orthogonal to the vectors found and of length one. Done twice, because the first
     * round leaves rounding errors.
     */
    private void normalize(int index) {
      for (int round = 0; round < 2; round++) {
        removeFound(vector, index);
        rowBlocks.columnNorms(vector, one);
        if (one[0] == 0) {
          startRandom(index);
          return;
        }
        double factor = 1 / one[0];
        rowBlocks.combine(0, image, 0, image, factor, vector);
      }
    }

    private void removeFound(Tall column, int count) {
      if (count > 0) {
        Tall known = found.columns(0, count);
        rowBlocks.transposeTimes(known, column, small, 1);
        rowBlocks.addProduct(-1, known, small, 1, 1, column);
      }
    }

    private void requireBudget(int index, double relative) {
      if (products.products() >= productLimit) {
        throw new NumericalException(
            String.format(
                Locale.ROOT,
                "power stopped after %d products with %d of %d eigenpairs found; the next one has"
                    + " a residual of %.2e of the largest eigenvalue, asked was %.2e: eigenvalues"
                    + " this close need block-krylov or lanczos",
                products.products(),
                index,
                rank,
                relative,
                request.tolerance()));
      }
    }

    /** Step 5. */
    private EigenResult rayleighRitz() {
      double[] projected = new double[rank * rank];
      double[] ascending = new double[rank];
      double[] rotation = new double[rank * rank];
      rowBlocks.transposeTimes(found, images, projected, rank);
      blas.symmetricEigen(rank, projected, ascending);
      double[] values = new double[rank];
      for (int j = 0; j < rank; j++) {
        values[j] = ascending[rank - 1 - j];
        for (int i = 0; i < rank; i++) {
          rotation[i * rank + j] = projected[(rank - 1 - j) * rank + i];
        }
      }
      rowBlocks.rotate(found, rotation, rank, rank);
      rowBlocks.rotate(images, rotation, rank, rank);
      double[] vectors = new double[Math.multiplyExact(n, rank)];
      rowBlocks.copy(found, Tall.of(vectors, rank));
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < rank; j++) {
          images.values()[i * rank + j] -= values[j] * vectors[i * rank + j];
        }
      }
      double[] residuals = new double[rank];
      rowBlocks.columnNorms(images, residuals);
      double scale = products.scale();
      double smallest = Math.min(probe.smallest(), values[rank - 1]);
      double rounding = n * Math.ulp(1.0) * magnitude;
      int negative = 0;
      for (int j = 0; j < rank; j++) {
        negative += values[j] < -rounding ? 1 : 0;
        values[j] *= scale;
        residuals[j] *= scale;
      }
      return new EigenResult(
          values,
          Matrix.wrap(n, rank, vectors),
          residuals,
          products.passes(),
          products.products(),
          Math.max(negative, probe.countBelow(-rounding)), // each is a lower bound, by interlacing
          rank == n,
          scale * smallest);
    }
  }
}
