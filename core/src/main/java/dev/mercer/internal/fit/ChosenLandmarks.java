package dev.mercer.internal.fit;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.problem.Problem;
import dev.mercer.method.Landmarking;
import java.util.List;

/**
 * Landmarks chosen for other work than kernel PCA, with how many rows each stands for: the reduced
 * set of RS (14) and (15).
 *
 * @param weights one a landmark, by sample weight; their sum is that of the sample weights
 * @param notes what the user should know
 */
public record ChosenLandmarks(Landmarks landmarks, double[] weights, List<String> notes) {

  /**
   * Chooses them in the stage "select", and counts rows in the stage "weights" where the selector
   * does not say.
   */
  public static ChosenLandmarks of(Problem problem, Landmarking landmarking) {
    LandmarkChoice choice = LandmarkRun.choose(problem, landmarking);
    Landmarks chosen = choice.landmarks();
    long bytes = LandmarkRun.bytes(problem, chosen.count());
    double[] weights =
        chosen.weights() != null
            ? chosen.weights().clone()
            : problem
                .stages()
                .run(
                    "weights",
                    bytes,
                    () -> LandmarkWeights.of(choice.gram(), chosen, problem.weights()));
    return new ChosenLandmarks(chosen, weights, choice.notes());
  }
}
