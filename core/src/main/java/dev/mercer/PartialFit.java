package dev.mercer;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.fit.SubsetSession;
import dev.mercer.internal.kernel.RowDomain;
import dev.mercer.internal.novelty.NoveltyStage;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.method.Method;
import java.util.List;

/**
 * A subset fit that takes more rows whenever they come: what {@link KernelPca#partialFit} returns.
 *
 * <p>The landmarks, and a width left to the data, are settled by the first rows. After that rows
 * are absorbed exactly: {@link #model} is that of a fit of all rows so far with those landmarks.
 * Rows are not kept. Not thread-safe; close it to end its threads.
 */
public final class PartialFit implements AutoCloseable {

  private final Workers workers;
  private final Method method;
  private final Problem problem;
  private final FitPlan plan;
  private final SubsetSession session;
  private final StageClock clock;
  private final List<String> featureNames;
  private final boolean novelty;
  private final RowCheck check;
  private double seconds;
  private boolean grown;

  /** Refuses rows that are not finite, or weights that are not weights. */
  interface RowCheck {
    void check(Rows rows, double[] weights);
  }

  PartialFit(
      Workers workers,
      Method method,
      Problem problem,
      FitPlan plan,
      SubsetSession session,
      StageClock clock,
      List<String> featureNames,
      boolean novelty,
      RowCheck check,
      double seconds) {
    this.workers = workers;
    this.method = method;
    this.problem = problem;
    this.plan = plan;
    this.session = session;
    this.clock = clock;
    this.featureNames = featureNames;
    this.novelty = novelty;
    this.check = check;
    this.seconds = seconds;
  }

  /** Absorbs more rows of weight one. */
  public PartialFit partialFit(Rows rows) {
    return partialFit(rows, null);
  }

  /**
   * Absorbs more rows.
   *
   * @param weights one a row, not negative, not all zero; or null for ones
   */
  public PartialFit partialFit(Rows rows, double[] weights) {
    if (rows.columns() != problem.rows().columns()) {
      throw new IllegalArgumentException(
          "the rows have "
              + rows.columns()
              + " columns, the ones before "
              + problem.rows().columns());
    }
    check.check(rows, weights);
    RowDomain.require(rows, 0, problem.kernel(), featureNames);
    long start = System.nanoTime();
    clock.run(
        "absorb",
        plan.peakBytes(),
        () -> {
          session.absorb(rows, weights);
          return null;
        });
    seconds += (System.nanoTime() - start) / 1e9;
    grown = true;
    return this;
  }

  /** Rows of positive weight so far. */
  public long rows() {
    return session.rows();
  }

  /** The model of all rows so far. More rows can be absorbed afterwards. */
  public KernelPcaModel model() {
    Solution solution = session.solution();
    boolean weighted = problem.weights() != null || session.weightSum() != session.rows();
    FitReport report =
        new FinishedFit(problem, method, plan, solution, clock.stages(), seconds)
            .report()
            .withSamples(session.rows(), session.weightSum(), weighted);
    KernelPcaModel model = KernelPcaModel.of(problem, solution, null, featureNames, report);
    long start = System.nanoTime();
    FitReport whole = report.withNovelty(novelty(model));
    double measuring = (System.nanoTime() - start) / 1e9;
    return model.withReport(whole.timed(clock.stages(), seconds + measuring));
  }

  /** Only the first rows are there to be measured. */
  private NoveltyStage.Found novelty(KernelPcaModel model) {
    if (!novelty) {
      return NoveltyStage.notWanted();
    }
    return grown
        ? NoveltyStage.Found.none(
            "the rows that were absorbed later are not kept, so they cannot be measured")
        : NoveltyStage.run(model, problem);
  }

  @Override
  public void close() {
    workers.close();
  }
}
