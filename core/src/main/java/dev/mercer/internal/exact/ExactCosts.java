package dev.mercer.internal.exact;

import dev.mercer.MemoryExceededException;
import dev.mercer.Plan;
import dev.mercer.data.Rows;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.eigen.BlockKrylovSolver;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.LowRankSpectrum;
import dev.mercer.internal.eigen.RefinedSolver;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** What an exact fit by products holds in memory and computes, before anything is allocated. */
final class ExactCosts {

  /** Passes an iterative solve takes on typical spectra; used for expected costs only. */
  static final int TYPICAL_PASSES = 12;

  static final int TYPICAL_SAMPLED_PASSES = 6;

  private final Problem problem;
  private final int rank;

  /**
   * @param rank components to solve for
   */
  ExactCosts(Problem problem, int rank) {
    this.problem = problem;
    this.rank = rank;
  }

  /** The plan of a fit by products with the Gram matrix. */
  Plan plan(String kind, String chosen, int block, int basis, int sample, List<String> notes) {
    Rows rows = problem.rows();
    int n = rows.count();
    int threads = problem.workers().threads();
    boolean single = problem.single();
    boolean dense = chosen.equals("dense");
    int tile = new TileGrid(n).tileRows();
    boolean given = kind.equals(ExactPlanner.PRECOMPUTED);
    int columns = given ? 0 : rows.columns();
    long points = given ? 8L * n : KernelTiles.bytes(rows, problem.kernel(), single, tile, threads);
    long matrix =
        switch (kind) {
          case ExactPlanner.STORED ->
              dense ? TiledGram.bytes(n, single, threads) : StoredGram.bytes(n, single);
          case ExactPlanner.REFINED ->
              StoredGram.bytes(n, true)
                  + TiledGram.bytes(n, false, threads)
                  + KernelTiles.bytes(rows, problem.kernel(), true, tile, threads);
          default -> TiledGram.bytes(n, single, threads);
        };
    long solving = solverBytes(chosen, block, basis, sample, kind, problem, rank);
    long gramBytes = rows.bytes() + points + matrix;
    double flops = (double) n * (n + tile) * rows.columns();
    long values = given ? 0 : (long) n * (n + tile) / 2;
    int passes = dense ? 1 : sample > 0 ? TYPICAL_SAMPLED_PASSES : TYPICAL_PASSES;
    double passFlops = 2.0 * n * n * Math.max(1, block);
    List<Plan.Stage> stages = new ArrayList<>();
    boolean kept = kind.equals(ExactPlanner.STORED) && !dense || kind.equals(ExactPlanner.REFINED);
    stages.add(new Plan.Stage("gram", gramBytes, kept ? values : 0, kept ? flops : 0, 0));
    double exactPasses =
        kind.equals(ExactPlanner.REFINED)
            ? 3
            : kind.equals(ExactPlanner.TILED) ? passes : dense ? 1 : 0;
    double solveFlops = dense ? 4.0 / 3 * n * (double) n * n * 8 : passes * passFlops;
    stages.add(
        new Plan.Stage(
            "solve",
            gramBytes + solving,
            (long) (exactPasses * values) + (given ? 0 : (long) sample * (n + sample)),
            solveFlops + exactPasses * (given ? 0 : flops) + SampleSize.cost(n, columns, sample),
            kept ? (double) passes * StoredGram.bytes(n, single) : 0));
    return new Plan(
        "exact",
        kind,
        chosen,
        block,
        basis,
        sample,
        single,
        List.copyOf(stages),
        List.copyOf(notes));
  }

  /** Bytes of a solve beside the operator. */
  static long solverBytes(
      String name, int block, int basis, int sample, String kind, Problem problem, int rank) {
    EigenSolver solver =
        kind.equals(ExactPlanner.REFINED)
            ? new RefinedSolver(null, BlockKrylovSolver.withBlock(block).withBasis(basis))
            : ExactPlanner.solver(name, block, basis, problem);
    int n = problem.rows().count();
    int columns = Math.max(block, rank) + 1;
    long sampling =
        sample == 0
            ? 0
            : LowRankSpectrum.bytes(n, sample, block)
                + KernelTiles.columnBytes(
                    problem.rows().columns(),
                    sample,
                    new TileGrid(n).tileRows(),
                    problem.workers().threads())
                + NearMeans.bytes(problem.rows().columns(), sample, problem.workers().threads());
    return solver.bytes(n, rank)
        + sampling
        // what a product and the centring around it copy, and the components
        + KernelOperator.productBytes(n, columns, problem.workers().threads())
        + 8L * n * (2L * columns + 3L * rank + 4);
  }

  /**
   * Fails if a solve for more components than planned, to reach a share of the variance, is too
   * large.
   */
  public static void requireRoom(Problem problem, Plan plan, int rank) {
    long bytes =
        plan.stages().get(0).bytes()
            + solverBytes(
                plan.solver(),
                plan.block(),
                plan.basis(),
                plan.sample(),
                plan.operator(),
                problem,
                rank);
    requireRoom(problem, rank, bytes);
  }

  /** The same where the bytes are known. */
  public static void requireRoom(Problem problem, int rank, long bytes) {
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
