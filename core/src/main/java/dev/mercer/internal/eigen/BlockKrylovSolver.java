package dev.mercer.internal.eigen;

import dev.mercer.NumericalException;
import dev.mercer.internal.linalg.SymmetricOperator;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The largest eigenvalues by block Krylov iteration with Rayleigh-Ritz and thick restarts. This is
 * block Lanczos in which every block is made orthogonal to all others, twice.
 *
 * <ol>
 *   <li>Q = a random orthonormal block, n x b
 *   <li>multiply AQ, append Q to V and AQ to AV, T = V'AV
 *   <li>Ritz pairs: T s = theta s; the residual of V s follows from the part of AQ outside the span
 *       of V
 *   <li>if all wanted pairs meet the tolerance, also when the residual is computed as AV s - theta
 *       V s, stop
 *   <li>Q = that part of AQ, orthonormalized, with missing directions replaced by random ones
 *   <li>if V is full, replace it by its leading Ritz vectors (V = V S, AV = AV S); go to step 2
 * </ol>
 *
 * <p><b>Block and basis.</b> A pass over a large operator (one product with a block of vectors)
 * costs nearly the same for one vector as for b, as long as reading or recomputing the operator's
 * entries dominates, so the number of passes decides the cost. Wider blocks need fewer passes, but
 * each widening gains less. For eigenvalues i^-1.5, n = 20,000 to 60,000, rank 10 and tolerance
 * 1e-10, the solver takes 10 passes with b = 10, 8 with 16, 7 with 32, and 6 with 64 (and 50 with b
 * = 1); for eigenvalues 1/i it takes 13, 11, 9 and 8. A block at least as wide as the rank also
 * finds all copies of repeated eigenvalues without a further search. This is why the default is
 * {@link #defaultBlock}. {@link #withBlock} is for callers who know their operator: wider where
 * entries are recomputed from many features, and narrower where a product costs per vector. The
 * basis has room for the wanted vectors and 8 blocks. Restarts then cost one pass or none; with
 * half of that, slow spectra take twice as many passes.
 *
 * <p><b>Multiplicities.</b> A block of b vectors finds at most b copies of an eigenvalue. If b or
 * more of the values found agree to their accuracy, the solver does not stop. It goes on from a
 * random block in addition to the pairs found, and looks at the largest Ritz value outside them. It
 * stops when the residual of this value is so small that a larger eigenvalue would have shown
 * itself, given that its share in a random start is about n^-1/2, or when the search for copies has
 * taken as many passes as the search for the pairs.
 *
 * <p>Cost: about 8 n k b flops per pass in addition to the operator's, where k is the current size
 * of the basis, all in matrix products. Memory: n (2 basis + 3 b + rank) doubles. Throws {@link
 * NumericalException} if the errors of the products are larger than the tolerance, or when the
 * limit on passes is reached.
 */
public final class BlockKrylovSolver implements EigenSolver {

  /** Passes after which the iteration gives up, unless the caller sets another limit. */
  public static final int DEFAULT_PASS_LIMIT = 10_000;

  // The number of blocks in the basis in addition to the wanted vectors. With 8, a restart costs
  // hardly a pass; with 2, it costs dozens.
  private static final int DEFAULT_BLOCKS = 8;
  private static final int LEAST_BLOCKS = 3;
  private static final int LEAST_ROOM = 24;
  // Copies of one eigenvalue differ by the error of a Ritz value, which is at most its residual.
  private static final double SAME_VALUE = 100;
  // How far below n^-1/2 times the gap the residual of the first pair that is not wanted must be.
  private static final double SAFETY = 0.01;
  // Solving the projected problem costs O(k^3), so it is done only after this many new columns, or
  // after a share of 1 / CHECKS_A_RANK of the rank, whichever is more.
  private static final int COLUMNS_BETWEEN_CHECKS = 8;
  private static final int CHECKS_A_RANK = 8;
  // How often the true residuals may be above the tolerance when the recurrence says otherwise,
  // before the solver fails.
  private static final int MOST_REFRESHES = 3;

  private final SolverKind kind;
  private final int block;
  private final int basis;
  private final int passLimit;

  /** A solver that chooses block and basis from the rank. */
  public BlockKrylovSolver() {
    this(SolverKind.BLOCK_KRYLOV, 0, 0, DEFAULT_PASS_LIMIT);
  }

  BlockKrylovSolver(SolverKind kind, int block, int basis, int passLimit) {
    this.kind = kind;
    this.block = block;
    this.basis = basis;
    this.passLimit = passLimit;
  }

  /** A solver that multiplies {@code block} vectors per pass. */
  public static BlockKrylovSolver withBlock(int block) {
    requirePositive("block", block);
    return new BlockKrylovSolver(SolverKind.BLOCK_KRYLOV, block, 0, DEFAULT_PASS_LIMIT);
  }

  /**
   * The same solver with at most {@code basis} vectors kept. A smaller number is raised to rank + 3
   * blocks and to rank + 24.
   */
  public BlockKrylovSolver withBasis(int basis) {
    requirePositive("basis", basis);
    return new BlockKrylovSolver(kind, block, basis, passLimit);
  }

  /** The same solver with another limit on passes over the operator. */
  public BlockKrylovSolver withPassLimit(int passLimit) {
    requirePositive("pass limit", passLimit);
    return new BlockKrylovSolver(kind, block, basis, passLimit);
  }

  private static void requirePositive(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " = " + value + "; at least 1 is needed");
    }
  }

  /**
   * The rank and at least 6 more, as a multiple of 8 between 16 and 64. Below 16, a pass over a
   * stored matrix is limited by memory bandwidth and does not get cheaper; above 64, the solver's
   * own work begins to count.
   */
  public static int defaultBlock(int rank) {
    return Math.max(16, Math.min(64, (rank + 13) / 8 * 8));
  }

  @Override
  public SolverKind kind() {
    return kind;
  }

  @Override
  public long bytes(int n, int rank) {
    int b = blockFor(n, rank);
    return KrylovBasis.bytes(n, capacityFor(n, rank, b), b) + 8L * ((long) n + 8) * rank;
  }

  int blockFor(int n, int rank) {
    return Math.min(n, block > 0 ? block : defaultBlock(rank));
  }

  int capacityFor(int n, int rank, int b) {
    long wanted = basis > 0 ? basis : rank + (long) DEFAULT_BLOCKS * b;
    long least = rank + Math.max(LEAST_ROOM, (long) LEAST_BLOCKS * b);
    return (int) Math.min(n, Math.max(wanted, least));
  }

  @Override
  public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
    int n = operator.size();
    EigenRequest.requireRank(rank, n);
    int b = blockFor(n, rank);
    ScaledProducts products = new ScaledProducts(operator);
    KrylovBasis krylov =
        new KrylovBasis(
            products,
            capacityFor(n, rank, b),
            b,
            new SplittableRandom(request.seed()),
            request.workers());
    krylov.fill(b);
    return new Run(products, krylov, b, rank, request).toEnd();
  }

  /**
   * {@link #solve} on behalf of a solver that gave up, whose passes and products are added to the
   * result.
   */
  EigenResult solveAfter(
      SymmetricOperator operator, int rank, EigenRequest request, int passes, long products) {
    EigenRequest.Monitor monitor = request.monitor();
    EigenResult result =
        solve(
            operator,
            rank,
            new EigenRequest(
                request.tolerance(),
                request.seed(),
                request.workers(),
                (count, converged, worst) -> monitor.step(products + count, converged, worst)));
    return new EigenResult(
        result.values(),
        result.vectors(),
        result.residuals(),
        passes + result.iterations(),
        products + result.products(),
        result.negativeSeen(),
        result.negativeExact(),
        result.smallest());
  }

  /** One solve: the state that its steps share. */
  private final class Run {
    private final ScaledProducts products;
    private final KrylovBasis krylov;
    private final int block;
    private final int rank;
    private final EigenRequest request;
    private final int columnsBetweenChecks;
    // largest residual allowed, relative to the largest eigenvalue magnitude
    private final double target;
    private final Goal goal;

    private int checkedSize;
    private boolean exhausted; // whether residuals are as small as the products allow
    private int refreshes;
    private boolean confirming; // a random block is used in addition to the pairs found
    private double confirmedSum; // sum of the wanted values when confirming began
    private int confirmedPasses; // number of passes when confirming began
    private double[] residuals;

    Run(ScaledProducts products, KrylovBasis krylov, int block, int rank, EigenRequest request) {
      this.products = products;
      this.krylov = krylov;
      this.block = block;
      this.rank = rank;
      this.request = request;
      this.columnsBetweenChecks = Math.max(COLUMNS_BETWEEN_CHECKS, rank / CHECKS_A_RANK);
      this.target = request.tolerance();
      this.goal = new Goal(target, products, block, Goal.KRYLOV_PATIENCE);
    }

    EigenResult toEnd() {
      boolean done = false;
      while (!done) {
        krylov.expand();
        if (!dueForCheck()) {
          krylov.next();
        } else if (estimatesMeetTolerance() || krylov.complete()) {
          done = settle();
        } else {
          advance();
        }
      }
      return result();
    }

    private boolean dueForCheck() {
      int size = krylov.size();
      return krylov.complete()
          || krylov.nearlyFull()
          || size >= rank && size - checkedSize >= columnsBetweenChecks;
    }

    /** Step 3. */
    private boolean estimatesMeetTolerance() {
      krylov.solve();
      checkedSize = krylov.size();
      double magnitude = krylov.magnitude();
      double worst = 0;
      int converged = 0;
      for (int i = 0; i < rank; i++) {
        double estimate = goal.open(krylov.value(i), krylov.estimate(i));
        worst = Math.max(worst, estimate);
        converged += estimate <= target * magnitude ? 1 : 0;
      }
      request.monitor().step(products.products(), converged, relative(worst));
      if (products.passes() >= passLimit && worst > target * magnitude) {
        throw new NumericalException(
            String.format(
                Locale.ROOT,
                "%s stopped after %d passes with %d of %d eigenpairs converged; the worst residual"
                    + " is %.2e of the largest eigenvalue, asked was %.2e: raise the basis, the"
                    + " pass limit or the tolerance",
                kind.text(),
                products.passes(),
                converged,
                rank,
                relative(worst),
                target));
      }
      exhausted = goal.exhausted(worst);
      // Below a few eps the estimate consists of rounding errors, so the true residual decides.
      return exhausted || worst <= Math.max(target, 4 * Math.ulp(1.0)) * magnitude;
    }

    /**
     * Step 4: whether the pairs found are the answer. If they are not, the basis is prepared to go
     * on.
     */
    private boolean settle() {
      residuals = krylov.residuals(rank);
      double worst = 0;
      for (int i = 0; i < rank; i++) {
        worst = Math.max(worst, goal.open(krylov.value(i), residuals[i]));
      }
      boolean last = exhausted || krylov.complete() || refreshes == MOST_REFRESHES;
      if (worst > target * krylov.magnitude() && !(last && goal.rounding(worst))) {
        refresh(worst);
        return false;
      }
      if (krylov.complete() || !copiesMayBeMissing()) {
        return true;
      }
      double sum = 0;
      for (int i = 0; i < rank; i++) {
        sum += goal.known(krylov.value(i));
      }
      double change = target * krylov.magnitude() + rank * products.rounding().residual();
      boolean nothingNew = confirming && sum - confirmedSum <= change;
      if (nothingNew && firstUnwantedIsSure()) {
        return true;
      }
      if (nothingNew) {
        advance();
      } else {
        confirming = true;
        confirmedSum = sum;
        confirmedPasses = products.passes();
        goal.restart();
        krylov.restartRandom(rank);
        checkedSize = krylov.size();
      }
      return false;
    }

    private void refresh(double worst) {
      refreshes++;
      if (krylov.complete() || refreshes > MOST_REFRESHES) {
        throw new NumericalException(
            String.format(
                Locale.ROOT,
                "%s reached a residual of %.2e of the largest eigenvalue, asked was %.2e: the"
                    + " operator's products are not that accurate; ask for a tolerance above that"
                    + " or for double precision",
                kind.text(),
                relative(worst),
                target));
      }
      goal.restart();
      krylov.restartFromResiduals(rank, residuals);
      checkedSize = krylov.size();
    }

    /**
     * Whether as many values agree as there are vectors in a block, so that further copies may be
     * missing.
     */
    private boolean copiesMayBeMissing() {
      if (block >= rank) {
        return false;
      }
      double same = SAME_VALUE * target * krylov.magnitude();
      double level = products.rounding().level();
      for (int i = 0; i + block <= rank; i++) {
        boolean rounding = level > 0 && krylov.value(i) <= level;
        if (!rounding && krylov.value(i) - krylov.value(i + block - 1) <= same) {
          return true;
        }
      }
      return false;
    }

    private boolean firstUnwantedIsSure() {
      if (krylov.size() == rank) {
        return false;
      }
      if (products.passes() >= 2 * confirmedPasses) {
        return true;
      }
      double gap = krylov.value(rank - 1) - krylov.value(rank);
      double enough = SAFETY * gap / Math.sqrt(products.size());
      return krylov.estimate(rank) <= Math.max(enough, target * krylov.magnitude());
    }

    /** Steps 5 and 6. */
    private void advance() {
      krylov.next();
      if (krylov.full()) {
        krylov.restart(keep(krylov.size()));
        checkedSize = krylov.size();
      }
    }

    private int keep(int size) {
      return Math.max(rank, Math.min(size - block, rank + (size - rank) / 2));
    }

    private double relative(double residual) {
      return residual == 0 ? 0 : residual / krylov.magnitude();
    }

    private EigenResult result() {
      double scale = products.scale();
      double[] values = new double[rank];
      for (int i = 0; i < rank; i++) {
        values[i] = scale * krylov.value(i);
        residuals[i] *= scale;
      }
      double rounding = products.size() * Math.ulp(1.0) * krylov.magnitude();
      return new EigenResult(
          values,
          krylov.vectors(rank),
          residuals,
          products.passes(),
          products.products(),
          krylov.countBelow(-rounding),
          krylov.complete(),
          scale * krylov.value(krylov.size() - 1));
    }
  }
}
