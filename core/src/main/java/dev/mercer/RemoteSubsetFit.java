package dev.mercer;

import dev.mercer.internal.access.RemoteFit;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.PartTask;
import dev.mercer.internal.fit.RemoteSubset;
import dev.mercer.internal.novelty.NoveltyDraw;
import dev.mercer.internal.novelty.NoveltyStage;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.kernel.Kernel;
import dev.mercer.method.Method;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** A {@link RemoteFit} by {@link RemoteSubset}, with a report and a model at its end. */
final class RemoteSubsetFit implements RemoteFit {

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
  private PartTask task; // of the parts now
  private RemoteSubset.Gathered gathered; // once the parts have done it
  private Landmarks landmarks;

  RemoteSubsetFit(
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

  @Override
  public Kernel kernel() {
    return problem.kernel();
  }

  @Override
  public Workers workers() {
    return workers;
  }

  @Override
  public <T> T stage(String name, long bytes, Supplier<T> work) {
    return clock.run(name, bytes, work);
  }

  @Override
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

  @Override
  public PartTask task() {
    return task;
  }

  @Override
  public boolean gathered(double[] sums) {
    gathered = subset.gathered(task, sums).orElse(null);
    if (gathered == null) {
      task = task.throughFeatures();
    }
    return gathered != null;
  }

  @Override
  public double residualTraceShare() {
    return gathered.residualTraceShare();
  }

  @Override
  public KernelPcaModel model(
      String selector,
      Certificate selection,
      List<String> notes,
      Function<KernelPcaModel, double[]> measured) {
    Solution solution = clock.run("solve", 0, () -> gathered.solution(selection, notes));
    FitPlan plan = RemoteSubset.plan();
    FitReport report =
        new FinishedFit(problem, method, plan, solution, clock.stages(), 0)
            .report()
            // The sample has weights for the rows equal to each, whether or not rows have.
            .withSamples(rows, gathered.weightSum(), gathered.weightSum() != rows)
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
