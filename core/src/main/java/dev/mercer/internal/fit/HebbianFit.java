package dev.mercer.internal.fit;

import dev.mercer.MemoryExceededException;
import dev.mercer.internal.exact.GramPair;
import dev.mercer.internal.hebbian.CenteredRows;
import dev.mercer.internal.hebbian.HebbianRoute;
import dev.mercer.internal.hebbian.HebbianRun;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.RowSpan;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.ThreadNote;
import dev.mercer.internal.spec.Spec;
import dev.mercer.method.Hebbian;
import java.util.List;

/** {@link Hebbian}: its plan, and {@link HebbianRun}, which follows it. */
final class HebbianFit implements FitAlgorithm {

  private final Hebbian asked;

  HebbianFit(Hebbian asked) {
    this.asked = asked;
  }

  /** From {@code hebbian(smd=true,epochs=50)}. */
  static Hebbian read(Spec spec) {
    spec.requireKeys("smd", "epochs", "rate");
    return new Hebbian(
        spec.flag("smd", true),
        spec.integer("epochs", Hebbian.DEFAULT_EPOCHS, 1, Hebbian.MOST_EPOCHS),
        spec.positive("rate", Hebbian.DEFAULT_RATE));
  }

  @Override
  public FitPlan plan(Problem problem) {
    return ThreadNote.on(problem, planned(problem), this::planned);
  }

  private FitPlan planned(Problem problem) {
    if (problem.target().byVariance()) {
      throw new IllegalArgumentException(
          Hebbian.NAME + " needs to know the number of components before it starts; give a rank");
    }
    long n = problem.rows().count();
    int rank = problem.target().rank();
    problem.requireRows("rank", rank);
    long stored = bytes(problem, rank, true);
    long recomputed = bytes(problem, rank, false);
    boolean store = stored <= problem.memory();
    if (!store && recomputed > problem.memory()) {
      throw new MemoryExceededException(
          "a fit of "
              + n
              + " rows by "
              + Hebbian.NAME
              + " needs "
              + Bytes.text(recomputed)
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; take fewer rows or components",
          recomputed);
    }
    double d = problem.rows().columns();
    long all = n * n;
    long values = store ? all : asked.epochs() * all;
    double step = (asked.adaptive() ? 14.0 : 4.0) * n * rank;
    long bytes = store ? stored : recomputed;
    return new FitPlan(
        Hebbian.NAME,
        new HebbianRoute(store, asked.adaptive()),
        List.of(
            new FitPlan.Stage("start", bytes, all / 2, all * (d + 2 * rank), 0),
            new FitPlan.Stage(
                "epochs", bytes, values, 2.0 * values * d + asked.epochs() * n * step, 0),
            new FitPlan.Stage("finish", bytes, all, 2 * all * (d + 2 * rank), 0)),
        List.of(
            "costs are those of all " + asked.epochs() + " epochs; it stops when nothing changes"));
  }

  private static long bytes(Problem problem, int rank, boolean store) {
    long n = problem.rows().count();
    // The axes, their scores, the effects of past gains on both, and products of these.
    return problem.rows().bytes()
        + CenteredRows.bytes(problem, store)
        + 8L * 8 * n * (rank + 2)
        + RowSpan.bytes((int) n, rank)
        + GramPair.recomputedBytes(problem, rank + 1);
  }

  @Override
  public Solution solve(Problem problem, FitPlan plan) {
    return new HebbianRun(asked, problem, plan).solve();
  }
}
