package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The largest eigenvalues of a positive semidefinite operator A, found with the help of a similar
 * operator of low rank, A^ = U diag(kappa) U' ({@link LowRankSpectrum}), by block Davidson
 * iteration.
 *
 * <ol>
 *   <li>Q = the leading columns of U and one random direction, called the scout
 *   <li>multiply AQ, append Q to V and AQ to AV; Rayleigh-Ritz gives pairs (theta, v) and, from AV,
 *       residuals r = A v - theta v
 *   <li>if all wanted pairs meet the tolerance and the scout shows that none is missing, stop
 *   <li>corrections t = -(A^ - theta)^-1 r, which up to a factor are r + U diag(kappa / (theta -
 *       kappa)) U'r, for the wanted pairs with the largest residuals, then for the pairs that
 *       follow them
 *   <li>Q = the corrections and the next step of the scout, orthonormalized against V; if V is
 *       full, it is replaced by its leading Ritz vectors; go to step 2
 * </ol>
 *
 * A pass reduces residuals by a factor of about |A - A^| / theta, where block Krylov gains a power
 * of the ratio of eigenvalues. Kernel matrices of real data take 4 to 7 passes instead of 9 to 12.
 * Without A^, the corrections are the residuals, and the iteration is similar to block Krylov.
 *
 * <p><b>Finding all pairs.</b> A^ comes from a sample and may lack an eigenvector of A; then no
 * correction leads to that eigenvector. The {@link Scout} does: it takes one place in the block
 * until it has excluded every direction in which A - A^ exceeds theta_r / 2, where theta_r is the
 * smallest value wanted. If wanted vectors lie mostly outside the span of U, the sample may have
 * missed more of them. The scout then starts again, in addition to a random block, until nothing
 * more is found (a single scout finds one copy of a repeated eigenvalue). Each of these searches
 * ends when it has taken as many passes as finding the pairs did, and at least {@value
 * #LEAST_SEARCH}.
 *
 * <p>Cost: 4 n s b flops per pass for s columns of A^ and a block of b, in addition to the cost of
 * {@link BlockKrylovSolver}. Memory: n (2 basis + 6 b) doubles in addition to A^. If {@value
 * #PATIENCE} passes bring no progress (for instance because the errors of the products are larger
 * than the tolerance), {@link BlockKrylovSolver} starts from the beginning, and throws its own
 * exception if it fails too.
 */
public final class DavidsonSolver implements EigenSolver {

  /** If this many passes do not halve the residual, the iteration gives up. */
  private static final int PATIENCE = 12;

  // If A^ is very close to A, the pairs are found in two passes, which would be too few for a
  // search.
  private static final int LEAST_SEARCH = 6;

  // Corrections divide by theta - kappa, but at least by this share of theta. Otherwise the
  // direction of the Ritz vector itself, which the basis already spans, would dominate the
  // correction.
  private static final double LEAST_DIFFERENCE = 0.01;
  // If less than this share of a wanted vector lies in the span of U, the sample did not find it.
  private static final double KNOWN = 0.1;

  private final LowRankSpectrum spectrum;
  private final int firstBlock;
  private final int block;
  private final int basis;

  /** A solver without an operator of low rank, which chooses block and basis from the rank. */
  public DavidsonSolver() {
    this(null, 0, 0, 0);
  }

  /**
   * @param spectrum A^; null for none
   * @param firstBlock vectors multiplied in the first pass, at most {@code block}; 0 for as many as
   *     in every pass
   * @param block vectors multiplied per pass; 0 for the default of {@link BlockKrylovSolver}
   * @param basis vectors kept; 0 for the default
   */
  public DavidsonSolver(LowRankSpectrum spectrum, int firstBlock, int block, int basis) {
    if (firstBlock < 0 || block < 0 || firstBlock > block || basis < 0) {
      throw new IllegalArgumentException(
          "first block, block and basis of "
              + firstBlock
              + ", "
              + block
              + " and "
              + basis
              + "; none may be negative, and the first block no wider than the others");
    }
    this.spectrum = spectrum;
    this.firstBlock = firstBlock;
    this.block = block;
    this.basis = basis;
  }

  @Override
  public SolverKind kind() {
    return SolverKind.DAVIDSON;
  }

  /**
   * The number of residual vectors kept for the corrections: at least one block, and those of all
   * wanted pairs if these are at most two blocks.
   */
  private static int residualsKept(int block, int rank) {
    return rank <= 2 * block ? Math.max(block, rank) : block;
  }

  private BlockKrylovSolver fallback() {
    BlockKrylovSolver solver =
        block > 0 ? BlockKrylovSolver.withBlock(block) : new BlockKrylovSolver();
    return basis > 0 ? solver.withBasis(basis) : solver;
  }

  @Override
  public long bytes(int n, int rank) {
    int b = fallback().blockFor(n, rank);
    int kept = residualsKept(b, rank);
    return fallback().bytes(n, rank)
        + 8L * (n + 1L) * (b + kept + 2L)
        + RowBlocks.bytes(n, kept, b);
  }

  @Override
  public EigenResult solve(SymmetricOperator operator, int rank, EigenRequest request) {
    EigenRequest.requireRank(rank, operator.size());
    ScaledProducts products = new ScaledProducts(operator);
    EigenResult result = new Run(products, rank, request).toEnd();
    return result == null
        ? fallback().solveAfter(operator, rank, request, products.passes(), products.products())
        : result;
  }

  /** One solve: the state that its steps share. */
  private final class Run {
    private final ScaledProducts products;
    private final KrylovBasis krylov;
    private final RowBlocks rowBlocks;
    private final int n;
    private final int rank;
    private final int width;
    private final EigenRequest request;
    private final Goal goal;
    private final double[] directions; // n x width
    private final Scout scout;

    private final int startWanted; // the columns of U that the iteration begins with
    private int started; // how many of them are already in V
    private boolean scouting; // the first column of the newest block is the scout's
    private final double[] residualVectors; // residuals of the first pairs, n x residualPairs
    private int residualPairs; // their number; 0 if more pairs are wanted than residuals are kept
    private double[] residuals;
    private double best = Double.POSITIVE_INFINITY; // worst residual when it was last halved
    private int bestPass;
    private int convergedPass; // the pass at which the wanted pairs first met the tolerance
    private double confirmedSum = Double.NEGATIVE_INFINITY; // sum of the wanted values then

    Run(ScaledProducts products, int rank, EigenRequest request) {
      this.products = products;
      this.n = products.size();
      this.rank = rank;
      this.request = request;
      this.width = fallback().blockFor(n, rank);
      this.goal = new Goal(request.tolerance(), products, width, Goal.KRYLOV_PATIENCE);
      this.krylov =
          new KrylovBasis(
              products,
              fallback().capacityFor(n, rank, width),
              width,
              new SplittableRandom(request.seed()),
              request.workers());
      int kept = residualsKept(width, rank);
      this.rowBlocks = new RowBlocks(n, kept, width, request.workers());
      this.directions = Tall.allocate(n, width).values();
      this.residualVectors = Tall.allocate(n, kept).values();
      this.scout = new Scout(n, spectrum);
      int first = firstBlock > 0 ? Math.min(firstBlock, width) : width;
      int known = spectrum == null ? 0 : spectrum.count();
      this.startWanted = Math.min(known, Math.max(rank, first - 1));
      compose(first, new int[0], true);
    }

    /** The eigenpairs, or null if the iteration gives up. */
    EigenResult toEnd() {
      while (true) {
        krylov.expand();
        if (scouting && !krylov.complete()) {
          scout.step(krylov, products.scale());
        }
        if (startWanted - started >= width - 1 && !krylov.complete()) {
          compose(width, new int[0], true);
        } else if (converged()) {
          if (settled()) {
            return result();
          }
        } else if (krylov.complete() || products.passes() - bestPass > PATIENCE) {
          return null;
        } else {
          advance();
        }
      }
    }

    /** Step 2: whether all wanted pairs meet the tolerance. */
    private boolean converged() {
      krylov.solve();
      int wanted = Math.min(rank, krylov.size());
      int kept = residualsKept(width, rank);
      residualPairs = wanted <= kept ? Math.min(kept, krylov.size()) : 0;
      if (residualPairs > 0) {
        // As many residuals as the test and the next block may need, with one product for both.
        Tall vectors = Tall.of(residualVectors, residualPairs);
        double[] norms = new double[residualPairs];
        krylov.writeResiduals(IntStream.range(0, residualPairs).toArray(), vectors, norms);
        residuals = Arrays.copyOf(norms, wanted);
      } else {
        residuals = krylov.residuals(wanted);
      }
      double worst = 0;
      int converged = 0;
      for (int i = 0; i < wanted; i++) {
        double open = open(i);
        worst = Math.max(worst, open);
        converged += open <= goal.wanted(krylov.magnitude()) ? 1 : 0;
      }
      if (worst <= best / 2) {
        best = worst;
        bestPass = products.passes();
      }
      double relative = worst == 0 ? 0 : worst / krylov.magnitude();
      request.monitor().step(products.products(), converged, relative);
      return converged == rank || wanted == rank && goal.exhausted(worst);
    }

    /** The residual of a wanted pair, or 0 if the pair is a rounding error; see {@link Goal}. */
    private double open(int pair) {
      return goal.open(krylov.value(pair), residuals[pair]);
    }

    /**
     * Step 3: whether no pair is missing. If one may be missing, the basis is prepared to look for
     * it.
     */
    private boolean settled() {
      convergedPass = convergedPass == 0 ? products.passes() : convergedPass;
      if (krylov.complete()) {
        return true;
      }
      double sum = 0;
      for (int i = 0; i < rank; i++) {
        sum += goal.known(krylov.value(i));
      }
      double change = goal.wanted(krylov.magnitude()) + rank * products.rounding().residual();
      if (sum - confirmedSum > change && someUnknown()) {
        confirmedSum = sum;
        convergedPass = products.passes();
        best = Double.POSITIVE_INFINITY;
        bestPass = convergedPass;
        goal.restart();
        scout.forget();
        compose(width, new int[0], true);
        return false;
      }
      int searched = products.passes() - convergedPass;
      if (noneMissing() || searched >= Math.max(convergedPass, LEAST_SEARCH)) {
        return true;
      }
      advance();
      return false;
    }

    private boolean someUnknown() {
      if (spectrum == null) {
        return true;
      }
      double[] shares = new double[spectrum.count() * width];
      for (int from = 0; from < rank; from += width) {
        int count = Math.min(width, rank - from);
        Tall vectors = Tall.of(directions, count);
        krylov.writeVectors(IntStream.range(from, from + count).toArray(), vectors);
        spectrum.project(vectors, shares);
        for (int j = 0; j < count; j++) {
          double share = 0;
          for (int i = 0; i < spectrum.count(); i++) {
            share += shares[i * count + j] * shares[i * count + j];
          }
          // A pair that may be a rounding error need not be in the sample.
          if (share < KNOWN && !(krylov.value(from + j) < products.rounding().level())) {
            return true;
          }
        }
      }
      return false;
    }

    private boolean noneMissing() {
      double least = Math.max(krylov.value(rank - 1) / 2, goal.wanted(krylov.magnitude()));
      return scout.excludes(Math.max(least, products.rounding().level()));
    }

    /** Steps 4 and 5. */
    private void advance() {
      double enough = goal.wanted(krylov.magnitude());
      IntStream wanted =
          IntStream.range(0, residuals.length)
              .filter(i -> open(i) > enough)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> -residuals[i]))
              .mapToInt(i -> i);
      int[] pairs =
          IntStream.concat(wanted, IntStream.range(residuals.length, krylov.size()))
              .limit(width)
              .toArray();
      compose(width, pairs, krylov.size() < rank || !noneMissing());
    }

    /**
     * Builds the next block: columns of U that have not been used, corrections of these pairs, and,
     * if asked for, the scout.
     */
    private void compose(int columns, int[] pairs, boolean withScout) {
      scouting = withScout && columns > 1;
      int room = scouting ? columns - 1 : columns;
      krylov.clear();
      if (scouting) {
        scout.join(krylov);
      }
      int fresh = Math.min(room, startWanted - started);
      if (fresh > 0) {
        Tall start = Tall.of(directions, fresh);
        spectrum.vectors(started, start);
        started += fresh;
        krylov.propose(start);
      }
      int count = Math.min(pairs.length, room - Math.max(0, fresh));
      if (count > 0) {
        krylov.propose(corrections(Arrays.copyOf(pairs, count)));
      }
      krylov.fill(columns);
      if (krylov.full()) {
        int size = krylov.size();
        krylov.restart(Math.max(rank, Math.min(size - width, rank + (size - rank) / 2)));
      }
    }

    private Tall corrections(int[] pairs) {
      int count = pairs.length;
      Tall result = Tall.of(directions, count);
      if (Arrays.stream(pairs).allMatch(pair -> pair < residualPairs)) {
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < count; j++) {
            directions[i * count + j] = residualVectors[i * residualPairs + pairs[j]];
          }
        }
      } else {
        krylov.writeResiduals(pairs, result);
      }
      if (spectrum != null) {
        double[] shares = new double[spectrum.count() * count];
        spectrum.project(result, shares);
        for (int i = 0; i < spectrum.count(); i++) {
          double kappa = spectrum.value(i) / products.scale();
          for (int j = 0; j < count; j++) {
            double theta = krylov.value(pairs[j]);
            double least = LEAST_DIFFERENCE * Math.max(Math.abs(theta), kappa);
            double difference = theta - kappa;
            if (Math.abs(difference) < least) {
              difference = Math.copySign(least, difference);
            }
            shares[i * count + j] *= kappa / difference;
          }
        }
        spectrum.addTo(1, shares, 1, result);
      }
      normalize(result);
      return result;
    }

    private void normalize(Tall block) {
      int count = block.columns();
      double[] norms = new double[count];
      rowBlocks.columnNorms(block, norms);
      for (int j = 0; j < count; j++) {
        norms[j] = norms[j] > 0 ? 1 / norms[j] : 0;
      }
      for (int i = 0, at = 0; i < n; i++) {
        for (int j = 0; j < count; j++) {
          block.values()[at++] *= norms[j];
        }
      }
    }

    private EigenResult result() {
      double scale = products.scale();
      double[] values = new double[rank];
      for (int i = 0; i < rank; i++) {
        values[i] = scale * krylov.value(i);
        residuals[i] *= scale;
      }
      double rounding = n * Math.ulp(1.0) * krylov.magnitude();
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
