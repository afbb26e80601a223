package dev.mercer.internal.select;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.rows.SmallestKeys;
import java.util.Arrays;

/**
 * Finds the rows that add most to J_1, the sum of the r largest eigenvalues of the second moment S
 * of the features so far: one step of {@link GreedySelector}.
 *
 * <ol>
 *   <li>decompose S = V diag(d) V'
 *   <li>for every row compute an upper bound of what it adds, which takes the search for one root
 *       ({@link SpectrumChange#gainBound})
 *   <li>in descending order of these bounds, until no remaining bound reaches the best value:
 *       compute what the row adds from all roots, allowing for rounding; then the same from a
 *       residual that is computed anew
 *   <li>choose the best; values that agree to 1e-12 of J_1 are ties and go to the lowest index
 * </ol>
 *
 * Cost: O(k^3 + n k r) flops, and O(k^2 + n k) for each of the few rows whose gain is computed.
 */
public final class GreedyStep {

  /** Sums of the largest eigenvalues whose relative difference is below this are ties. */
  static final double TIE = 1e-12;

  /** Number of rows whose bound is sharpened at a time. */
  private static final int AT_ONCE = 64;

  /**
   * Number of rows whose residual is recomputed at a time: enough for a matrix product of some
   * size.
   */
  public static final int EXACT_AT_ONCE = 16;

  private final SelectionRequest request;
  private final GrowingSpan span;
  private final int rank;
  private final int order;
  private final double[] poles;
  private final double[] basis;
  private final double captured;
  private final Blas blas;

  public GreedyStep(SelectionRequest request, GrowingSpan span) {
    this.request = request;
    this.span = span;
    this.blas = request.gram().workers().blas();
    rank = request.rank();
    order = span.count();
    // Row (order - 1 - i) of the basis is the eigenvector of poles[i].
    basis = span.moment();
    double[] ascending = new double[order];
    poles = new double[order];
    if (order > 0) {
      blas.symmetricEigen(order, basis, ascending);
    }
    double sum = 0;
    for (int i = 0; i < order; i++) {
      poles[i] = ascending[order - 1 - i];
      sum += i < rank ? poles[i] : 0;
    }
    captured = sum;
  }

  /** J_1 of the landmarks so far. */
  public double captured() {
    return captured;
  }

  /** The rows that add most, best first; fewer than wanted if no more rows are open. */
  public int[] best(int wanted) {
    int n = request.size();
    double[] bounds = bounds();
    if (largest(bounds) <= TIE * captured) {
      return lowestOpen(wanted); // no row adds anything, so all rows tie
    }
    double[] keys = new double[n]; // negated, so that ascending order puts the largest bound first
    for (int j = 0; j < n; j++) {
      keys[j] = -bounds[j];
    }
    boolean[] sharp = new boolean[n];
    double[] gains = new double[n];
    Arrays.fill(gains, Double.NEGATIVE_INFINITY);
    double reach = -Double.MAX_VALUE;
    while (true) {
      double least = reach;
      int[] next =
          Arrays.stream(SmallestKeys.of(keys, Math.min(n, AT_ONCE)))
              .filter(j -> -keys[j] >= least)
              .toArray();
      if (next.length == 0) {
        return pick(gains, wanted);
      }
      int[] blunt = Arrays.stream(next).filter(j -> !sharp[j]).toArray();
      if (blunt.length > 0) {
        computeGains(blunt, bounds);
        for (int j : blunt) {
          sharp[j] = true;
          keys[j] = -(bounds[j] + span.cornerError(j));
        }
        continue;
      }
      int[] exact = Arrays.copyOf(next, Math.min(next.length, EXACT_AT_ONCE));
      computeExactGains(exact, gains);
      for (int j : exact) {
        keys[j] = Double.POSITIVE_INFINITY;
      }
      double lowest = atPlace(gains, wanted);
      if (lowest > Double.NEGATIVE_INFINITY) {
        reach = lowest - TIE * (captured + largest(gains));
      }
    }
  }

  /** Step 2: the upper bounds; negative infinity for rows that are not open. */
  public double[] bounds() {
    double[] result = new double[request.size()];
    int kept = order < rank ? 0 : rank;
    int width = Math.max(1, kept);
    double next = rank < order ? poles[rank] : 0;
    request
        .gram()
        .forBlocks(
            (index, first, height, worker) -> {
              double[] turned = new double[height * width];
              double[] borders = span.borders().array(first);
              int at = span.borders().offset(first);
              int stride = span.borders().stride();
              View block = View.at(borders, at, height, order, stride);
              View largest = View.of(basis, order, order).rows(order - kept, kept);
              blas.product(block, largest.t(), View.at(turned, 0, height, kept, width));
              double[] weights = new double[kept];
              for (int i = 0; i < height; i++) {
                int j = first + i;
                if (!span.open(j)) {
                  result[j] = Double.NEGATIVE_INFINITY;
                  continue;
                }
                double corner = span.corner(j);
                double bound = corner;
                if (kept > 0) {
                  double rest = squaredNorm(borders, at + i * stride) / span.residual(j);
                  for (int l = 0; l < kept; l++) {
                    double entry = turned[i * width + kept - 1 - l];
                    weights[l] = entry * entry / span.residual(j);
                    rest -= weights[l];
                  }
                  bound =
                      SpectrumChange.gainBound(
                          poles, weights, rank, next, Math.max(0, rest), corner);
                }
                result[j] = bound + span.cornerError(j);
              }
            });
    return result;
  }

  private double squaredNorm(double[] border, int start) {
    double sum = 0;
    for (int l = start; l < start + order; l++) {
      sum += border[l] * border[l];
    }
    return sum;
  }

  /** Computes what these rows add, from residuals computed anew, and stores it in their entries. */
  public void computeExactGains(int[] rows, double[] gains) {
    span.refresh(rows);
    computeGains(rows, gains);
  }

  /** Computes what these rows add, using all poles. */
  private void computeGains(int[] rows, double[] gains) {
    request
        .workers()
        .run(
            rows.length,
            (index, worker) -> {
              int j = rows[index];
              double[] border = span.borders().array(j);
              int start = span.borders().offset(j);
              double[] weights = new double[order];
              for (int l = 0; l < order; l++) {
                double entry = 0;
                for (int c = 0; c < order; c++) {
                  entry += basis[(order - 1 - l) * order + c] * border[start + c];
                }
                weights[l] = entry * entry / span.residual(j);
              }
              gains[j] = SpectrumChange.gain(poles, weights, order, span.corner(j), rank);
            });
  }

  /** Step 4: the best rows by their gains. */
  private int[] pick(double[] gains, int wanted) {
    int[] result = new int[wanted];
    for (int c = 0; c < wanted; c++) {
      double best = largest(gains);
      if (best == Double.NEGATIVE_INFINITY) {
        return Arrays.copyOf(result, c);
      }
      double enough = best - TIE * (captured + best);
      int row = 0;
      while (gains[row] < enough) {
        row++;
      }
      result[c] = row;
      gains[row] = Double.NEGATIVE_INFINITY;
    }
    return result;
  }

  private int[] lowestOpen(int wanted) {
    int[] result = new int[wanted];
    int found = 0;
    for (int j = 0; j < request.size() && found < wanted; j++) {
      if (span.open(j)) {
        result[found++] = j;
      }
    }
    return Arrays.copyOf(result, found);
  }

  private static double largest(double[] values) {
    double result = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      result = Math.max(result, value);
    }
    return result;
  }

  /** The value at a place when sorted in descending order, counted from 1. */
  private static double atPlace(double[] values, int place) {
    double[] negated = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      negated[i] = -values[i];
    }
    int[] first = SmallestKeys.of(negated, place);
    return values[first[first.length - 1]];
  }
}
