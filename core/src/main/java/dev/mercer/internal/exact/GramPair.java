package dev.mercer.internal.exact;

import dev.mercer.internal.blocks.GramTiles;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.PrecomputedTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.eigen.DavidsonSolver;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.LowRankSpectrum;
import dev.mercer.internal.eigen.RefinedSolver;
import dev.mercer.internal.fastsum.ExpansionGram;
import dev.mercer.internal.fastsum.KernelSum;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.problem.Problem;

/**
 * The Gram matrix of an exact fit in the form that its route needs.
 *
 * @param exact the operator whose eigenpairs are wanted
 * @param tiles the source of its entries; null for fast sums, which have none
 * @param fast the same matrix stored in float, for a refined solve; null otherwise
 */
public record GramPair(
    ExactRoute.ByProducts route, KernelOperator exact, GramTiles tiles, KernelOperator fast) {

  /** Creates the operators; for stored ones this computes all kernel values. */
  public static GramPair of(Problem problem, ExactRoute.ByProducts route) {
    return route instanceof ExactRoute.Sums sums
        ? bySums(problem, sums)
        : byTiles(problem, (ExactRoute.Tiles) route);
  }

  private static GramPair bySums(Problem problem, ExactRoute.Sums route) {
    KernelSum sum = route.sum().build(problem.workers());
    return new GramPair(
        route, new ExpansionGram(problem.rows(), problem.kernel(), sum), null, null);
  }

  private static GramPair byTiles(Problem problem, ExactRoute.Tiles route) {
    if (route.given()) {
      PrecomputedTiles given = new PrecomputedTiles(problem.rows());
      return new GramPair(route, TiledGram.precomputed(given, problem.workers()), given, null);
    }
    boolean single = problem.single();
    KernelTiles tiles = tiles(problem, single);
    KernelOperator exact =
        route.stored()
            ? new StoredGram(tiles, single, problem.workers())
            : new TiledGram(tiles, single, problem.workers());
    KernelOperator fast =
        route.refined() ? new StoredGram(tiles(problem, true), true, problem.workers()) : null;
    return new GramPair(route, exact, tiles, fast);
  }

  /**
   * The whole Gram matrix in double, tile by tile; either precomputed or recomputed in every
   * product.
   */
  public static KernelOperator recomputed(Problem problem) {
    return problem.kernel().hasPoints()
        ? new TiledGram(tiles(problem, false), false, problem.workers())
        : TiledGram.precomputed(new PrecomputedTiles(problem.rows()), problem.workers());
  }

  /**
   * Bytes of {@link #recomputed} beside the rows, including those of a product with this many
   * vectors.
   */
  public static long recomputedBytes(Problem problem, int vectors) {
    int n = problem.rows().count();
    int threads = problem.workers().threads();
    int tile = new TileGrid(n).tileRows();
    return KernelOperator.productBytes(n, vectors, threads)
        + TiledGram.bytes(n, false, threads)
        + (problem.kernel().hasPoints()
            ? KernelTiles.bytes(problem.rows(), problem.kernel(), false, tile, threads)
            : 0);
  }

  private static KernelTiles tiles(Problem problem, boolean single) {
    int tile = new TileGrid(problem.rows().count()).tileRows();
    return new KernelTiles(problem.rows(), problem.kernel(), single, tile, problem.workers());
  }

  /**
   * The solver for {@code rank} components of {@code centered}, which is {@link #exact} weighted
   * and centered.
   */
  EigenSolver solver(Problem problem, CenteredOperator centered, int rank) {
    Solving solving = route.solving();
    if (solving.sample() > 0) {
      return sampled(problem, centered, rank);
    }
    if (fast == null) {
      return solving.solver(problem);
    }
    return new RefinedSolver(
        new CenteredOperator(fast, problem.weights(), problem.center(), problem.workers()),
        solving.blockKrylov());
  }

  private EigenSolver sampled(Problem problem, CenteredOperator centered, int rank) {
    Solving solving = route.solving();
    LowRankSpectrum spectrum =
        new SampledSpectrum(problem, tiles, centered).of(solving.sample(), rank, solving.block());
    if (spectrum == null) {
      return solving.blockKrylov();
    }
    // The product with the mean is computed in the first pass as one more vector.
    int first = Math.max(1, solving.block() - (problem.center() ? 1 : 0));
    return new DavidsonSolver(spectrum, first, solving.block(), solving.basis());
  }

  public long evaluations() {
    return exact.evaluations() + (fast == null ? 0 : fast.evaluations());
  }
}
