package dev.mercer;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.fit.RemoteSubset;
import dev.mercer.internal.novelty.NoveltyDraw;
import dev.mercer.internal.novelty.NoveltyStage;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.kernel.Kernel;
import dev.mercer.method.Method;
import java.util.List;
import java.util.function.Function;
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
 *   KernelPcaModel model = fit.model(..., measured); // for novelty, rows are measured by it
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
  private final boolean novelty;
  private final long start = System.nanoTime();
  private RemoteSubset subset;
  private Landmarks landmarks;

  RemoteFit(
      Workers workers,
      Problem problem,
      Method method,
      StageClock clock,
      List<String> featureNames,
      long rows,
      boolean allRows,
      boolean novelty) {
    this.workers = workers;
    this.problem = problem;
    this.method = method;
    this.clock = clock;
    this.featureNames = featureNames;
    this.rows = rows;
    this.allRows = allRows;
    this.novelty = novelty;
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
    subset = new RemoteSubset(problem, chosen, rows, allRows);
  }

  /** What every part of the rows is to sum now. */
  public PartTask task() {
    return subset.task();
  }

  /**
   * Takes the sums of all parts.
   *
   * @return false if the parts have to sum once more, by another {@link #task}
   */
  public boolean gathered(double[] sums) {
    return subset.gathered(sums);
  }

  /** The residual's share of the trace, after {@link #gathered}. */
  public double residualTraceShare() {
    return subset.value(true);
  }

  /** The estimated optimality gap, after {@link #gathered}. */
  public double estimatedGap() {
    return subset.value(false);
  }

  /**
   * The model, after {@link #gathered}.
   *
   * @param selector how the landmarks were chosen, for the report
   * @param selection what is known of them by that; may be empty
   * @param notes remarks made on the way
   * @param measured what all parts give when rows drawn from them are measured with the model:
   *     their merged results; null if nobody can
   */
  public KernelPcaModel model(
      String selector,
      Certificate selection,
      List<String> notes,
      Function<KernelPcaModel, double[]> measured) {
    Solution solution = clock.run("solve", 0, () -> subset.solution(selection, notes));
    Plan plan = RemoteSubset.plan();
    FitReport report =
        new FinishedFit(problem, method, plan, solution, clock.stages(), 0)
            .report()
            // The sample has weights for the rows equal to each, whether or not rows have.
            .withSamples(rows, subset.weightSum(), subset.weightSum() != rows)
            .withLandmarks(selector, landmarks.weights());
    KernelPcaModel model = KernelPcaModel.of(problem, solution, null, featureNames, report);
    FitReport whole = report.withNovelty(novelty(model, measured));
    return model.withReport(whole.timed(clock.stages(), (System.nanoTime() - start) / 1e9));
  }

  private NoveltyStage.Found novelty(
      KernelPcaModel model, Function<KernelPcaModel, double[]> measured) {
    if (!novelty) {
      return NoveltyStage.notWanted();
    }
    return measured == null
        ? NoveltyStage.Found.none("the rows lie elsewhere, and were not measured there")
        : clock.run(
            NoveltyStage.NAME,
            8L * NoveltyDraw.MOST_ROWS * model.rank(),
            () -> NoveltyStage.ofParts(model, measured.apply(model), problem));
  }

  @Override
  public void close() {
    workers.close();
  }
}
