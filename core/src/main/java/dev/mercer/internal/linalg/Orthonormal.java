package dev.mercer.internal.linalg;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;

/**
 * Extends an orthonormal basis V by a block of columns W, which may be linearly dependent.
 *
 * <ol>
 *   <li>W = W - V (V'W)
 *   <li>U S^2 U' = W'W: the columns of W U are orthogonal, with norms S
 *   <li>directions whose norm is above {@value #STRONG} of the largest, called strong, are divided
 *       by their norms S. Then Q = Q - V(V'Q), Q = Q (Q'Q)^-1/2 is repeated, until the deviation
 *       from orthonormality before a round was so small that its square is below rounding
 *   <li>the strong directions join V. The weak ones, which still contain rounding errors of the
 *       size of the largest, start again at step 1; directions below {@code negligible} are dropped
 * </ol>
 *
 * From a Gram matrix, singular values can be computed only down to 1e-8 of the largest. This is the
 * reason for the threshold in step 3 and for starting again with the others [Stathopoulos and Wu
 * 2002, SVQB]. Cost: 8 n k b + 6 n b^2 flops for V of n x k and W of n x b of full rank, all in
 * matrix products, in four passes over the rows. Memory: that of {@link RowBlocks} and small square
 * matrices. The result is the same to the last bit for any number of threads.
 */
public final class Orthonormal {

  // Strong directions deviate from orthonormality by eps / STRONG^2 = 2e-6 after they are
  // normalized.
  private static final double STRONG = 1e-5;
  // A round squares the deviation, so that 1e-8 becomes 1e-16.
  private static final double SMALL_DEVIATION = 1e-8;
  // Two rounds are enough for genuine directions, and three for pure rounding errors.
  private static final int MOST_ROUNDS = 5;

  private final int rows;
  private final RowBlocks rowBlocks;
  private final Blas blas;
  private final double[] projection;
  private final double[] gram;
  private final double[] turn;
  private final double[] squares;

  /**
   * @param rows rows of the basis
   * @param columns most columns of the basis, including the block
   * @param block most columns of a block
   */
  public Orthonormal(int rows, int columns, int block, Workers workers) {
    this.rows = rows;
    this.blas = workers.blas();
    this.rowBlocks = new RowBlocks(rows, columns, block, workers);
    this.projection = new double[columns * block];
    this.gram = new double[block * block];
    this.turn = new double[block * block];
    this.squares = new double[block];
  }

  /** Bytes of working memory, including that of the small eigenproblems. */
  public static long bytes(int rows, int columns, int block) {
    return RowBlocks.bytes(rows, columns, block)
        + 8L * ((long) columns * block + 4L * block * block + 16L * block + 16);
  }

  /**
   * Makes columns {@code size} to {@code size + block - 1} of {@code basis} orthonormal, and
   * orthogonal to the columns before them.
   *
   * @param basis its first {@code size} columns are orthonormal; the columns after them are
   *     modified
   * @param negligible norm below which a direction counts as rounding error
   * @return how many columns were kept, at most {@code block}; they come first, and the columns
   *     after them are undefined
   */
  public int extend(Tall basis, int size, int block, double negligible) {
    Tall known = basis.columns(0, size);
    Tall fresh = basis.columns(size, block);
    rowBlocks.transposeTimes(known, fresh, projection, block);
    return extendBy(basis, size, block, negligible, true);
  }

  /** {@link #extend} for a block that is first copied from another matrix. */
  public int extendBy(Tall source, Tall basis, int size, double negligible) {
    int block = source.columns();
    Tall fresh = basis.columns(size, block);
    rowBlocks
        .sweep()
        .copy(source, fresh)
        .transposeTimes(basis.columns(0, size), fresh, projection, block)
        .run();
    return extendBy(basis, size, block, negligible, true);
  }

  /** {@link #extend} for a block for which step 1 has already been done. */
  public int extendProjected(Tall basis, int size, int block, double negligible) {
    return extendBy(basis, size, block, negligible, false);
  }

  /**
   * @param subtract whether V'W, which {@code projection} then holds, must still be subtracted in
   *     the first round
   */
  private int extendBy(Tall basis, int size, int block, double negligible, boolean subtract) {
    int kept = 0;
    int most = Math.min(block, rows - size);
    while (kept < most) {
      int count = block - kept;
      Tall known = basis.columns(0, size + kept);
      Tall fresh = basis.columns(size + kept, count);
      if (kept > 0) {
        rowBlocks.transposeTimes(known, fresh, projection, count);
      }
      RowBlocks.Sweep sweep = rowBlocks.sweep();
      if ((subtract || kept > 0) && known.columns() > 0) {
        sweep.addProduct(-1, known, projection, count, 1, fresh);
      }
      sweep.transposeTimes(fresh, fresh, gram, count).run();
      int strong = Math.min(most - kept, strongDirections(count, negligible));
      if (strong == 0) {
        break;
      }
      Tall first = fresh.columns(0, strong);
      look(rowBlocks.sweep().rotate(fresh, turn, count, count), known, first).run();
      if (!polish(known, first)) {
        break;
      }
      kept += strong;
    }
    return kept;
  }

  /** Adds V'Q and Q'Q to the steps of a sweep. */
  private RowBlocks.Sweep look(RowBlocks.Sweep sweep, Tall known, Tall strong) {
    int count = strong.columns();
    return sweep
        .transposeTimes(known, strong, projection, count)
        .transposeTimes(strong, strong, gram, count);
  }

  /**
   * Computes from W'W in {@code gram} the factor {@code turn} that turns W into [Q, Z], where Q are
   * the strong directions, normalized, and Z the weak ones; returns the number of columns of Q.
   */
  private int strongDirections(int count, double negligible) {
    blas.symmetricEigen(count, gram, squares);
    double largest = squares[count - 1];
    double cut = Math.max(STRONG * STRONG * largest, negligible * negligible);
    int strong = 0;
    for (int j = 0; j < count; j++) {
      double square = squares[count - 1 - j];
      boolean keep = square > cut;
      strong += keep ? 1 : 0;
      double factor = keep ? 1 / Math.sqrt(square) : 1;
      for (int i = 0; i < count; i++) {
        turn[i * count + j] = factor * gram[(count - 1 - j) * count + i];
      }
    }
    return strong;
  }

  /**
   * Step 3, after V'Q and Q'Q have been computed. Returns false if the columns shrink in every
   * round, because V already spans them.
   */
  private boolean polish(Tall known, Tall strong) {
    int count = strong.columns();
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double deviation = largestProjection(known.columns() * count);
      subtractSpanned(known.columns(), count);
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
          deviation = Math.max(deviation, Math.abs(gram[i * count + j] - (i == j ? 1 : 0)));
        }
      }
      if (deviation <= Math.ulp(1.0)) {
        return true;
      }
      blas.symmetricEigen(count, gram, squares);
      if (squares[0] <= 0) {
        return false;
      }
      inverseRoot(count);
      RowBlocks.Sweep sweep = rowBlocks.sweep();
      if (known.columns() > 0) {
        sweep.addProduct(-1, known, projection, count, 1, strong);
      }
      sweep.rotate(strong, turn, count, count);
      if (deviation <= SMALL_DEVIATION) {
        sweep.run();
        return true;
      }
      look(sweep, known, strong).run();
    }
    return false;
  }

  private double largestProjection(int entries) {
    double largest = 0;
    for (int i = 0; i < entries; i++) {
      largest = Math.max(largest, Math.abs(projection[i]));
    }
    return largest;
  }

  /**
   * Updates {@code gram} to the Q'Q of Q - V(V'Q), which is computed later; this uses that V is
   * orthonormal.
   */
  private void subtractSpanned(int known, int count) {
    if (known > 0) {
      View p = View.of(projection, known, count);
      blas.add(-1, p.t(), p, View.of(gram, count, count));
    }
  }

  /**
   * turn = U diag(squares)^-1/2 U', the symmetric inverse root, which changes the columns least.
   */
  private void inverseRoot(int count) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int l = 0; l < count; l++) {
          sum += gram[l * count + i] * gram[l * count + j] / Math.sqrt(squares[l]);
        }
        turn[i * count + j] = sum;
        turn[j * count + i] = sum;
      }
    }
  }
}
