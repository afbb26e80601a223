package dev.mercer.internal.linalg;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.ThinProducts;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Operations on tall matrices (many rows, few columns), in fixed blocks of rows.
 *
 * <p>The division into blocks depends on the number of rows alone, and sums over blocks are
 * computed in block order, so results are the same to the last bit for any number of threads. Where
 * {@link ThinProducts} are available, they multiply matrices with up to {@value #MOST_THIN}
 * columns, in panels, the last of which is filled up with zeros. All other products are left to
 * BLAS, which copies a whole factor before it multiplies.
 *
 * <p>All scratch memory is allocated once; its size is {@link #bytes}. An object may be used by one
 * thread at a time; inside, it uses the threads of its {@link Workers}.
 *
 * <p>Nothing is scaled, so squares of the entries must neither overflow nor underflow.
 */
public final class RowBlocks {

  // A block should keep a core busy for longer than handing it to a thread takes, and still fit the
  // core's cache.
  private static final int ROWS_OF_A_BLOCK = 1024;
  // Each block has its own partial sum. The number of blocks is limited so that this memory does
  // not grow with n.
  private static final int MOST_BLOCKS = 32;
  private static final int SLAB = ThinPanels.SLAB;
  // With more columns, what BLAS copies is small compared with the product.
  private static final int MOST_THIN = 16;
  private static final int PANEL = ThinPanels.COLUMNS;

  private final int rows;
  private final int blocks;
  private final int rowsOfBlock;
  private final int scratchOfBlock;
  private final double[] scratch;
  private final Workers workers;
  private final Blas blas;
  private final boolean hasThin;
  private final ThinPanels panels;

  /**
   * @param rows rows of every matrix that will be used
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
    this.blas = workers.blas();
    this.hasThin = workers.backend().simd().thin().isPresent();
    this.panels = new ThinPanels(scratch, workers.backend().maps());
  }

  /** Bytes of scratch memory. */
  public static long bytes(int rows, int columns, int block) {
    return 8L * blocks(rows) * scratchOfBlock(columns, block);
  }

  private static int blocks(int rows) {
    return Math.max(1, Math.min(MOST_BLOCKS, (rows + ROWS_OF_A_BLOCK - 1) / ROWS_OF_A_BLOCK));
  }

  /** Sums or some rows (a slab), followed by a slab of panels. */
  private static int scratchOfBlock(int columns, int block) {
    return columns * Math.max(block, SLAB) + SLAB * MOST_THIN;
  }

  private boolean thin(int columns) {
    return hasThin && columns <= MOST_THIN;
  }

  /**
   * Where the scratch memory of a block, which begins at {@code mine}, has room for a slab of
   * panels.
   */
  private int slab(int mine) {
    return mine + scratchOfBlock - SLAB * MOST_THIN;
  }

  /**
   * Several steps, one after the other, that each block of rows goes through independently. So
   * there is one batch of tasks instead of many, and what a step has written is still in the cache
   * for the next step. Of rows outside its block, a step may read only what an earlier sweep has
   * written. Sums over all rows are available after {@link #run}.
   */
  public final class Sweep {

    private final List<Step> steps = new ArrayList<>();
    private final List<Runnable> ends = new ArrayList<>();
    private int used; // how much of each block's scratch memory holds sums

    private Sweep() {}

    /** C = A'B, stored row-major with leading dimension {@code ldc}. */
    public Sweep transposeTimes(Tall a, Tall b, double[] c, int ldc) {
      int size = a.columns() * b.columns();
      if (size == 0) {
        return this;
      }
      if (thin(b.columns())) {
        for (int first = 0; first < b.columns(); first += PANEL) {
          Tall panel = b.columns(first, Math.min(PANEL, b.columns() - first));
          transposeTimesPanel(a, panel, c, first, ldc);
        }
        return this;
      }
      int at = reserve(size);
      steps.add(
          (from, to, mine) -> {
            View sum = View.at(scratch, mine + at, a.columns(), b.columns(), b.columns());
            blas.product(a.rows(from, to - from).t(), b.rows(from, to - from), sum);
          });
      ends.add(
          () -> {
            sum(at, size);
            for (int i = 0; i < a.columns(); i++) {
              System.arraycopy(scratch, at + i * b.columns(), c, i * ldc, b.columns());
            }
          });
      return this;
    }

    /** Columns of C = A'B from {@code first} on, where B is no wider than a panel. */
    private void transposeTimesPanel(Tall a, Tall b, double[] c, int first, int ldc) {
      int size = a.columns() * PANEL;
      int at = reserve(size);
      steps.add((from, to, mine) -> panels.sum(a, b, from, to, slab(mine), mine + at));
      ends.add(
          () -> {
            sum(at, size);
            for (int i = 0; i < a.columns(); i++) {
              System.arraycopy(scratch, at + i * PANEL, c, i * ldc + first, b.columns());
            }
          });
    }

    /**
     * C = alpha A S + beta C, where S (columns of A x columns of C) is row-major with leading
     * dimension {@code lds}. S is read when this method is called, not when the sweep runs.
     */
    public Sweep addProduct(double alpha, Tall a, double[] s, int lds, double beta, Tall c) {
      if (thin(c.columns())) {
        for (int first = 0; first < c.columns(); first += PANEL) {
          Tall panel = c.columns(first, Math.min(PANEL, c.columns() - first));
          double[] factor = ThinPanels.panel(alpha, s, a.columns(), first, panel.columns(), lds);
          steps.add((from, to, mine) -> panels.add(a, factor, beta, panel, from, to, slab(mine)));
        }
        return this;
      }
      View factor = View.at(s, 0, a.columns(), c.columns(), lds);
      steps.add(
          (from, to, mine) -> {
            int count = to - from;
            blas.multiply(alpha, a.rows(from, count), factor, beta, c.rows(from, count));
          });
      return this;
    }

    /**
     * Replaces the first {@code count} columns of A by A S, where S is row-major with leading
     * dimension {@code lds}.
     */
    public Sweep rotate(Tall a, double[] s, int lds, int count) {
      if (thin(count)) {
        double[][] factors = new double[(count + PANEL - 1) / PANEL][];
        for (int k = 0; k < factors.length; k++) {
          int first = k * PANEL;
          factors[k] =
              ThinPanels.panel(1, s, a.columns(), first, Math.min(PANEL, count - first), lds);
        }
        steps.add((from, to, mine) -> panels.turn(a, factors, count, from, to, slab(mine)));
        return this;
      }
      int at = used; // used only until the step is over, so it is not reserved
      require(at + SLAB * count);
      steps.add((from, to, mine) -> turn(a, s, lds, count, from, to, mine + at));
      return this;
    }

    /**
     * Copies a matrix to another with as many columns, which may overlap it only if it lies further
     * left.
     */
    public Sweep copy(Tall source, Tall target) {
      steps.add(
          (from, to, mine) -> {
            for (int i = from; i < to; i++) {
              System.arraycopy(
                  source.values(),
                  source.offset() + i * source.stride(),
                  target.values(),
                  target.offset() + i * target.stride(),
                  source.columns());
            }
          });
      return this;
    }

    /** Euclidean norm of every column. */
    public Sweep columnNorms(Tall a, double[] norms) {
      int columns = a.columns();
      int at = reserve(columns);
      steps.add((from, to, mine) -> addSquares(a, from, to, mine + at));
      ends.add(
          () -> {
            sum(at, columns);
            for (int j = 0; j < columns; j++) {
              norms[j] = Math.sqrt(scratch[at + j]);
            }
          });
      return this;
    }

    private int reserve(int size) {
      int at = used;
      used += size;
      require(used);
      return at;
    }

    private void require(int size) {
      int most = slab(0);
      if (size > most) {
        throw new IllegalStateException(
            "steps of a sweep need " + size + " numbers a block, there are " + most);
      }
    }

    /** Runs the steps, and then adds up the sums. */
    public void run() {
      workers.run(
          blocks,
          (index, worker) -> {
            for (Step step : steps) {
              step.run(from(index), from(index + 1), index * scratchOfBlock);
            }
          });
      ends.forEach(Runnable::run);
    }
  }

  /**
   * What is done with the rows {@code from} to {@code to - 1} of a block, whose scratch memory
   * begins at {@code mine}.
   */
  private interface Step {
    void run(int from, int to, int mine);
  }

  public Sweep sweep() {
    return new Sweep();
  }

  /** A sweep with the step {@link Sweep#transposeTimes} alone. */
  public void transposeTimes(Tall a, Tall b, double[] c, int ldc) {
    if (a.columns() * b.columns() > 0) {
      sweep().transposeTimes(a, b, c, ldc).run();
    }
  }

  /** A sweep with the step {@link Sweep#addProduct} alone. */
  public void addProduct(double alpha, Tall a, double[] s, int lds, double beta, Tall c) {
    sweep().addProduct(alpha, a, s, lds, beta, c).run();
  }

  /** A sweep with the step {@link Sweep#rotate} alone. */
  public void rotate(Tall a, double[] s, int lds, int count) {
    sweep().rotate(a, s, lds, count).run();
  }

  /** A sweep with the step {@link Sweep#copy} alone. */
  public void copy(Tall source, Tall target) {
    sweep().copy(source, target).run();
  }

  /** A sweep with the step {@link Sweep#columnNorms} alone. */
  public void columnNorms(Tall a, double[] norms) {
    sweep().columnNorms(a, norms).run();
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

  /** Adds the partial sums of all blocks to that of block 0, in block order. */
  private void sum(int at, int size) {
    for (int index = 1; index < blocks; index++) {
      int other = index * scratchOfBlock;
      for (int i = at; i < at + size; i++) {
        scratch[i] += scratch[other + i];
      }
    }
  }

  private void turn(Tall a, double[] s, int lds, int count, int first, int end, int at) {
    View factor = View.at(s, 0, a.columns(), count, lds);
    for (int from = first; from < end; from += SLAB) {
      int height = Math.min(SLAB, end - from);
      blas.product(a.rows(from, height), factor, View.at(scratch, at, height, count, count));
      int start = a.offset() + from * a.stride();
      for (int i = 0; i < height; i++) {
        System.arraycopy(scratch, at + i * count, a.values(), start + i * a.stride(), count);
      }
    }
  }

  private void addSquares(Tall a, int from, int to, int at) {
    int columns = a.columns();
    Arrays.fill(scratch, at, at + columns, 0);
    for (int i = from; i < to; i++) {
      int row = a.offset() + i * a.stride();
      for (int j = 0; j < columns; j++) {
        double value = a.values()[row + j];
        scratch[at + j] += value * value;
      }
    }
  }

  private int from(int index) {
    return (int) Math.min(rows, (long) index * rowsOfBlock);
  }
}
