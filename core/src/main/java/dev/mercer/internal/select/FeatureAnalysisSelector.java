package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartialCholesky;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.FeatureAnalysis;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * {@link FeatureAnalysis}: takes the kernel function of largest variance, projects it out, and
 * repeats.
 *
 * <ol>
 *   <li>candidates: rows drawn at random by their weights from those outside the span of the
 *       landmarks so far, or all of these if there are no more
 *   <li>each candidate i gets the variance of the projections of all rows on phi(x_i), without its
 *       part in the span: sum_j w_j R_ij^2, where R = K - K^ is the residual; taken about the mean
 *       over j if features are centered
 *   <li>the candidate of largest variance (ties: the lowest row) becomes the next landmark, and its
 *       direction is removed from R
 * </ol>
 *
 * Cost: n m (candidates + 1) kernel values, n m^2 candidates flops; memory n m for the residual.
 */
final class FeatureAnalysisSelector implements Selector {

  /** Number of columns of the residual that are computed at a time. */
  private static final int WIDEST = 256;

  private final int candidates;

  FeatureAnalysisSelector(FeatureAnalysis asked) {
    this.candidates = asked.candidates();
  }

  static FeatureAnalysis read(Spec spec) {
    spec.requireKeys("candidates");
    return new FeatureAnalysis(
        spec.integer("candidates", FeatureAnalysis.DEFAULT_CANDIDATES, 1, Integer.MAX_VALUE));
  }

  @Override
  public boolean stopsAtTolerance() {
    return true;
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return (double) rows * landmarks * (1.0 + Math.min(rows, candidates));
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    request.requireSquares(FeatureAnalysis.NAME);
    int count = request.requireCandidates();
    SplittableRandom random = request.random();
    PartialCholesky cholesky = new PartialCholesky(request, count, Math.min(WIDEST, candidates));
    ResidualStop stop = new ResidualStop(request, cholesky);
    while (stop.wantsMore()) {
      double[] masses = stop.masses();
      for (int i = 0; i < masses.length; i++) {
        masses[i] = masses[i] > 0 ? request.weight(i) : 0;
      }
      int[] drawn = WeightedDraws.distinct(masses, candidates, random);
      Arrays.sort(drawn);
      int[] pivot = {best(request, cholesky, drawn)};
      double[] features = cholesky.featuresOf(pivot);
      CandidateElimination elimination =
          new CandidateElimination(
              1, cholesky.residualAmong(pivot, features), 1, request.gram().workers());
      elimination.take(0);
      stop.append(pivot, features, elimination.factor());
    }
    return stop.landmarks();
  }

  private static int best(SelectionRequest request, PartialCholesky cholesky, int[] drawn) {
    int best = drawn[0];
    double largest = Double.NEGATIVE_INFINITY;
    for (int from = 0; from < drawn.length; from += WIDEST) {
      int[] some = Arrays.copyOfRange(drawn, from, Math.min(drawn.length, from + WIDEST));
      double[] variances = variances(request, cholesky, some);
      for (int j = 0; j < some.length; j++) {
        if (variances[j] > largest) {
          largest = variances[j];
          best = some[j];
        }
      }
    }
    return best;
  }

  /** sum_j w_j R_ij^2 for each of the rows i; about the mean over j if features are centered. */
  private static double[] variances(
      SelectionRequest request, PartialCholesky cholesky, int[] rows) {
    int b = rows.length;
    double[][] sums = new double[request.gram().blocks()][];
    cholesky.forResidualColumns(
        rows,
        cholesky.featuresOf(rows),
        (block, first, height, values, offset, step, worker) -> {
          double[] part = new double[2 * b + 1]; // squares, sums, weight
          for (int i = 0; i < height; i++) {
            double weight = request.weight(first + i);
            part[2 * b] += weight;
            for (int j = 0; j < b; j++) {
              double value = values[offset + i * step + j];
              part[j] += weight * value * value;
              part[b + j] += weight * value;
            }
          }
          sums[block] = part;
        });
    double[] total = new double[2 * b + 1];
    for (double[] part : sums) {
      for (int k = 0; k < total.length; k++) {
        total[k] += part[k];
      }
    }
    double[] result = new double[b];
    for (int j = 0; j < b; j++) {
      double mean = request.center() ? total[b + j] / total[2 * b] : 0;
      result[j] = total[j] - total[2 * b] * mean * mean;
    }
    return result;
  }
}
