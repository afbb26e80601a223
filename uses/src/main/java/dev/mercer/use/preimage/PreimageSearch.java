package dev.mercer.use.preimage;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/**
 * Pre-images of blocks of rows: where the candidates come from, whether the fixed-point iteration
 * improves them, and how far their features are from the projections.
 *
 * <ol>
 *   <li>g of the block, and the points of the model that are nearest to each projection in feature
 *       space
 *   <li>one candidate per row: by distances, by the learned map, the row itself, or the nearest
 *       point
 *   <li>the fixed-point iteration from there, or one evaluation to know the misfit
 *   <li>feature distance = sqrt(max(0, misfit + |P phi(x)|^2)), whose error is about the square
 *       root of the rounding error
 * </ol>
 *
 * Memory of a block: p plus a few times d doubles per row.
 */
final class PreimageSearch {

  private final FeatureProjection projection;
  private final FeatureMisfit misfit;
  private final Rows points;
  private final NearestFeatures nearest;
  private final KwokTsangLocation location;
  private final MikaIteration iteration;
  private final RidgeMap ridge;
  private final int neighbors;
  private final boolean definite;

  /**
   * The steps to take.
   *
   * @param neighbors the number of neighbors for a location by distances; 0 for no such location
   * @param iterations of the fixed point; 0 for none
   * @param tolerance of the fixed point
   * @param learned whether candidates come from a map that is learned once
   * @param sigma the width of that map; 0 if it chooses its own
   * @param ridge of that map; 0 if it chooses its own
   */
  record Plan(
      int neighbors,
      int iterations,
      double tolerance,
      boolean learned,
      double sigma,
      double ridge) {}

  PreimageSearch(KernelPcaModel model, Plan plan, Workers workers) {
    this.points = model.points();
    this.definite = model.kernel().positiveSemidefinite();
    this.projection = new FeatureProjection(model, workers);
    this.misfit = new FeatureMisfit(points, model.kernel(), workers);
    this.ridge =
        plan.learned()
            ? RidgeMap.learn(
                projection.scoresOfPoints(), points, plan.sigma(), plan.ridge(), workers)
            : null;
    this.location =
        plan.neighbors() > 0
            ? new KwokTsangLocation(points, model.kernel(), misfit.shift(), workers.blas())
            : null;
    this.iteration =
        plan.iterations() > 0
            ? new MikaIteration(points, misfit, plan.iterations(), plan.tolerance())
            : null;
    this.neighbors = plan.neighbors();
    int starts = iteration == null ? 1 : MikaIteration.RESTARTS;
    this.nearest = new NearestFeatures(projection, Math.max(plan.neighbors(), starts));
  }

  /** The learned map; null if there is none. */
  RidgeMap ridge() {
    return ridge;
  }

  FeatureMisfit.Place place(int rows) {
    return misfit.place(rows);
  }

  /** Fills the candidates of all rows, in the kernel's coordinates, if there is a learned map. */
  void predict(Matrix scores, double[] into, Workers workers) {
    if (ridge != null) {
      ridge.predict(scores, into, workers);
    }
  }

  /** A block of rows and the results for them. */
  static final class Block {
    final int first;
    final int rows;
    final double[] featureDistances;
    final boolean[] failed;
    long looks;

    Block(int first, int rows) {
      this.first = first;
      this.rows = rows;
      this.featureDistances = new double[rows];
      this.failed = new boolean[rows];
    }
  }

  /**
   * Finds the pre-images of a block.
   *
   * @param withOne scores of all rows, with a one appended to each
   * @param scaled the rows themselves in the coordinates of the kernel; null if they are unknown
   * @param candidates the predictions of the learned map, if there is one; replaced by the
   *     pre-images, in the coordinates of the kernel
   */
  void find(
      double[] withOne, Rows scaled, Block block, double[] candidates, FeatureMisfit.Place place) {
    double[] coefficients = new double[block.rows * projection.points()];
    projection.coefficients(withOne, block.first, block.rows, coefficients);
    int starts = nearest.count();
    int[] numbers = new int[block.rows * starts];
    double[] misfits = new double[block.rows * starts];
    nearest.find(withOne, block.first, block.rows, numbers, misfits);
    choose(withOne, scaled, numbers, misfits, block, candidates);
    double[] found;
    if (iteration == null) {
      misfit.evaluate(candidates, block.rows, coefficients, false, place);
      found = place.misfits;
    } else {
      MikaIteration.Block rows =
          new MikaIteration.Block(block.rows, candidates, coefficients, numbers, misfits, starts);
      iteration.run(rows, place);
      found = rows.misfits;
      block.looks = rows.looks;
      System.arraycopy(rows.failed, 0, block.failed, 0, block.rows);
    }
    for (int i = 0; i < block.rows; i++) {
      double squared = found[i] + projection.squaredNorm(withOne, block.first + i);
      // It can be negative only by rounding.
      block.featureDistances[i] = definite ? Math.sqrt(Math.max(0, squared)) : Double.NaN;
    }
    addShift(candidates, 1);
  }

  /** Fills the candidates of a block, minus the shift. */
  private void choose(
      double[] withOne,
      Rows scaled,
      int[] numbers,
      double[] misfits,
      Block block,
      double[] candidates) {
    int d = points.columns();
    int starts = nearest.count();
    if (location != null) {
      int measured = Math.min(neighbors, starts);
      for (int i = 0; i < block.rows; i++) {
        double norm = projection.squaredNorm(withOne, block.first + i);
        block.failed[i] =
            !location.locate(numbers, misfits, i * starts, measured, norm, candidates, i * d);
      }
      return;
    }
    if (ridge == null && scaled != null) {
      scaled.copy(block.first, block.rows, candidates, 0);
    } else if (ridge == null) {
      for (int i = 0; i < block.rows; i++) {
        points.copy(numbers[i * starts], 1, candidates, i * d);
      }
    }
    addShift(candidates, -1);
  }

  private void addShift(double[] values, int sign) {
    double[] shift = misfit.shift();
    for (int k = 0; shift != null && k < values.length; k++) {
      values[k] += sign * shift[k % shift.length];
    }
  }
}
