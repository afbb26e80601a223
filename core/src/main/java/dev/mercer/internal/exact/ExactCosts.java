package dev.mercer.internal.exact;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.Rows;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.LowRankSpectrum;
import dev.mercer.internal.eigen.RefinedSolver;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.fastsum.KernelValueCost;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.method.Exact;
import java.util.List;

/**
 * What each route of an exact fit holds in memory and computes, known before anything is allocated.
 */
final class ExactCosts {

  /** Passes an iterative solver takes on typical spectra; used for expected costs only. */
  static final int TYPICAL_PASSES = 12;

  private static final int TYPICAL_SAMPLED_PASSES = 6;

  /** Exact passes that refine a result found with the float matrix. */
  private static final int REFINING_PASSES = 3;

  private final Problem problem;
  private final int rank;
  private final Rows rows;
  private final int n;
  private final int threads;

  /**
   * @param rank number of components to solve for
   */
  ExactCosts(Problem problem, int rank) {
    this.problem = problem;
    this.rank = rank;
    this.rows = problem.rows();
    this.n = rows.count();
    this.threads = problem.workers().threads();
  }

  /** The plan of a route. */
  FitPlan plan(ExactRoute route, List<String> notes) {
    List<FitPlan.Stage> stages =
        route instanceof ExactRoute.Tiles tiles
            ? stages(tiles)
            : route instanceof ExactRoute.Sums sums
                ? stages(sums)
                : stages((ExactRoute.InFeatureSpace) route);
    return new FitPlan(Exact.NAME, route, stages, notes);
  }

  private List<FitPlan.Stage> stages(ExactRoute.Tiles route) {
    Solving solving = route.solving();
    boolean single = problem.single();
    boolean dense = solving.dense();
    int tile = new TileGrid(n).tileRows();
    boolean given = route.given();
    int columns = given ? 0 : rows.columns();
    long points = given ? 8L * n : KernelTiles.bytes(rows, problem.kernel(), single, tile, threads);
    long gramBytes = rows.bytes() + points + matrixBytes(route, tile);
    double flops = (double) n * (n + tile) * rows.columns();
    long values = given ? 0 : (long) n * (n + tile) / 2;
    int sample = solving.sample();
    int passes = dense ? 1 : sample > 0 ? TYPICAL_SAMPLED_PASSES : TYPICAL_PASSES;
    boolean kept = route.stored() || route.refined();
    // How often kernel values are computed while solving.
    double exactPasses =
        switch (route.operator()) {
          case REFINED -> REFINING_PASSES;
          case TILED -> passes;
          default -> dense ? 1 : 0;
        };
    double passFlops = 2.0 * n * n * Math.max(1, solving.block());
    double solveFlops = dense ? 4.0 / 3 * n * (double) n * n * 8 : passes * passFlops;
    return List.of(
        new FitPlan.Stage("gram", gramBytes, kept ? values : 0, kept ? flops : 0, 0),
        new FitPlan.Stage(
            "solve",
            gramBytes + solverBytes(route),
            (long) (exactPasses * values) + (given ? 0 : (long) sample * (n + sample)),
            solveFlops + exactPasses * (given ? 0 : flops) + SampleSize.cost(n, columns, sample),
            kept ? (double) passes * StoredGram.bytes(n, single) : 0));
  }

  private long matrixBytes(ExactRoute.Tiles route, int tile) {
    boolean single = problem.single();
    if (route.stored()) {
      return StoredGram.bytes(n, single);
    }
    if (route.refined()) {
      return StoredGram.bytes(n, true)
          + TiledGram.bytes(n, false, threads)
          + KernelTiles.bytes(rows, problem.kernel(), true, tile, threads);
    }
    return TiledGram.bytes(n, single, threads);
  }

  private List<FitPlan.Stage> stages(ExactRoute.Sums route) {
    long points = rows.bytes() + 8L * n * rows.columns() + route.sum().bytesOn(threads);
    int products = products(route.solver());
    // The forecast is in seconds, but a stage counts flops.
    double flops = ExpansionPlanner.REFERENCE_FLOPS * KernelValueCost.SPEEDUP;
    return List.of(
        new FitPlan.Stage("expansion", points, 0, flops * route.sum().setupSeconds(), 0),
        new FitPlan.Stage(
            "solve",
            points + solverBytes(route),
            0,
            flops * products * route.sum().productSeconds(),
            0));
  }

  private List<FitPlan.Stage> stages(ExactRoute.InFeatureSpace route) {
    double terms = route.map().terms();
    // If a forecast chose the scheme, the copy of the points that it examined is still in memory.
    long looked = route.bySums() ? 8L * n * rows.columns() : 0;
    long bytes = rows.bytes() + looked + FeatureSpace.bytes(n, route.map(), rank, threads);
    return List.of(
        new FitPlan.Stage("covariance", bytes, 0, n * terms * terms, 2.0 * rows.bytes()),
        new FitPlan.Stage("solve", bytes, 0, 9.0 * terms * terms * terms, rows.bytes()));
  }

  /** How often an iteration without a sample multiplies by the matrix on typical spectra. */
  static int products(SolverKind solver) {
    return solver == SolverKind.BLOCK_KRYLOV ? TYPICAL_PASSES : 5 * TYPICAL_PASSES;
  }

  /** Bytes of a solve beside the operator. */
  private long solverBytes(ExactRoute.ByProducts route) {
    Solving solving = route.solving();
    boolean refined = route instanceof ExactRoute.Tiles tiles && tiles.refined();
    EigenSolver solver =
        refined ? new RefinedSolver(null, solving.blockKrylov()) : solving.solver(problem);
    int columns = Math.max(solving.block(), rank) + 1;
    int sample = solving.sample();
    long sampling =
        sample == 0
            ? 0
            : LowRankSpectrum.bytes(n, sample, solving.block())
                + KernelTiles.columnBytes(
                    rows.columns(), sample, new TileGrid(n).tileRows(), threads)
                + NearMeans.bytes(rows.columns(), sample, threads);
    return solver.bytes(n, rank)
        + sampling
        // what a product and the centering around it copy, and the components
        + KernelOperator.productBytes(n, columns, threads)
        + 8L * n * (2L * columns + 3L * rank + 4);
  }

  /**
   * Throws an exception if a solve for this many components, which may be more than planned, does
   * not fit the memory.
   *
   * @param held bytes of the rows and the operator
   */
  void requireRoom(ExactRoute.ByProducts route, long held) {
    requireRoom(problem, rank, held + solverBytes(route));
  }

  /** The same with the bytes already known. */
  static void requireRoom(Problem problem, int rank, long bytes) {
    if (problem.target().byVariance() && bytes > problem.memory()) {
      throw new MemoryExceededException(
          "a share of "
              + problem.target().variance()
              + " of the variance takes "
              + rank
              + " components or more, and solving for them "
              + Bytes.text(bytes)
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; ask for a smaller share, or for "
              + rank / 2
              + " components",
          bytes);
    }
  }
}
