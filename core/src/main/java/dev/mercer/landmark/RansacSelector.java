package dev.mercer.landmark;

import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.SubsetCriterion;
import dev.mercer.internal.spec.Spec;
import java.util.SplittableRandom;

/**
 * The best of several random sets of landmarks, judged by J_1 (SK 4.1.3).
 *
 * <ol>
 *   <li>draw {@code trials} sets as {@link UniformSelector} does; the first is the very one it
 *       would give, so the result is never worse
 *   <li>keep the one with the largest {@link SubsetCriterion}; ties go to the earlier trial
 * </ol>
 *
 * Cost: {@code trials} times n m kernel values and O(n m^2) flops.
 *
 * @param trials sets drawn
 */
public record RansacSelector(int trials) implements LandmarkSelector {

  public static final String NAME = "ransac";
  public static final int DEFAULT_TRIALS = 10;
  private static final int MOST_TRIALS = 1_000_000;

  public RansacSelector {
    if (trials < 1 || trials > MOST_TRIALS) {
      throw new IllegalArgumentException(
          "ransac: trials = " + trials + " is outside 1 to " + MOST_TRIALS);
    }
  }

  public static RansacSelector of(Spec spec) {
    spec.requireKeys("trials");
    return new RansacSelector(spec.integer("trials", DEFAULT_TRIALS, 1, MOST_TRIALS));
  }

  @Override
  public String spec() {
    return Spec.of(NAME).withUnusual("trials", trials, DEFAULT_TRIALS).text();
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return (double) trials * rows * landmarks;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    request.requireCandidates();
    request.requireSquares(NAME);
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
