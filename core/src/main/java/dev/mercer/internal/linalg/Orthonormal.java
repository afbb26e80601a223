package dev.mercer.internal.linalg;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;

/**
 * Extends an orthonormal basis V by a block of columns W, however dependent they are.
 *
 * <ol>
 *   <li>W = W - V (V'W)
 *   <li>U S^2 U' = W'W: the columns of W U are orthogonal, with norms S
 *   <li>strong directions, S above {@value #STRONG} of the largest, are divided by S; then, until
 *       the deviation seen before a round is so small that its square is below rounding: Q = Q -
 *       V(V'Q), Q = Q (Q'Q)^-1/2
 *   <li>the strong ones join V, and the weak ones, which still carry rounding errors of the size of
 *       the largest, start again at step 1; what is below {@code negligible} is dropped
 * </ol>
 *
 * A Gram matrix knows singular values only down to 1e-8 of the largest, hence the threshold of step
 * 3 and the new start for the rest [Stathopoulos and Wu 2002, SVQB]. Cost: 8 n k b + 6 n b^2 flops
 * for n x k V and n x b W of full rank, all in matrix products, in four sweeps over the rows;
 * memory is that of {@link RowBlocks} and small squares. The same bits for any number of threads.
 */
public final class Orthonormal {

  // Normalized strong directions deviate from orthonormal by eps / STRONG^2 = 2e-6.
  private static final double STRONG = 1e-5;
  // A round squares the deviation: 1e-8 leaves 1e-16.
  private static final double SMALL_DEVIATION = 1e-8;
  // Two rounds do for genuine directions, three for pure rounding errors.
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
   * @param columns most columns of the basis, block included
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

  /** Bytes of working memory, that of the small eigenproblems included. */
  public static long bytes(int rows, int columns, int block) {
    return RowBlocks.bytes(rows, columns, block)
        + 8L * ((long) columns * block + 4L * block * block + 16L * block + 16);
  }

  /**
   * Makes columns {@code size} to {@code size + block - 1} of {@code basis} orthonormal, also to
   * the columns before them.
   *
   * @param basis its first {@code size} columns are orthonormal; modified from there on
   * @param negligible norm below which a direction counts as rounding error
   * @return how many columns were kept, at most {@code block}; they come first, and what follows
   *     them is undefined
   */
  public int extend(Tall basis, int size, int block, double negligible) {
    Tall known = basis.columns(0, size);
    Tall fresh = basis.columns(size, block);
    rowBlocks.transposeTimes(known, fresh, projection, block);
    return extendBy(basis, size, block, negligible, true);
  }

  /** {@link #extend} for a block that is first copied from elsewhere. */
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

  /** {@link #extend} for a block from which step 1 has been taken already. */
  public int extendProjected(Tall basis, int size, int block, double negligible) {
    return extendBy(basis, size, block, negligible, false);
  }

  /**
   * @param subtract whether V'W, which {@code projection} then holds, is still to be subtracted at
   *     first
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

  /** Also computes V'Q and Q'Q. */
  private RowBlocks.Sweep look(RowBlocks.Sweep sweep, Tall known, Tall strong) {
    int count = strong.columns();
    return sweep
        .transposeTimes(known, strong, projection, count)
        .transposeTimes(strong, strong, gram, count);
  }

  /**
   * From W'W in {@code gram} the turn that makes W = [Q, Z]: Q the strong directions, normalized, Z
   * the weak ones; returns the width of Q.
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
   * Step 3, with V'Q and Q'Q at hand; false if the columns shrink again and again: V already spans
   * them.
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

  /** Q'Q of Q - V(V'Q), which is to come: V is orthonormal. */
  private void subtractSpanned(int known, int count) {
    if (known > 0) {
      View p = View.of(projection, known, count);
      blas.add(-1, p.t(), p, View.of(gram, count, count));
    }
  }

  /** turn = U diag(squares)^-1/2 U', the symmetric root, which moves columns least. */
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
