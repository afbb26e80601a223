package dev.mercer.method;

import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.Plan;
import dev.mercer.internal.exact.ExactPlanner;
import dev.mercer.internal.exact.GramPair;
import dev.mercer.internal.hebbian.CenteredRows;
import dev.mercer.internal.hebbian.HebbianRule;
import dev.mercer.internal.hebbian.HebbianRun;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.RowSpan;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.ThreadNote;
import dev.mercer.internal.spec.Spec;
import java.util.List;

/**
 * The kernel Hebbian algorithm: axes that learn from one row after the other (SK sec. 5.4; Kim,
 * Franz and Scholkopf 2005), and with stochastic meta-descent their gains learn too (Gunter,
 * Schraudolph and Vishwanathan 2007).
 *
 * <ol>
 *   <li>start: r random axes, made orthonormal; one product K [A, w/N] gives their scores and the
 *       means for centring
 *   <li>epochs: all rows of positive weight in an order drawn anew, a step of {@link HebbianRule}
 *       each, weighted by the row's weight; the first gain is {@code rate} / tr K~, and gains
 *       shrink as epochs go by
 *   <li>stop after {@code epochs}, or when {@value #QUIET_EPOCHS} epochs in a row each change the
 *       captured variance by at most {@value #STOP} of it
 *   <li>finish: Y = K~ A exactly; within the span of A the orthonormal axes with uncorrelated
 *       scores, so that the eigenvalues reported are the variances of scores, and their sum the
 *       captured variance
 *   <li>one more product for the residuals |K~ v - theta v|
 * </ol>
 *
 * The certificate takes R = K~ - Y Y', the Gram matrix of what the axes leave of the centred
 * features: its trace is the total variance less the captured one, and its Frobenius norm is known
 * exactly too, since the first epoch sees all of K~.
 *
 * <p>Cost: O(n^2 r) flops an epoch, and n^2 kernel values if K is not stored, which takes n^2
 * doubles. A model of n points. Fails with {@link NumericalException} where gains are so large that
 * axes diverge.
 *
 * @param adaptive whether gains are adapted by stochastic meta-descent
 * @param epochs most passes over the rows
 * @param rate the first gain, in units of 1 / tr K~
 */
public record Hebbian(boolean adaptive, int epochs, double rate) implements Method {

  static final String NAME = "hebbian";

  private static final int DEFAULT_EPOCHS = 100;
  private static final double DEFAULT_RATE = 30;
  private static final int MOST_EPOCHS = 1_000_000;
  public static final double STOP = 1e-9;

  /** One epoch may change little by chance, when the variance stops falling and rises again. */
  public static final int QUIET_EPOCHS = 3;

  public Hebbian {
    if (epochs < 1 || epochs > MOST_EPOCHS) {
      throw new IllegalArgumentException(
          NAME + ": epochs = " + epochs + "; ask for 1 to " + MOST_EPOCHS);
    }
    if (!(rate > 0 && rate <= 1e6)) {
      throw new IllegalArgumentException(
          NAME + ": rate = " + rate + "; it is above 0 and at most 1e6");
    }
  }

  /** With meta-descent, {@value #DEFAULT_EPOCHS} epochs, rate {@value #DEFAULT_RATE}. */
  public static Hebbian withMetaDescent() {
    return new Hebbian(true, DEFAULT_EPOCHS, DEFAULT_RATE);
  }

  /** The method of a text such as {@code hebbian(smd=true,epochs=50)}. */
  public static Hebbian of(Spec spec) {
    spec.requireName("method", List.of(NAME)).requireKeys("smd", "epochs", "rate");
    return new Hebbian(
        spec.flag("smd", true),
        spec.integer("epochs", DEFAULT_EPOCHS, 1, MOST_EPOCHS),
        spec.positive("rate", DEFAULT_RATE));
  }

  @Override
  public String spec() {
    Spec spec = Spec.of(NAME).with("smd", String.valueOf(adaptive));
    spec = epochs == DEFAULT_EPOCHS ? spec : spec.with("epochs", epochs);
    return (rate == DEFAULT_RATE ? spec : spec.with("rate", rate)).text();
  }

  @Override
  public Plan plan(Problem problem) {
    return ThreadNote.on(problem, planned(problem), this::planned);
  }

  private Plan planned(Problem problem) {
    if (problem.target().byVariance()) {
      throw new IllegalArgumentException(
          NAME + " needs to know the number of components before it starts; give a rank");
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
              + NAME
              + " needs "
              + Bytes.text(recomputed)
              + " but "
              + Bytes.text(problem.memory())
              + " of heap are allowed; take fewer rows or components",
          recomputed);
    }
    double d = problem.rows().columns();
    long all = n * n;
    long values = store ? all : epochs * all;
    double step = (adaptive ? 14.0 : 4.0) * n * rank;
    long bytes = store ? stored : recomputed;
    return new Plan(
        NAME,
        store ? ExactPlanner.STORED : ExactPlanner.TILED,
        adaptive ? "kha-smd" : "kha",
        List.of(
            new Plan.Stage("start", bytes, all / 2, all * (d + 2 * rank), 0),
            new Plan.Stage("epochs", bytes, values, 2.0 * values * d + epochs * n * step, 0),
            new Plan.Stage("finish", bytes, all, 2 * all * (d + 2 * rank), 0)),
        List.of("costs are those of all " + epochs + " epochs; it stops when nothing changes"));
  }

  private static long bytes(Problem problem, int rank, boolean store) {
    long n = problem.rows().count();
    // Axes, scores, their traces; and products of them.
    return problem.rows().bytes()
        + CenteredRows.bytes(problem, store)
        + 8L * 8 * n * (rank + 2)
        + RowSpan.bytes((int) n, rank)
        + GramPair.recomputedBytes(problem, rank + 1);
  }

  @Override
  public Solution solve(Problem problem, Plan plan) {
    return new HebbianRun(this, problem, plan).solve();
  }
}
