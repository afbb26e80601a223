package dev.mercer.use.manifold;

import dev.mercer.MemoryExceededException;
import dev.mercer.data.Rows;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.eigen.BlockKrylovSolver;
import dev.mercer.internal.eigen.DenseSolver;
import dev.mercer.internal.eigen.EigenSolver;
import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.gram.TiledGram;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.ThreadNote;

/**
 * How the eigenpairs of a graph are found, decided by its size and the memory before anything is
 * allocated: the first of these that fits.
 *
 * <ol>
 *   <li>up to {@value #MOST_DENSE} points: dense. Eigenvalues of a graph crowd below 1, which is
 *       slow for an iteration, so dense stays the better choice longer than for kernel PCA
 *   <li>kernel values stored in tiles, block Krylov
 *   <li>kernel values computed anew in every pass, block Krylov; memory grows with n only
 * </ol>
 *
 * @param stored whether kernel values are kept
 * @param bytes heap held while solving, the rows included
 */
record GraphPlan(boolean stored, EigenSolver solver, long bytes) {

  static final int MOST_DENSE = 2000;

  /** Vectors beside the solver's: degrees, scales, eigenvectors, functions, their copies. */
  private static final int VECTORS = 8;

  /**
   * @param points those of the graph
   * @param vectors eigenvectors wanted
   */
  static GraphPlan of(Problem problem, Rows points, int vectors) {
    int n = points.count();
    long held = problem.rows().bytes() + (points == problem.rows() ? 0 : points.bytes());
    long most = problem.memory();
    GraphPlan dense = plan(problem, points, vectors, held, false, new DenseSolver());
    if (n <= MOST_DENSE && dense.bytes() <= most) {
      return dense;
    }
    GraphPlan stored = plan(problem, points, vectors, held, true, new BlockKrylovSolver());
    if (stored.bytes() <= most) {
      return stored;
    }
    GraphPlan tiled = plan(problem, points, vectors, held, false, new BlockKrylovSolver());
    if (tiled.bytes() <= most) {
      return tiled;
    }
    throw new MemoryExceededException(
        "the graph of "
            + n
            + " points takes "
            + Bytes.text(tiled.bytes())
            + " with kernel values computed anew in every pass, but "
            + Bytes.text(most)
            + " of heap are allowed; take landmarks, or about "
            + (long) ((double) most / tiled.bytes() * n)
            + " points",
        tiled.bytes());
  }

  /** What the user should know of the threads; null if they decide nothing. */
  static String note(Problem problem, Rows points, int vectors) {
    String together = of(problem, points, vectors).path();
    String alone = of(problem.onOneThread(), points, vectors).path();
    return alone.equals(together) ? null : ThreadNote.text(problem, alone, together);
  }

  private String path() {
    String name = solver.kind().text();
    return dense() ? name : (stored ? "stored" : "tiled") + " kernel values, " + name;
  }

  /** Whether all pairs are solved for at once. */
  boolean dense() {
    return solver.kind() == SolverKind.DENSE;
  }

  private static GraphPlan plan(
      Problem problem, Rows points, int vectors, long held, boolean stored, EigenSolver solver) {
    int n = points.count();
    int threads = problem.workers().threads();
    int tile = new TileGrid(n).tileRows();
    int columns = Math.max(BlockKrylovSolver.defaultBlock(vectors), vectors);
    long matrix = stored ? StoredGram.bytes(n, false) : TiledGram.bytes(n, false, threads);
    return new GraphPlan(
        stored,
        solver,
        held
            + KernelTiles.bytes(points, problem.kernel(), false, tile, threads)
            + matrix
            + solver.bytes(n, vectors)
            + KernelOperator.productBytes(n, columns, threads)
            + 8L * n * columns
            + 8L * (VECTORS + 4L * vectors) * Math.max(n, problem.rows().count()));
  }
}
