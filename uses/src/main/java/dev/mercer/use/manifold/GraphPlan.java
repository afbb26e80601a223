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
 * How the eigenpairs of a graph are computed. It is decided from the size and the memory before
 * anything is allocated, and is the first of these that fits:
 *
 * <ol>
 *   <li>up to {@value #MOST_DENSE} points: dense. The eigenvalues of a graph crowd below 1, which
 *       makes iterations slow, so dense stays the better choice for longer than in kernel PCA
 *   <li>kernel values stored in tiles, block Krylov
 *   <li>kernel values computed anew in every pass, block Krylov; memory grows only with n
 * </ol>
 *
 * @param stored whether kernel values are kept
 * @param bytes the heap used while solving, including the rows
 */
record GraphPlan(boolean stored, EigenSolver solver, long bytes) {

  static final int MOST_DENSE = 2000;

  /** Vectors besides those of the solver: degrees, scales, eigenvectors, functions, copies. */
  private static final int VECTORS = 8;

  /**
   * @param points the points of the graph
   * @param vectors the number of eigenvectors wanted
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

  /** A note for the user if the number of threads changes the plan; null if it does not. */
  static String note(Problem problem, Rows points, int vectors) {
    String together = of(problem, points, vectors).path();
    String alone = of(problem.onOneThread(), points, vectors).path();
    return alone.equals(together) ? null : ThreadNote.text(problem, alone, together);
  }

  private String path() {
    String name = solver.kind().text();
    return dense() ? name : (stored ? "stored" : "tiled") + " kernel values, " + name;
  }

  /** Whether all eigenpairs are computed at once from the dense matrix. */
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
