package dev.mercer;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.fit.RemoteSubset;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.kernel.Kernel;
import dev.mercer.method.Method;
import java.util.List;
import java.util.function.Supplier;

/**
 * A subset fit of rows that lie elsewhere, on the machines of a cluster for instance, led by
 * whoever can reach them: what {@link KernelPca#remoteFit} returns.
 *
 * <pre>{@code
 * try (RemoteFit fit = settings.remoteFit(sample, weights, rows, false)) {
 *   fit.landmarks(chosen);
 *   do {
 *     PartTask task = fit.task();      // sent to every part, where PartSums does what it says
 *     sums = ...;                      // PartSums.merge of what comes back
 *   } while (!fit.gathered(sums));
 *   KernelPcaModel model = fit.model(...);
 * }
 * }</pre>
 *
 * Not thread-safe; close it to end its threads.
 */
public final class RemoteFit implements AutoCloseable {

  private final Workers workers;
  private final Problem problem;
  private final Method method;
  private final StageClock clock;
  private final List<String> featureNames;
  private final long rows;
  private final boolean allRows;
  private final long start = System.nanoTime();
  private RemoteSubset subset;
  private PartTask task; // of the parts now
  private RemoteSubset.Gathered gathered; // once the parts have done it
  private Landmarks landmarks;

  RemoteFit(
      Workers workers,
      Problem problem,
      Method method,
      StageClock clock,
      List<String> featureNames,
      long rows,
      boolean allRows) {
    this.workers = workers;
    this.problem = problem;
    this.method = method;
    this.clock = clock;
    this.featureNames = featureNames;
    this.rows = rows;
    this.allRows = allRows;
  }

  /** The kernel, with a width left to the data settled by the sample. */
  public Kernel kernel() {
    return problem.kernel();
  }

  /** Rows drawn uniformly among all, equal rows once. */
  public Rows sample() {
    return problem.rows();
  }

  /** The threads of this side. */
  public Workers workers() {
    return workers;
  }

  /** Times work that belongs to the fit under a name of its own; a name may come again. */
  public <T> T stage(String name, long bytes, Supplier<T> work) {
    return clock.run(name, bytes, work);
  }

  /** Begins with these landmarks, or begins again with others. */
  public void landmarks(Landmarks chosen) {
    if (chosen.points().columns() != problem.rows().columns()) {
      throw new IllegalArgumentException(
          "the landmarks have "
              + chosen.points().columns()
              + " columns, the rows "
              + problem.rows().columns());
    }
    int rank = problem.target().leastRank();
    if (chosen.count() < rank) {
      throw new IllegalArgumentException(
          chosen.count()
              + " landmarks are fewer than the rank "
              + rank
              + "; ask for more landmarks or at most "
              + chosen.count()
              + " components");
    }
    landmarks = chosen;
    subset = RemoteSubset.of(problem, chosen, rows, allRows);
    task = subset.task();
    gathered = null;
  }

  /** What every part of the rows is to sum now. */
  public PartTask task() {
    return task;
  }

  /**
   * Takes the sums of all parts.
   *
   * @return false if the parts have to sum once more, by another {@link #task}
   */
  public boolean gathered(double[] sums) {
    gathered = subset.gathered(task, sums).orElse(null);
    if (gathered == null) {
      task = task.throughFeatures();
    }
    return gathered != null;
  }

  /** The residual's share of the trace, after {@link #gathered}. */
  public double residualTraceShare() {
    return gathered.residualTraceShare();
  }

  /** The estimated optimality gap, after {@link #gathered}. */
  public double estimatedGap() {
    return gathered.estimatedGap();
  }

  /**
   * The model, after {@link #gathered}.
   *
   * @param selector how the landmarks were chosen, for the report
   * @param selection what is known of them by that; may be empty
   * @param notes remarks made on the way
   */
  public KernelPcaModel model(String selector, Certificate selection, List<String> notes) {
    Solution solution = clock.run("solve", 0, () -> gathered.solution(selection, notes));
    double seconds = (System.nanoTime() - start) / 1e9;
    Plan plan = RemoteSubset.plan();
    FitReport report =
        new FinishedFit(problem, method, plan, solution, clock.stages(), seconds)
            .report()
            .withSamples(rows, gathered.weightSum())
            .withLandmarks(selector, landmarks.weights());
    return KernelPcaModel.of(problem, solution, null, featureNames, report);
  }

  @Override
  public void close() {
    workers.close();
  }
}
