package dev.mercer.use.preimage;

import dev.mercer.data.Rows;
import java.util.Arrays;

/**
 * Pre-images by the fixed point of Mika et al. ["Kernel PCA and de-noising in feature spaces",
 * 1999], damped and restarted; a block of rows at once.
 *
 * <ol>
 *   <li>a row starts at the given candidate, or at the point of the model whose feature is nearest
 *       to its projection, if that is better
 *   <li>z moves toward N / D of {@link FeatureMisfit}: first by the whole difference, then by a
 *       step length that the change of the difference over the last step suggests. If the feature
 *       distance does not fall, half of the step is tried, then a quarter, and so on. So the
 *       distance never rises by more than rounding
 *   <li>a row is done when N / D is closer to z than {@code tolerance} times the spread of the
 *       points, or when no step longer than that lowers the distance, as at a kink of the kernel
 *   <li>if D is zero or negative, the distance does not fall in this direction, and the row starts
 *       again at the next nearest point. It has failed after {@value #RESTARTS} starts, or if it is
 *       not done after {@code iterations} evaluations. The best candidate seen is the answer.
 * </ol>
 *
 * For a Gaussian D is the inner product of phi(z) and the projection, so it grows with every step,
 * and a start with a positive D never needs another one. All rows of a block that are not done are
 * evaluated together, by GEMM. Cost: 4 p d flops per row and evaluation. The result of a row
 * depends on the other rows of its block only by rounding.
 */
final class MikaIteration {

  /** The number of points of the model from which a row starts, one after the other. */
  static final int RESTARTS = 4;

  /** A denominator below this share of its terms is only rounding. */
  private static final double VANISHING = 1e-12;

  /** The rounding error of a sum of p terms grows by about an ulp with each doubling of p. */
  private static final double ROUNDING = 16 * Math.ulp(1.0);

  /** The largest factor by which a secant may lengthen or shorten a step. */
  private static final double LONGEST_STEP = 8;

  private static final int GIVEN = -1;

  private final Rows points;
  private final FeatureMisfit misfit;
  private final int iterations;
  private final double closeEnough;

  MikaIteration(Rows points, FeatureMisfit misfit, int iterations, double tolerance) {
    this.points = points;
    this.misfit = misfit;
    this.iterations = iterations;
    this.closeEnough = tolerance * misfit.spread();
  }

  /** The rows of a block, with their inputs and results. */
  static final class Block {
    final int rows;

    /** Where to start, row-major, minus the shift of the misfit; later the best point found. */
    final double[] candidates;

    /** g, one row of p values each; destroyed. */
    final double[] coefficients;

    /** Points for further starts, {@code starts} per row, nearest first. */
    final int[] nearest;

    /** The misfits of these points. */
    final double[] nearestMisfits;

    final int starts;

    /** rho of the best point found. */
    final double[] misfits;

    final boolean[] failed;

    /** The number of evaluations of all rows together. */
    long looks;

    Block(
        int rows,
        double[] candidates,
        double[] coefficients,
        int[] nearest,
        double[] nearestMisfits,
        int starts) {
      this.rows = rows;
      this.candidates = candidates;
      this.coefficients = coefficients;
      this.nearest = nearest;
      this.nearestMisfits = nearestMisfits;
      this.starts = starts;
      this.misfits = new double[rows];
      this.failed = new boolean[rows];
    }
  }

  /** The rows of a block that are not done, with the state of each. */
  private final class Walk {
    final Block block;
    final FeatureMisfit.Place place;
    final int columns = points.columns();
    final int p = points.count();
    final int[] row;
    final int[] start;
    final double[] step;
    final double[] misfits;
    final double[] trials;
    final double[] currents;
    final double[] targets;
    int active;

    Walk(Block block, FeatureMisfit.Place place) {
      this.block = block;
      this.place = place;
      int n = block.rows;
      row = new int[n];
      start = new int[n];
      step = new double[n];
      misfits = new double[n];
      trials = Arrays.copyOf(block.candidates, n * columns);
      currents = new double[n * columns];
      targets = new double[n * columns];
      active = n;
      Arrays.setAll(row, i -> i);
      Arrays.fill(start, GIVEN);
      Arrays.fill(misfits, Double.POSITIVE_INFINITY);
      for (int i = 0; i < n; i++) {
        // A row whose iteration never succeeds ends here, at a point that is better than nothing.
        block.misfits[i] = block.nearestMisfits[i * block.starts];
        copyPoint(block.nearest[i * block.starts], block.candidates, i * columns);
      }
    }

    private void copyPoint(int point, double[] into, int offset) {
      points.copy(point, 1, into, offset);
      double[] shift = misfit.shift();
      for (int c = 0; shift != null && c < columns; c++) {
        into[offset + c] -= shift[c];
      }
    }

    /** Uses the evaluation of the trial point of a row; returns whether the row continues. */
    boolean advance(int i) {
      double found = place.misfits[i];
      boolean fresh = misfits[i] == Double.POSITIVE_INFINITY;
      double nearest = block.nearestMisfits[row[i] * block.starts];
      double slack = ROUNDING * place.misfitTerms[i];
      if (fresh && (Double.isNaN(found) || start[i] == GIVEN && !(found <= nearest + slack))) {
        return restart(i);
      }
      if (!(found <= misfits[i] + slack)) {
        step[i] /= 2;
        if (step[i] * distance(i) <= closeEnough) {
          return false;
        }
        moveTrial(i);
        return true;
      }
      step[i] = fresh ? 1 : secantStep(i);
      System.arraycopy(trials, i * columns, currents, i * columns, columns);
      System.arraycopy(place.targets, i * columns, targets, i * columns, columns);
      misfits[i] = found;
      // As long as the difference is only rounding, the later point is taken as the better one.
      if (found <= block.misfits[row[i]] + slack) {
        block.misfits[row[i]] = found;
        System.arraycopy(trials, i * columns, block.candidates, row[i] * columns, columns);
      }
      if (!(place.denominators[i] > VANISHING * place.denominatorTerms[i])) {
        return restart(i);
      }
      if (distance(i) <= closeEnough) {
        return false;
      }
      moveTrial(i);
      return true;
    }

    /** Starts again at the next nearest point; a row without such a point has failed. */
    boolean restart(int i) {
      start[i]++;
      if (start[i] >= block.starts) {
        block.failed[row[i]] = true;
        return false;
      }
      copyPoint(block.nearest[row[i] * block.starts + start[i]], trials, i * columns);
      misfits[i] = Double.POSITIVE_INFINITY;
      return true;
    }

    /**
     * The length of the next step along e = N / D - z, from the change de of e over the last step
     * dz: if de = -M dz, the step -dz.de / de.de is right for a mean eigenvalue of M.
     */
    private double secantStep(int i) {
      double product = 0;
      double square = 0;
      for (int k = i * columns; k < (i + 1) * columns; k++) {
        double moved = trials[k] - currents[k];
        double change = (place.targets[k] - trials[k]) - (targets[k] - currents[k]);
        product -= moved * change;
        square += change * change;
      }
      return product > 0 && square > 0
          ? Math.max(1 / LONGEST_STEP, Math.min(LONGEST_STEP, product / square))
          : 1;
    }

    private void moveTrial(int i) {
      for (int k = i * columns; k < (i + 1) * columns; k++) {
        // A whole step takes the target itself, because the difference would add rounding.
        trials[k] = step[i] == 1 ? targets[k] : currents[k] + step[i] * (targets[k] - currents[k]);
      }
    }

    private double distance(int i) {
      double sum = 0;
      for (int k = i * columns; k < (i + 1) * columns; k++) {
        sum += (targets[k] - currents[k]) * (targets[k] - currents[k]);
      }
      return Math.sqrt(sum);
    }

    /** Moves the state of row {@code from} to the slot {@code to} of a row that is done. */
    void move(int from, int to) {
      if (from != to) {
        row[to] = row[from];
        start[to] = start[from];
        step[to] = step[from];
        misfits[to] = misfits[from];
        System.arraycopy(trials, from * columns, trials, to * columns, columns);
        System.arraycopy(currents, from * columns, currents, to * columns, columns);
        System.arraycopy(targets, from * columns, targets, to * columns, columns);
        System.arraycopy(block.coefficients, from * p, block.coefficients, to * p, p);
      }
    }
  }

  /** Finds the pre-images of a block. */
  void run(Block block, FeatureMisfit.Place place) {
    Walk walk = new Walk(block, place);
    for (int look = 0; look < iterations && walk.active > 0; look++) {
      misfit.evaluate(walk.trials, walk.active, block.coefficients, true, place);
      block.looks += walk.active;
      int left = 0;
      for (int i = 0; i < walk.active; i++) {
        if (walk.advance(i)) {
          walk.move(i, left++);
        }
      }
      walk.active = left;
    }
    for (int i = 0; i < walk.active; i++) {
      block.failed[walk.row[i]] = true;
    }
    for (int i = 0; i < block.rows; i++) {
      if (block.misfits[i] == Double.POSITIVE_INFINITY) {
        block.misfits[i] = Double.NaN; // the projection is not finite
      }
    }
  }
}
