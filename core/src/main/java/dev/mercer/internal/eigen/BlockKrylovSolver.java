package dev.mercer.internal.eigen;

import dev.mercer.NumericalException;
import dev.mercer.internal.linalg.SymmetricOperator;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The largest eigenvalues by block Krylov iteration with Rayleigh-Ritz and thick restarts: block
 * Lanczos in which every block is made orthogonal to all others, twice.
 *
 * <ol>
 *   <li>Q = a random orthonormal block, n x b
 *   <li>multiply AQ, append Q to V and AQ to AV, T = V'AV
 *   <li>Ritz pairs: T s = theta s; the residual of V s is known from the part of AQ outside V
 *   <li>if all wanted pairs meet the tolerance, also by AV s - theta V s, stop
 *   <li>Q = that part of AQ, orthonormalized, missing directions replaced by random ones
 *   <li>if V is full, replace it by its leading Ritz vectors (V = V S, AV = AV S) and go on
 * </ol>
 *
 * <p><b>Block and basis.</b> A pass over a large operator costs nearly the same for one vector as
 * for b, as long as reading or recomputing its entries dominates, so passes are what counts. Wider
 * blocks need fewer of them, with less and less gain: eigenvalues i^-1.5 of n = 20,000 to 60,000,
 * rank 10 and tolerance 1e-10 take 10 passes with b = 10, 8 with 16, 7 with 32, 6 with 64 (and 50
 * with b = 1); eigenvalues 1/i 13, 11, 9, 8. A block at least as wide as the rank also finds every
 * multiplicity without more ado. So the default is {@link #defaultBlock}; {@link #withBlock} is for
 * callers who know their operator: wider where entries are recomputed from many features, narrower
 * where a product costs per vector. The basis has room for the wanted vectors and 8 blocks:
 * restarts then cost a pass or none, half of that doubles the passes of slow spectra.
 *
 * <p><b>Multiplicities.</b> A block of b finds at most b copies of an eigenvalue. If b or more of
 * the values found agree to the accuracy they have, the solver does not stop: it goes on from a
 * random block beside the pairs found, until the largest Ritz value there has a residual so small
 * that a larger eigenvalue, whose share in a random start is about n^-1/2, would show, or until as
 * many passes went into the search for copies as had found the pairs.
 *
 * <p>Cost: about 8 n k b flops a pass beside the operator's, k the basis size so far, all in matrix
 * products. Memory: n (2 basis + 3 b + rank) doubles. Fails with {@link NumericalException} if
 * products are noisier than the tolerance, or after the pass limit.
 */
public final class BlockKrylovSolver implements EigenSolver {

  /** Passes after which the iteration gives up unless told otherwise. */
  public static final int DEFAULT_PASS_LIMIT = 10_000;

  // Room for blocks beside the wanted vectors; with 8 a restart costs hardly a pass, with 2 dozens.
  private static final int DEFAULT_BLOCKS = 8;
  private static final int LEAST_BLOCKS = 3;
  private static final int LEAST_ROOM = 24;
  // Copies of one eigenvalue differ by the error of a Ritz value, at most its residual.
  private static final double SAME_VALUE = 100;
  // How far below n^-1/2 times the gap the residual of the first unwanted pair must be.
  private static final double SAFETY = 0.01;
  // The projected problem costs O(k^3): so many new columns, or this share of the rank, first.
  private static final int COLUMNS_BETWEEN_CHECKS = 8;
  private static final int CHECKS_A_RANK = 8;
  // True residuals above the tolerance when the recurrence says otherwise: so often, then fail.
  private static final int MOST_REFRESHES = 3;

  private final SolverKind kind;
  private final int block;
  private final int basis;
  private final int passLimit;

  /** Block and basis chosen from the rank. */
  public BlockKrylovSolver() {
    this(SolverKind.BLOCK_KRYLOV, 0, 0, DEFAULT_PASS_LIMIT);
  }

  BlockKrylovSolver(SolverKind kind, int block, int basis, int passLimit) {
    this.kind = kind;
    this.block = block;
    this.basis = basis;
    this.passLimit = passLimit;
  }

  /** A solver that multiplies {@code block} vectors a pass. */
  public static BlockKrylovSolver withBlock(int block) {
    requirePositive("block", block);
    return new BlockKrylovSolver(SolverKind.BLOCK_KRYLOV, block, 0, DEFAULT_PASS_LIMIT);
  }

  /**
   * The same with at most {@code basis} vectors kept, raised if below to rank + 3 blocks and rank +
   * 24.
   */
  public BlockKrylovSolver withBasis(int basis) {
    requirePositive("basis", basis);
    return new BlockKrylovSolver(kind, block, basis, passLimit);
  }

  /** The same with another limit on passes over the operator. */
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
   * The rank and at least 6 more, a multiple of 8, within 16 and 64: below 16 a pass over a stored
   * matrix is bound by memory and gets no cheaper, above 64 the solver's own work begins to count.
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

  /** {@link #solve} for a solver that gave up: its passes and products are counted too. */
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
    private final double target; // largest residual relative to the largest magnitude
    private final Goal goal;

    private int checkedSize;
    private boolean exhausted; // residuals are as small as products allow
    private int refreshes;
    private boolean confirming; // a random block runs beside the pairs found
    private double confirmedSum; // sum of the wanted values when that began
    private int confirmedPasses; // passes when that began
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
      // Below a few eps the estimate is rounding: the true residual decides.
      return exhausted || worst <= Math.max(target, 4 * Math.ulp(1.0)) * magnitude;
    }

    /** Step 4: whether the pairs found are the answer; if not, the basis is ready to go on. */
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

    /** Whether as many values agree as a block can find copies of one. */
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
