package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.method.Landmarking;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Landmarks for work other than kernel PCA, for instance discriminants and manifold maps. They are
 * chosen, weighted and limited by the memory in the same way as those of the landmark methods.
 *
 * @param gram the rows' kernel values
 * @param landmarks in the order chosen
 * @param notes remarks made meanwhile, those of the landmarks included
 */
public record LandmarkChoice(GramColumns gram, Landmarks landmarks, List<String> notes) {

  /**
   * The plan of choosing landmarks, projecting all rows on them and solving a dense problem of
   * their size. Nothing is run.
   *
   * @param landmarking null for all rows
   * @throws MemoryExceededException with the number of landmarks that would fit
   */
  public static FitPlan plan(String method, Problem problem, Landmarking landmarking) {
    return LandmarkPlan.of(
        method,
        problem,
        landmarking == null ? Landmarking.count(rows(problem).length) : landmarking);
  }

  /** Bytes held while all rows are projected on the landmarks and the problem is solved. */
  public static long bytes(Problem problem, int landmarks) {
    return LandmarkRoom.bytes(problem, landmarks);
  }

  /**
   * Chooses landmarks.
   *
   * @param landmarking null for all rows of positive weight
   */
  public static LandmarkChoice of(Problem problem, Landmarking landmarking) {
    if (landmarking == null) {
      int[] all = rows(problem);
      GramColumns gram =
          new GramColumns(
              problem.rows(), problem.kernel(), (long) all.length * all.length, problem.workers());
      return new LandmarkChoice(gram, Landmarks.ofRows(gram, all, null), List.of());
    }
    return LandmarkRun.choose(problem, landmarking);
  }

  /**
   * The same landmarks, each with the summed weight of the rows it stands for: the reduced set of
   * RS (14) and (15). If the selector does not give these sums, the stage "weights" computes them.
   */
  public LandmarkChoice counted(Problem problem) {
    if (landmarks.weights() != null) {
      return this;
    }
    double[] weights =
        problem
            .stages()
            .run(
                "weights",
                bytes(problem, landmarks.count()),
                () -> LandmarkWeights.of(gram, landmarks, problem.weights()));
    return new LandmarkChoice(gram, landmarks.counting(weights), notes);
  }

  /** Rows of positive weight. */
  private static int[] rows(Problem problem) {
    double[] weights = problem.weights();
    return IntStream.range(0, problem.rows().count())
        .filter(i -> weights == null || weights[i] > 0)
        .toArray();
  }
}
