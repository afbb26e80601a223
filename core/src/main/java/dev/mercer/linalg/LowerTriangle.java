package dev.mercer.linalg;

import dev.mercer.backend.Backend;
import dev.mercer.backend.Blas;

/**
 * Solves with a lower triangular matrix L for many right-hand sides that are rows, X = X L^-T, at
 * the speed of GEMM: the triangular solve of BLAS reaches a quarter of it on such shapes.
 *
 * <ol>
 *   <li>once: the inverses of the diagonal blocks of L, {@value #BLOCK} columns each
 *   <li>block by block from the left: X_p = (X_p - X_before L_(p,before)') L_pp^-T, two products
 * </ol>
 *
 * Only small diagonal blocks are inverted, so that errors stay those of a solve with blocks, eps
 * times the condition of one of them. Cost: n^2 flops a row. Thread-safe.
 */
public final class LowerTriangle {

  private static final int BLOCK = 32;

  /** Columns whose product with all before them is one GEMM; wide enough to run at full speed. */
  private static final int PANEL = 8 * BLOCK;

  private final int size;
  private final double[] values;
  private final double[] inverses;
  private final Blas blas = Backend.instance().blas();

  /**
   * @param values row-major without gaps, shared; what is above the diagonal is not read
   * @throws NumericalException if a diagonal entry is not positive
   */
  public LowerTriangle(int size, double[] values) {
    this.size = size;
    this.values = values;
    this.inverses = new double[size * BLOCK];
    for (int first = 0; first < size; first += BLOCK) {
      invert(first, Math.min(BLOCK, size - first));
    }
  }

  /** Rows first.. of the inverses hold the inverse of the diagonal block, BLOCK entries apart. */
  private void invert(int first, int order) {
    for (int i = 0; i < order; i++) {
      double pivot = values[(first + i) * size + first + i];
      if (!(pivot > 0)) {
        throw new NumericalException(
            "diagonal entry " + (first + i) + " of a Cholesky factor is " + pivot);
      }
      for (int j = 0; j < i; j++) {
        double sum = 0;
        for (int k = j; k < i; k++) {
          sum += values[(first + i) * size + first + k] * inverses[(first + k) * BLOCK + j];
        }
        inverses[(first + i) * BLOCK + j] = -sum / pivot;
      }
      inverses[(first + i) * BLOCK + i] = 1 / pivot;
    }
  }

  public int size() {
    return size;
  }

  /** Every row x of X becomes L^-1 x; rows are {@code step} apart from {@code offset} on. */
  public void solveRows(int rows, double[] x, int offset, int step) {
    double[] panel = new double[rows * Math.min(PANEL, size)];
    double[] scratch = new double[rows * Math.min(BLOCK, size)];
    for (int first = 0; first < size; first += PANEL) {
      int width = Math.min(PANEL, size - first);
      for (int i = 0; i < rows; i++) {
        System.arraycopy(x, offset + i * step + first, panel, i * width, width);
      }
      if (first > 0) {
        // Most of the work: what the columns before the panel take off it.
        blas.gemm(
            false,
            true,
            rows,
            width,
            first,
            -1,
            x,
            offset,
            step,
            values,
            first * size,
            size,
            1,
            panel,
            0,
            width);
      }
      solvePanel(rows, first, width, panel, scratch);
      for (int i = 0; i < rows; i++) {
        System.arraycopy(panel, i * width, x, offset + i * step + first, width);
      }
    }
  }

  /** The columns of one panel, from which those before it were taken off already. */
  private void solvePanel(int rows, int first, int width, double[] panel, double[] scratch) {
    for (int from = 0; from < width; from += BLOCK) {
      int part = Math.min(BLOCK, width - from);
      for (int i = 0; i < rows; i++) {
        System.arraycopy(panel, i * width + from, scratch, i * part, part);
      }
      if (from > 0) {
        int row = first + from;
        blas.gemm(
            false,
            true,
            rows,
            part,
            from,
            -1,
            panel,
            0,
            width,
            values,
            row * size + first,
            size,
            1,
            scratch,
            0,
            part);
      }
      blas.gemm(
          false,
          true,
          rows,
          part,
          part,
          1,
          scratch,
          0,
          part,
          inverses,
          (first + from) * BLOCK,
          BLOCK,
          0,
          panel,
          from,
          width);
    }
  }
}
