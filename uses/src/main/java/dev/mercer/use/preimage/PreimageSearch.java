package dev.mercer.use.preimage;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/**
 * Pre-images of blocks of rows: where a candidate is taken from, whether the fixed point goes on
 * from it, and how far its feature is from the projection.
 *
 * <ol>
 *   <li>g of the block, and the model's points nearest to each projection in feature space
 *   <li>a candidate a row: by distances, by the learned map, the row itself, or the nearest point
 *   <li>the fixed point from there, or one look for the misfit
 *   <li>feature distance = sqrt(max(0, misfit + |P phi(x)|^2)), good to the root of rounding
 * </ol>
 *
 * Memory of a block: p and some d doubles a row.
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
   * What to do.
   *
   * @param neighbors to measure from; 0 for no location by distances
   * @param iterations of the fixed point; 0 for none
   * @param tolerance of the fixed point
   * @param learned whether candidates come from a map learned once
   * @param sigma of that map; 0 for its own choice
   * @param ridge of that map; 0 for its own choice
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

  /** The learned map; null where there is none. */
  RidgeMap ridge() {
    return ridge;
  }

  FeatureMisfit.Place place(int rows) {
    return misfit.place(rows);
  }

  /** The candidates of all rows where they come from the learned map, as the kernel sees them. */
  void predict(Matrix scores, double[] into, Workers workers) {
    if (ridge != null) {
      ridge.predict(scores, into, workers);
    }
  }

  /** A block of rows, and what is found about them. */
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
   * @param withOne scores of all rows, a one behind each
   * @param scaled the rows themselves, as the kernel sees them; null where they are not known
   * @param candidates predictions of the learned map, if there is one; then the pre-images, as the
   *     kernel sees them
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
      // Below zero by rounding only.
      block.featureDistances[i] = definite ? Math.sqrt(Math.max(0, squared)) : Double.NaN;
    }
    addShift(candidates, 1);
  }

  /** Fills the candidates of a block, less the shift. */
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
