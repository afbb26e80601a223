package dev.mercer.use.manifold;

import dev.mercer.Stage;
import dev.mercer.data.Matrix;
import java.util.List;

/**
 * A fitted manifold map and how the fit went.
 *
 * @param coordinates of all rows of the fit, in order
 * @param clusters of all rows, numbered in the order of their first rows; null for maps without
 *     clusters
 * @param selector the spec of the landmark selector; null if all rows are points of the graph
 * @param landmarkRows row numbers; null if there are no landmarks, or they are not rows
 * @param landmarkWeights the number of rows that each landmark stands for; null if there are none
 * @param rankRequested the number of coordinates requested
 * @param rankReason why there are fewer coordinates; null if there are not
 * @param operator stored, tiled or dense
 * @param solver the name of the eigensolver
 * @param passes the number of passes of the solver over the kernel values
 * @param notes what the user should know
 * @param seconds the time of the whole work on rows that are in memory
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
