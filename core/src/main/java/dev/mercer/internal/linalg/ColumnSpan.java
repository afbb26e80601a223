package dev.mercer.internal.linalg;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import java.util.Arrays;

/**
 * An orthonormal basis Q of the span of the columns of X, computed from X itself: X = Q R with R
 * upper triangular.
 *
 * <ol>
 *   <li>the columns are taken in their order, and each is divided by its length, so that a short
 *       column counts as much as a long one
 *   <li>the parts of the column along the basis so far are subtracted; this is repeated until the
 *       length no longer falls by half, because rounding would otherwise leave some of them
 *   <li>what is left is scaled to length one and joins the basis, unless it is shorter than {@link
 *       #negligible}: a column that depends on those before it leaves only rounding errors
 * </ol>
 *
 * The first columns of X span the first vectors of the basis. A basis computed from X'X would lose
 * every direction below 1e-8 of the largest, because X'X contains squares. This basis is that of a
 * matrix that differs from X by eps of every column. Cost: 4 n r^2 flops for X of n rows and r
 * columns; memory: n r numbers.
 */
public final class ColumnSpan {

  /**
   * The most rounds of subtraction. Two are enough, unless a column consists of rounding errors
   * only.
   */
  private static final int MOST_ROUNDS = 4;

  private final int rows;
  private final int columns;
  private final int rank;
  private final double[] basis; // rank x rows: one vector after the other
  private final double[] triangle; // R, rank x columns
  private final int[] ranks; // ranks[j]: how many vectors the first j + 1 columns span
  private final int[] kept; // the columns that joined the basis, in their order
  private final double[] lengths; // of all columns of X
  private final Blas blas;

  /**
   * @param values X, row-major; not changed
   */
  public ColumnSpan(int rows, int columns, double[] values, Blas blas) {
    this.blas = blas;
    this.rows = rows;
    this.columns = columns;
    int most = Math.min(rows, columns);
    double[] vectors = new double[most * rows];
    double[] factors = new double[most * columns];
    this.ranks = new int[columns];
    this.lengths = new double[columns];
    int[] joined = new int[most];
    int found = 0;
    double[] column = new double[rows];
    double[] along = new double[Math.max(1, most)];
    for (int j = 0; j < columns; j++) {
      double length = unitColumn(values, j, column);
      lengths[j] = length;
      double left = length > 0 ? subtractKnown(found, vectors, column, along) : 0;
      for (int e = 0; e < found; e++) {
        factors[e * columns + j] = length * along[e];
      }
      if (left > negligible(rows) && found < most) {
        for (int i = 0; i < rows; i++) {
          vectors[found * rows + i] = column[i] / left;
        }
        factors[found * columns + j] = length * left;
        joined[found] = j;
        found++;
      }
      ranks[j] = found;
    }
    this.rank = found;
    this.kept = Arrays.copyOf(joined, found);
    this.basis = Arrays.copyOf(vectors, found * rows);
    this.triangle = Arrays.copyOf(factors, found * columns);
  }

  /** The span of the columns of a matrix. */
  public static ColumnSpan of(Matrix matrix, Blas blas) {
    return new ColumnSpan(matrix.rows(), matrix.columns(), matrix.values(), blas);
  }

  /** The length n eps, up to which the remainder of a column of length one counts as zero. */
  public static double negligible(int rows) {
    return rows * Math.ulp(1.0);
  }

  /** Bytes of a basis for {@code columns} columns. */
  public static long bytes(int rows, int columns) {
    return 8L * columns * (2L * rows + 2L * columns);
  }

  /** Copies a column divided by its length; returns the length. */
  private double unitColumn(double[] values, int j, double[] column) {
    for (int i = 0; i < rows; i++) {
      column[i] = values[i * columns + j];
    }
    double length = blas.norm(rows, column, 0);
    for (int i = 0; i < rows && length > 0; i++) {
      column[i] /= length;
    }
    return length;
  }

  /**
   * Subtracts from a column its parts along the first {@code known} vectors; returns the length of
   * the remainder.
   *
   * @param along receives the coefficient of each part
   */
  private double subtractKnown(int known, double[] vectors, double[] column, double[] along) {
    Arrays.fill(along, 0);
    View basis = View.of(vectors, known, rows);
    View rest = View.of(column, rows, 1);
    View parts = View.zeros(known, 1);
    double before = 1;
    for (int round = 0; ; round++) {
      blas.product(basis, rest, parts);
      blas.add(-1, basis.t(), parts, rest);
      for (int e = 0; e < known; e++) {
        along[e] += parts.get(e, 0);
      }
      double left = blas.norm(rows, column, 0);
      if (left > before / 2 || left <= negligible(rows) || round == MOST_ROUNDS) {
        return left;
      }
      before = left;
    }
  }

  /** The number of vectors in the basis, which is the number of independent columns. */
  public int rank() {
    return rank;
  }

  /** How many vectors the first {@code some} columns span. */
  public int rank(int some) {
    return some == 0 ? 0 : ranks[some - 1];
  }

  /**
   * How far each vector of the basis may be from the span of other columns, if each of these
   * differs from a column of X by a given share of its length. With X = Q R, the distance is the
   * sum over a column of R^-1 (with R scaled like X) of the magnitude of each entry times the share
   * of that column. It is the larger, the more nearly the columns depend on each other.
   *
   * @param off one share per column; does not include the rounding of the basis itself
   */
  public double[] turned(double[] off) {
    double[] inverse = new double[rank * rank]; // inverse of the scaled R; upper triangular
    double[] result = new double[rank];
    for (int j = 0; j < rank; j++) {
      for (int i = j; i >= 0; i--) {
        double value = i == j ? 1 : 0;
        for (int e = i + 1; e <= j; e++) {
          value -= scaled(i, e) * inverse[e * rank + j];
        }
        inverse[i * rank + j] = value / scaled(i, i);
        result[j] += off[kept[i]] * Math.abs(inverse[i * rank + j]);
      }
    }
    return result;
  }

  /** An entry of R for the columns that joined the basis, each scaled to length one. */
  private double scaled(int row, int column) {
    return triangle[row * columns + kept[column]] / lengths[kept[column]];
  }

  /**
   * The difference that rounding leaves between a column and its expansion Q R, relative to the
   * column's length.
   */
  public double rounding() {
    return 4 * Math.ulp(1.0) * (1 + Math.sqrt(rank));
  }

  /** The lengths of the columns of X. */
  public double[] lengths() {
    return lengths.clone();
  }

  /** Q, row-major: rows x rank. */
  public double[] basis() {
    double[] result = new double[rows * rank];
    for (int e = 0; e < rank; e++) {
      for (int i = 0; i < rows; i++) {
        result[i * rank + e] = basis[e * rows + i];
      }
    }
    return result;
  }

  /** R, row-major: rank x columns. */
  public double[] triangle() {
    return triangle.clone();
  }

  /** The norm of what is left of Y, n x count, when its part in the span is subtracted. */
  public double distance(int count, double[] y) {
    View q = View.of(basis, rank, rows).t();
    View rest = View.of(y.clone(), rows, count);
    blas.add(-1, q, blas.product(q.t(), View.of(y, rows, count)), rest);
    return blas.norm(rows * count, rest.values(), 0);
  }
}
