package dev.mercer.linalg;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;
import dev.mercer.backend.Workers;
import java.util.Arrays;

/**
 * Dense work on tall matrices (many rows, few columns), in fixed blocks of rows.
 *
 * <p>The grid of blocks follows from the number of rows alone, every block is one matrix product,
 * and sums over blocks are taken in block order: results are the same bits for any number of
 * threads. All scratch memory is allocated once, {@link #bytes}. An object serves one thread of
 * control at a time; the threads inside are those of its {@link Workers}.
 *
 * <p>Nothing is scaled: squares of the entries must neither overflow nor vanish.
 */
public final class RowBlocks {

  // A block should keep a core busy for longer than handing it out takes, and still fit its cache.
  private static final int ROWS_OF_A_BLOCK = 1024;
  // Each block owns a partial sum: their number is bounded so that memory does not grow with n.
  private static final int MOST_BLOCKS = 32;
  // Rows turned at once by an in-place rotation.
  private static final int SLAB = 64;

  private final int rows;
  private final int blocks;
  private final int rowsOfBlock;
  private final int scratchOfBlock;
  private final double[] scratch;
  private final Workers workers;
  private final Blas blas = Backend.instance().blas();

  /**
   * @param rows rows of every matrix used
   * @param columns most columns of a left factor
   * @param block most columns of a right factor
   */
  public RowBlocks(int rows, int columns, int block, Workers workers) {
    this.rows = rows;
    this.blocks = blocks(rows);
    this.rowsOfBlock = (rows + blocks - 1) / blocks;
    this.scratchOfBlock = scratchOfBlock(columns, block);
    this.scratch = new double[blocks * scratchOfBlock];
    this.workers = workers;
  }

  /** Bytes of scratch memory. */
  public static long bytes(int rows, int columns, int block) {
    return 8L * blocks(rows) * scratchOfBlock(columns, block);
  }

  private static int blocks(int rows) {
    return Math.max(1, Math.min(MOST_BLOCKS, (rows + ROWS_OF_A_BLOCK - 1) / ROWS_OF_A_BLOCK));
  }

  private static int scratchOfBlock(int columns, int block) {
    return columns * Math.max(block, SLAB);
  }

  /** C = A'B, stored row-major with leading dimension {@code ldc}. */
  public void transposeTimes(Tall a, Tall b, double[] c, int ldc) {
    int size = a.columns() * b.columns();
    if (size == 0) {
      return;
    }
    workers.run(
        blocks,
        (index, worker) -> {
          int from = from(index);
          blas.gemm(
              true,
              false,
              a.columns(),
              b.columns(),
              from(index + 1) - from,
              1,
              a.values(),
              a.offset() + from * a.stride(),
              a.stride(),
              b.values(),
              b.offset() + from * b.stride(),
              b.stride(),
              0,
              scratch,
              index * scratchOfBlock,
              b.columns());
        });
    // Scratch of block 0 collects the sum, block by block in order.
    for (int index = 1; index < blocks; index++) {
      int other = index * scratchOfBlock;
      for (int i = 0; i < size; i++) {
        scratch[i] += scratch[other + i];
      }
    }
    for (int i = 0; i < a.columns(); i++) {
      System.arraycopy(scratch, i * b.columns(), c, i * ldc, b.columns());
    }
  }

  /** C = alpha A S + beta C with S (columns of A x columns of C) row-major, {@code lds}. */
  public void addProduct(double alpha, Tall a, double[] s, int lds, double beta, Tall c) {
    workers.run(
        blocks,
        (index, worker) -> {
          int from = from(index);
          blas.gemm(
              false,
              false,
              from(index + 1) - from,
              c.columns(),
              a.columns(),
              alpha,
              a.values(),
              a.offset() + from * a.stride(),
              a.stride(),
              s,
              0,
              lds,
              beta,
              c.values(),
              c.offset() + from * c.stride(),
              c.stride());
        });
  }

  /** The first {@code count} columns of A become A S, S row-major with leading dimension lds. */
  public void rotate(Tall a, double[] s, int lds, int count) {
    workers.run(
        blocks,
        (index, worker) -> {
          int mine = index * scratchOfBlock;
          int to = from(index + 1);
          for (int from = from(index); from < to; from += SLAB) {
            int height = Math.min(SLAB, to - from);
            int start = a.offset() + from * a.stride();
            blas.gemm(
                false,
                false,
                height,
                count,
                a.columns(),
                1,
                a.values(),
                start,
                a.stride(),
                s,
                0,
                lds,
                0,
                scratch,
                mine,
                count);
            for (int i = 0; i < height; i++) {
              System.arraycopy(
                  scratch, mine + i * count, a.values(), start + i * a.stride(), count);
            }
          }
        });
  }

  /** Copies one matrix onto another with as many columns, elsewhere or to its left. */
  public void copy(Tall source, Tall target) {
    workers.run(
        blocks,
        (index, worker) -> {
          for (int i = from(index); i < from(index + 1); i++) {
            System.arraycopy(
                source.values(),
                source.offset() + i * source.stride(),
                target.values(),
                target.offset() + i * target.stride(),
                source.columns());
          }
        });
  }

  /** C = alpha A + beta B + gamma C, entry by entry; C may not overlap the others. */
  public void combine(double alpha, Tall a, double beta, Tall b, double gamma, Tall c) {
    workers.run(
        blocks,
        (index, worker) -> {
          for (int i = from(index); i < from(index + 1); i++) {
            int ofA = a.offset() + i * a.stride();
            int ofB = b.offset() + i * b.stride();
            int ofC = c.offset() + i * c.stride();
            for (int j = 0; j < c.columns(); j++) {
              c.values()[ofC + j] =
                  alpha * a.values()[ofA + j]
                      + beta * b.values()[ofB + j]
                      + gamma * c.values()[ofC + j];
            }
          }
        });
  }

  /** Euclidean norm of every column. */
  public void columnNorms(Tall a, double[] norms) {
    int columns = a.columns();
    workers.run(
        blocks,
        (index, worker) -> {
          int mine = index * scratchOfBlock;
          Arrays.fill(scratch, mine, mine + columns, 0);
          for (int i = from(index); i < from(index + 1); i++) {
            int row = a.offset() + i * a.stride();
            for (int j = 0; j < columns; j++) {
              double value = a.values()[row + j];
              scratch[mine + j] += value * value;
            }
          }
        });
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int index = 0; index < blocks; index++) {
        sum += scratch[index * scratchOfBlock + j];
      }
      norms[j] = Math.sqrt(sum);
    }
  }

  private int from(int index) {
    return (int) Math.min(rows, (long) index * rowsOfBlock);
  }
}
