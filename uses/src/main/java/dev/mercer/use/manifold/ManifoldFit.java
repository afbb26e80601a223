package dev.mercer.use.manifold;

import dev.mercer.Stage;
import dev.mercer.data.Matrix;
import java.util.List;

/**
 * A manifold map that was fitted and how that went.
 *
 * @param coordinates of all rows fitted, in order
 * @param clusters of all rows, numbered in the order in which rows meet them; null for maps without
 * @param selector spec of the selector; null where all rows are points of the graph
 * @param landmarkRows row numbers; null where there are no landmarks, or they are not rows
 * @param landmarkWeights how many rows each landmark stands for; null where there are none
 * @param rankRequested coordinates asked for
 * @param rankReason why there are fewer; null if none is missing
 * @param operator stored, tiled or dense
 * @param solver name of the eigen-solver
 * @param passes of the solver over the kernel values
 * @param notes what the user should know
 * @param seconds of the whole work on rows that are in memory
 */
public record ManifoldFit(
    ManifoldModel model,
    Matrix coordinates,
    int[] clusters,
    String selector,
    int[] landmarkRows,
    double[] landmarkWeights,
    int rankRequested,
    String rankReason,
    String operator,
    String solver,
    int passes,
    List<String> notes,
    List<Stage> stages,
    double seconds) {

  ManifoldFit timed(List<Stage> timedStages, double took) {
    return new ManifoldFit(
        model,
        coordinates,
        clusters,
        selector,
        landmarkRows,
        landmarkWeights,
        rankRequested,
        rankReason,
        operator,
        solver,
        passes,
        notes,
        timedStages,
        took);
  }
}
