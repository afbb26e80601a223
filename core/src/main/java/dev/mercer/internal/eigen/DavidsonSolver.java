package dev.mercer.internal.eigen;

import dev.mercer.internal.linalg.RowBlocks;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The largest eigenvalues of a positive semidefinite operator A with the help of a similar one of
 * low rank, A^ = U diag(kappa) U' ({@link LowRankSpectrum}): block Davidson iteration.
 *
 * <ol>
 *   <li>Q = leading columns of U and one random direction, the scout
 *   <li>multiply AQ, append Q to V and AQ to AV; Rayleigh-Ritz: pairs (theta, v), residuals r = A v
 *       - theta v from AV
 *   <li>if all wanted pairs meet the tolerance, and the scout says that none is missing, stop
 *   <li>corrections t = -(A^ - theta)^-1 r, up to a factor r + U diag(kappa / (theta - kappa)) U'r,
 *       for the wanted pairs with the largest residuals, then for the pairs behind them
 *   <li>Q = the corrections and the next scout, orthonormalized against V; if V is full, it is
 *       replaced by its leading Ritz vectors
 * </ol>
 *
 * A pass reduces residuals by about |A - A^| / theta, where block Krylov gains a power of the ratio
 * of eigenvalues: kernel matrices of real data take 4 to 7 passes instead of 9 to 12. Without A^
 * corrections are residuals, and the iteration is one of block Krylov's kind.
 *
 * <p><b>Nothing missed.</b> A^ comes from a sample and may know nothing of an eigenvector of A;
 * then no correction leads there. The {@link Scout} does, and takes a place in the block until it
 * has excluded any direction with more than theta_r / 2 outside A^, theta_r the smallest value
 * wanted. Wanted vectors that U does not know are a sign that the sample missed something; the
 * scout then starts again, beside a random block, until nothing more is found (a single scout finds
 * one copy of a repeated eigenvalue). Either search ends when it has taken as many passes as had
 * found the pairs, and at least {@value #LEAST_SEARCH}.
 *
 * <p>Cost: 4 n s b flops a pass for s columns of A^ and a block of b, and what {@link
 * BlockKrylovSolver} does. Memory: n (2 basis + 6 b) doubles beside A^. If {@value #PATIENCE}
 * passes bring nothing (products noisier than the tolerance, say), {@link BlockKrylovSolver} starts
 * from scratch, and fails with its own message if it must.
 */
public final class DavidsonSolver implements EigenSolver {

  /** Passes without half the residual after which the iteration gives up. */
  private static final int PATIENCE = 12;

  // Where A^ knows nearly everything, pairs are found in two passes, which are too few for a
  // search.
  private static final int LEAST_SEARCH = 6;

  // Corrections divide by theta - kappa, or by this share of theta: the direction of the Ritz
  // vector itself, which is spanned already, must not drown the rest.
  private static final double LEAST_DIFFERENCE = 0.01;
  // A wanted vector with less than this share in U was not found by the sample.
  private static final double KNOWN = 0.1;

  private final LowRankSpectrum spectrum;
  private final int firstBlock;
  private final int block;
  private final int basis;

  /** Without an operator of low rank; block and basis chosen from the rank. */
  public DavidsonSolver() {
    this(null, 0, 0, 0);
  }

  /**
   * @param spectrum A^; null for none
   * @param firstBlock vectors multiplied in the first pass, at most {@code block}; 0 for as many
   * @param block vectors multiplied a pass; 0 for the default of {@link BlockKrylovSolver}
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

  /** Residual vectors kept for the corrections: of all wanted pairs, up to two blocks of them. */
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

    private final int startWanted; // columns of U to begin with
    private int started; // so many of them are in V
    private boolean scouting; // the newest block begins with the scout
    private final double[] residualVectors; // of the first pairs, n x residualPairs
    private int residualPairs; // so many; 0 if more are wanted than are kept
    private double[] residuals;
    private double best = Double.POSITIVE_INFINITY; // worst residual when it last halved
    private int bestPass;
    private int convergedPass; // when the wanted pairs first met the tolerance
    private double confirmedSum = Double.NEGATIVE_INFINITY; // of the wanted values then

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

    /** The eigenpairs, or null if the iteration does not get there. */
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
        // As many as the test and the next block may need: one product for both.
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

    /** The residual of a wanted pair as far as it matters. */
    private double open(int pair) {
      return goal.open(krylov.value(pair), residuals[pair]);
    }

    /** Step 3: whether no pair is missing; if one may be, the basis is ready to look for it. */
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
          // A pair that may be rounding is nothing that a sample should know.
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

    /** The next block: columns of U not yet used, corrections of these pairs, maybe the scout. */
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
