package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.RowScores;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Scores of new rows by fast sums, Y = K(X, P) A - 1 b', which cost O(rows + points) instead of the
 * product of the two numbers [FK sec. 11]. Where the forecast says that computing all kernel values
 * is faster, the call is left to that method.
 *
 * <p>Every call looks at its own rows, so the rows may lie anywhere, near the points or far away.
 * The error of any kernel value is at most {@value #ERROR}, and the error of a score is at most
 * this times the sum of the magnitudes of its component's coefficients.
 */
public final class FastScores implements RowScores {

  /** Small compared with the accuracy of the eigenvectors themselves. */
  public static final double ERROR = 1e-12;

  /** With fewer kernel values than this, even the forecast would cost more than it could save. */
  private static final double FEWEST_VALUES = 2e7;

  /** Fast sums are used only if they are forecast to be at least this many times faster. */
  private static final double GAIN = 2;

  private final RowScores exact;
  private final Kernel kernel;
  private final Matrix points;
  private final Matrix coefficients;
  private final double[] offset;
  private final Axes box;
  private final long memory;
  private Optional<KernelSum> last = Optional.empty();

  private FastScores(
      RowScores exact,
      Kernel kernel,
      Matrix points,
      Matrix coefficients,
      double[] offset,
      long memory) {
    this.exact = exact;
    this.kernel = kernel;
    this.points = points;
    this.coefficients = coefficients;
    this.offset = offset;
    this.box = Axes.given(points);
    this.memory = memory;
  }

  /**
   * Scores for about {@code rowsExpected} rows; returns {@code exact} itself where fast sums cannot
   * help.
   *
   * @param exact scores by kernel values
   * @param memory bytes a call may take
   */
  public static RowScores before(
      RowScores exact,
      Kernel kernel,
      Rows points,
      Matrix coefficients,
      double[] offset,
      long rowsExpected,
      long memory) {
    if (!FastSums.serves(kernel, points.columns())
        || (double) points.count() * rowsExpected < FEWEST_VALUES
        || 8L * points.count() * points.columns() > memory / 4) {
      return exact;
    }
    return new FastScores(exact, kernel, copy(points), coefficients, offset, memory);
  }

  /** All rows as one matrix. */
  public static Matrix copy(Rows rows) {
    double[] values = new double[Math.multiplyExact(rows.count(), rows.columns())];
    int step = rows.blockRows();
    for (int first = 0; first < rows.count(); first += step) {
      int count = Math.min(step, rows.count() - first);
      rows.copy(first, count, values, first * rows.columns());
    }
    return Matrix.wrap(rows.count(), rows.columns(), values);
  }

  @Override
  public void score(Rows rows, double[] into, Workers workers) {
    if (!scoreFast(rows, into, workers)) {
      exact.score(rows, into, workers);
    }
  }

  /** Returns false, with nothing written, if kernel values are faster. */
  private boolean scoreFast(Rows rows, double[] into, Workers workers) {
    double values = (double) rows.count() * points.rows();
    if (values < FEWEST_VALUES) {
      return false;
    }
    int rank = coefficients.columns();
    Matrix all = copy(rows);
    int[] near = near(all, workers);
    Matrix targets = near.length == all.rows() ? all : selected(all, near);
    if (near.length == 0) {
      return false;
    }
    SumForecast best = forecast(targets, rank, workers);
    double exact = KernelValueCost.rectangle(values, points.columns(), rank);
    if (best == null || best.seconds(1) * GAIN > exact) {
      return false;
    }
    KernelSum sum = best.build(workers);
    last = Optional.of(sum);
    double[] sums = near.length == all.rows() ? into : new double[near.length * rank];
    sum.multiply(rank, coefficients.values(), sums);
    if (sums != into) {
      Arrays.fill(into, 0, rows.count() * rank, 0);
      for (int i = 0; i < near.length; i++) {
        System.arraycopy(sums, i * rank, into, near[i] * rank, rank);
      }
    }
    for (int i = 0; i < rows.count(); i++) {
      for (int c = 0; c < rank; c++) {
        into[i * rank + c] -= offset[c];
      }
    }
    return true;
  }

  /**
   * The rows near enough to the box of the points for some kernel value to exceed the error. A row
   * far from all points would widen the box of an expansion without contributing anything.
   */
  private int[] near(Matrix rows, Workers workers) {
    if (!TreeSum.serves(kernel)) {
      return IntStream.range(0, rows.rows()).toArray();
    }
    int d = rows.columns();
    FallingKernel falling = FallingKernel.of(kernel, d);
    double reach = falling.cutoff(ERROR, workers.backend().maps().next(1));
    boolean squared = falling.pairing() == Pairing.SQUARED_DISTANCE;
    return IntStream.range(0, rows.rows())
        .filter(
            i -> {
              double distance = 0;
              for (int c = 0; c < d; c++) {
                double beyond = box.beyond(c, rows.values()[i * d + c]);
                distance += squared ? beyond * beyond : beyond;
              }
              return distance <= reach;
            })
        .toArray();
  }

  private static Matrix selected(Matrix rows, int[] numbers) {
    int d = rows.columns();
    double[] values = new double[numbers.length * d];
    for (int i = 0; i < numbers.length; i++) {
      System.arraycopy(rows.values(), numbers[i] * d, values, i * d, d);
    }
    return Matrix.wrap(numbers.length, d, values);
  }

  private SumForecast forecast(Matrix targets, int rank, Workers workers) {
    SumWish wish =
        new SumWish(FastSums.AUTO, ERROR, rank, 1, memory, workers.threads(), workers.backend());
    try {
      return FastSums.choose(targets, points, kernel, wish).best();
    } catch (IllegalArgumentException e) {
      // Rounding on these points does not allow such a small error; kernel values have the same
      // rounding, so they are used instead.
      return null;
    }
  }

  /** The fast sum used most recently; empty if all calls so far used kernel values. */
  public Optional<KernelSum> used() {
    return last;
  }
}
