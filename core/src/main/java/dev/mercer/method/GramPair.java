package dev.mercer.method;

import dev.mercer.data.Rows;
import dev.mercer.eigen.BlockKrylovSolver;
import dev.mercer.eigen.EigenSolver;
import dev.mercer.eigen.RefinedSolver;
import dev.mercer.gram.CenteredOperator;
import dev.mercer.gram.KernelOperator;
import dev.mercer.gram.KernelTiles;
import dev.mercer.gram.PrecomputedTiles;
import dev.mercer.gram.StoredGram;
import dev.mercer.gram.TileGrid;
import dev.mercer.gram.TiledGram;
import dev.mercer.kernel.Precomputed;

/**
 * The Gram matrix of an exact fit as its plan wants it.
 *
 * @param exact the operator whose eigenpairs are wanted
 * @param fast the same matrix stored in float, for a refined solve; null otherwise
 */
record GramPair(KernelOperator exact, KernelOperator fast) {

  /** Makes the operators; the expensive part of stored ones. */
  static GramPair of(Problem problem, Plan plan) {
    Rows rows = problem.rows();
    if (plan.operator().equals(ExactPlanner.PRECOMPUTED)) {
      return new GramPair(
          TiledGram.precomputed(new PrecomputedTiles(rows), problem.workers()), null);
    }
    boolean single = problem.single();
    boolean refined = plan.operator().equals(ExactPlanner.REFINED);
    boolean kept = plan.operator().equals(ExactPlanner.STORED) && !plan.solver().equals("dense");
    KernelTiles tiles = tiles(problem, single);
    KernelOperator exact =
        kept
            ? new StoredGram(tiles, single, problem.workers())
            : new TiledGram(tiles, single, problem.workers());
    KernelOperator fast =
        refined ? new StoredGram(tiles(problem, true), true, problem.workers()) : null;
    return new GramPair(exact, fast);
  }

  /** The whole Gram matrix in double, tile by tile, given or computed anew in every product. */
  static KernelOperator recomputed(Problem problem) {
    return problem.kernel() instanceof Precomputed
        ? TiledGram.precomputed(new PrecomputedTiles(problem.rows()), problem.workers())
        : new TiledGram(tiles(problem, false), false, problem.workers());
  }

  /** Bytes of {@link #recomputed} beside the rows, and of a product with so many vectors. */
  static long recomputedBytes(Problem problem, int vectors) {
    int n = problem.rows().count();
    int threads = problem.workers().threads();
    int tile = new TileGrid(n).tileRows();
    return KernelOperator.productBytes(n, vectors, threads)
        + TiledGram.bytes(n, false, threads)
        + (problem.kernel() instanceof Precomputed
            ? 0
            : KernelTiles.bytes(problem.rows(), problem.kernel(), false, tile, threads));
  }

  private static KernelTiles tiles(Problem problem, boolean single) {
    int tile = new TileGrid(problem.rows().count()).tileRows();
    return new KernelTiles(problem.rows(), problem.kernel(), single, tile, problem.workers());
  }

  EigenSolver solver(Problem problem, Plan plan) {
    if (fast == null) {
      return ExactPlanner.solver(plan.solver(), plan.block(), plan.basis(), problem);
    }
    return new RefinedSolver(
        new CenteredOperator(fast, problem.weights(), problem.center()),
        BlockKrylovSolver.withBlock(plan.block()).withBasis(plan.basis()));
  }

  long evaluations() {
    return exact.evaluations() + (fast == null ? 0 : fast.evaluations());
  }
}
