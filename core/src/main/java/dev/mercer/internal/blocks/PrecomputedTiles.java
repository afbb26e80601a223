package dev.mercer.internal.blocks;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Mirror;
import dev.mercer.internal.backend.Workers;

/**
 * Tiles of a Gram matrix that the user supplies as n rows of n numbers.
 *
 * <p>The matrix must be symmetric: if an entry differs from its mirror image by more than 1e-8 of
 * the largest entry, the matrix is refused. Only the lower triangle is used.
 */
public final class PrecomputedTiles implements GramTiles {

  private static final double SYMMETRY = 1e-8;

  private final Rows matrix;
  private final double[] diagonal;

  /** Checks shape and symmetry, which reads the matrix twice. */
  public PrecomputedTiles(Rows matrix) {
    this.matrix = matrix;
    if (matrix.count() != matrix.columns()) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix is square, but this one is "
              + matrix.count()
              + " x "
              + matrix.columns());
    }
    this.diagonal = new double[matrix.count()];
    checkSymmetry();
  }

  private void checkSymmetry() {
    int n = matrix.count();
    TileGrid grid = new TileGrid(n);
    double[] lower = new double[grid.tileRows() * grid.tileRows()];
    double[] upper = new double[grid.tileRows() * grid.tileRows()];
    double largest = 0;
    double worst = 0;
    int worstRow = 0;
    int worstColumn = 0;
    for (int i = 0; i < grid.count(); i++) {
      for (int j = 0; j <= i; j++) {
        read(grid.first(i), grid.rows(i), grid.first(j), grid.rows(j), lower);
        read(grid.first(j), grid.rows(j), grid.first(i), grid.rows(i), upper);
        for (int row = 0; row < grid.rows(i); row++) {
          for (int c = 0; c < grid.rows(j); c++) {
            double a = lower[row * grid.rows(j) + c];
            double difference = Math.abs(a - upper[c * grid.rows(i) + row]);
            largest = Math.max(largest, Math.abs(a));
            if (difference > worst) {
              worst = difference;
              worstRow = grid.first(i) + row;
              worstColumn = grid.first(j) + c;
            }
          }
        }
      }
      for (int row = 0; row < grid.rows(i); row++) {
        // The last tile read is the diagonal one.
        diagonal[grid.first(i) + row] = lower[row * grid.rows(i) + row];
      }
    }
    if (worst > SYMMETRY * largest) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix is symmetric, but entries ("
              + worstRow
              + ", "
              + worstColumn
              + ") and ("
              + worstColumn
              + ", "
              + worstRow
              + ") differ by "
              + worst
              + "; pass (K + K') / 2 if that is meant");
    }
  }

  private void read(int firstRow, int rows, int firstColumn, int columns, double[] out) {
    int n = matrix.columns();
    double[] line = null;
    for (int i = 0; i < rows; i++) {
      double[] own = matrix.directDoubles(firstRow + i, 1);
      if (own != null) {
        System.arraycopy(
            own, matrix.directOffset(firstRow + i) + firstColumn, out, i * columns, columns);
      } else {
        line = line == null ? new double[n] : line;
        matrix.copy(firstRow + i, 1, line, 0);
        System.arraycopy(line, firstColumn, out, i * columns, columns);
      }
    }
  }

  @Override
  public int size() {
    return matrix.count();
  }

  @Override
  public void tile(
      int firstRow,
      int rows,
      int firstColumn,
      int columns,
      double[] out,
      boolean zeros,
      int worker) {
    read(firstRow, rows, firstColumn, columns, out);
    if (firstRow == firstColumn && rows == columns) {
      Mirror.lowerToUpper(out, columns);
    }
  }

  @Override
  public void tile(
      int firstRow,
      int rows,
      int firstColumn,
      int columns,
      float[] out,
      boolean zeros,
      int worker) {
    double[] wide = new double[rows * columns];
    tile(firstRow, rows, firstColumn, columns, wide, zeros, worker);
    for (int k = 0; k < wide.length; k++) {
      out[k] = (float) wide[k];
    }
  }

  @Override
  public void columns(int[] chosen, double[] into, Workers workers) {
    int n = matrix.count();
    workers.run(
        chosen.length,
        (j, worker) -> {
          double[] line = new double[n];
          matrix.copy(chosen[j], 1, line, 0);
          for (int i = 0; i < n; i++) {
            into[i * chosen.length + j] = line[i];
          }
        });
  }

  @Override
  public double[] diagonal() {
    return diagonal.clone();
  }

  @Override
  public long evaluations() {
    return 0;
  }
}
