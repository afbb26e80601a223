package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.spec.Spec;
import dev.mercer.landmark.Ransac;
import java.util.SplittableRandom;

/**
 * {@link Ransac}: the best of several random sets of landmarks.
 *
 * <ol>
 *   <li>draw {@code trials} sets as {@link UniformSelector} does; the first is the same set that
 *       uniform would give, so the result is never worse than uniform's
 *   <li>keep the set with the largest J_1 ({@link SubsetCriterion}); ties go to the earlier trial
 * </ol>
 */
final class RansacSelector implements Selector {

  private final int trials;

  RansacSelector(Ransac asked) {
    this.trials = asked.trials();
  }

  static Ransac read(Spec spec) {
    spec.requireKeys("trials");
    return new Ransac(spec.integer("trials", Ransac.DEFAULT_TRIALS, 1, Ransac.MOST_TRIALS));
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return (double) trials * rows * landmarks;
  }

  @Override
  public Landmarks select(SelectionRequest asked) {
    SelectionRequest request = asked.withUnitTrace();
    request.requireCandidates();
    request.requireSquares(Ransac.NAME);
    SubsetCriterion criterion = new SubsetCriterion(request);
    SplittableRandom random = request.random();
    int[] best = null;
    double bestValue = 0;
    for (int trial = 0; trial < trials; trial++) {
      SelectionRequest draw = trial == 0 ? request : withSeed(request, random.nextLong());
      int[] rows = new UniformSelector().select(draw).rows();
      double value = criterion.value(rows);
      if (best == null || value > bestValue) {
        best = rows;
        bestValue = value;
      }
    }
    return Landmarks.ofRows(request.gram(), best, null);
  }

  private static SelectionRequest withSeed(SelectionRequest request, long seed) {
    return new SelectionRequest(
        request.gram(),
        request.weights(),
        request.center(),
        request.rank(),
        request.count(),
        request.tolerance(),
        seed,
        request.memory());
  }
}
