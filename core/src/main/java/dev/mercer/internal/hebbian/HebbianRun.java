package dev.mercer.internal.hebbian;

import dev.mercer.Certificate;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.certify.AxesCertificate;
import dev.mercer.internal.certify.CapturedVariance;
import dev.mercer.internal.exact.GramPair;
import dev.mercer.internal.gram.CenteredOperator;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.KernelOperator;
import dev.mercer.internal.gram.KernelRange;
import dev.mercer.internal.linalg.Eigenpairs;
import dev.mercer.internal.problem.Components;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.MeasuredSpan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.RowSpan;
import dev.mercer.internal.problem.Solution;
import dev.mercer.method.Hebbian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * One fit by {@link Hebbian}: start, epochs, and the exact products that finish it.
 *
 * <p>In comments K' is the centered Gram matrix, k'(t, p) = k(t, p) - m(t) - m(p) + m'w/N.
 */
public final class HebbianRun {

  /** An epoch is quiet that changes the captured variance by at most this share of it. */
  private static final double STOP = 1e-9;

  /** One epoch may change little by chance, when the variance stops falling and rises again. */
  private static final int QUIET_EPOCHS = 3;

  private static final String NO_CERTIFICATE =
      "the kernel is not known to be positive semidefinite: what the axes leave can have negative"
          + " eigenvalues, and no bound holds";

  private final Hebbian settings;

  private final Problem problem;
  private final FitPlan plan;
  private final HebbianRoute route;
  private final int n;
  private final double sum;
  private final KernelOperator gram;
  private final Blas blas;
  private final List<String> notes = new ArrayList<>();
  private double[] means; // m = K w/N
  private double mean; // m'w/N
  private double total; // tr W K~
  private double squaredNorm; // |W^1/2 K~ W^1/2|_F^2
  private int epochsRun;

  public HebbianRun(Hebbian settings, Problem problem, FitPlan plan) {
    this.settings = settings;
    this.problem = problem;
    this.blas = problem.workers().blas();
    this.plan = plan;
    this.route = HebbianRoute.of(plan);
    this.n = problem.rows().count();
    this.sum = problem.weightSum();
    this.gram = GramPair.recomputed(problem);
  }

  public Solution solve() {
    long bytes = plan.peakBytes();
    HebbianRule rule = stage("start", bytes, this::start);
    GramColumns columns =
        new GramColumns(problem.rows(), problem.kernel(), (long) n * n, problem.workers());
    stage(
        "epochs",
        bytes,
        () -> {
          learn(rule, columns);
          problem.stages().evaluated(columns.evaluations());
          return null;
        });
    return stage("finish", bytes, () -> finish(rule));
  }

  private <T> T stage(String name, long bytes, Supplier<T> work) {
    return problem
        .stages()
        .run(
            name,
            bytes,
            () -> {
              long before = gram.evaluations();
              T result = work.get();
              problem.stages().evaluated(gram.evaluations() - before);
              return result;
            });
  }

  private double weight(int row) {
    return problem.weights() == null ? 1 : problem.weights()[row];
  }

  private HebbianRule start() {
    int rank = problem.target().rank();
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x68656262L);
    double[] a = new double[Math.multiplyExact(n, rank)];
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < rank; c++) {
        double drawn = random.nextGaussian();
        a[p * rank + c] = weight(p) > 0 ? drawn : 0;
      }
    }
    double[] scores = times(a, rank);
    double[] diagonal = gram.diagonal();
    total = -(problem.center() ? sum * mean : 0);
    int rows = 0;
    for (int p = 0; p < n; p++) {
      total += weight(p) * diagonal[p];
      rows += weight(p) > 0 ? 1 : 0;
    }
    double level = Components.cutOff(problem.cutOffRows(), sum * mean, 0);
    if (!(total > level)) {
      throw new NumericalException(
          "the data have no variance in feature space: the total variance is "
              + total
              + ", below the rounding level "
              + level
              + "; check the rows, the scaling and the kernel's width");
    }
    double variance = total / sum;
    KernelRange.requireSquares(
        "the Hebbian rule learns by", variance * variance, "take another method");
    return HebbianRule.of(
        n,
        rank,
        a,
        scores,
        settings.adaptive(),
        variance,
        settings.rate() / total * sum / rows,
        rows,
        problem.workers());
  }

  /** K'A; the means come along with the first product. */
  private double[] times(double[] a, int rank) {
    boolean first = problem.center() && means == null;
    int width = rank + (first ? 1 : 0);
    double[] x = new double[Math.multiplyExact(n, width)];
    for (int p = 0; p < n; p++) {
      System.arraycopy(a, p * rank, x, p * width, rank);
      if (first) {
        x[p * width + rank] = weight(p) / sum;
      }
    }
    double[] y = new double[x.length];
    gram.apply(width, x, y);
    if (first) {
      means = new double[n];
      for (int p = 0; p < n; p++) {
        means[p] = y[p * width + rank];
        mean += weight(p) / sum * means[p];
      }
    }
    double[] result = new double[n * rank];
    double[] sums = new double[rank];
    double[] products = new double[rank];
    for (int p = 0; problem.center() && p < n; p++) {
      for (int c = 0; c < rank; c++) {
        sums[c] += a[p * rank + c];
        products[c] += means[p] * a[p * rank + c];
      }
    }
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < rank; c++) {
        double centered = problem.center() ? (mean - means[p]) * sums[c] - products[c] : 0;
        result[p * rank + c] = y[p * width + c] + centered;
      }
    }
    return result;
  }

  private void learn(HebbianRule rule, GramColumns columns) {
    boolean store = route.stored();
    CenteredRows rows = new CenteredRows(columns, means, mean, store);
    int[] order = positive();
    double average = sum / order.length;
    SplittableRandom random = new SplittableRandom(problem.seed() ^ 0x6f72646572L);
    double captured = rule.captured(problem.weights());
    int quiet = 0;
    while (epochsRun < settings.epochs()) {
      shuffle(order, random);
      rule.beginEpoch();
      boolean first = epochsRun == 0;
      rows.visit(
          order,
          (row, values) -> {
            if (first) {
              addSquares(row, values);
            }
            rule.step(row, values, weight(row) / average);
          });
      epochsRun++;
      double now = rule.captured(problem.weights());
      if (!(now <= 2 * total)) { // NaN too: rounding adds far less
        throw new NumericalException(
            "the axes diverged in epoch " + epochsRun + "; take a rate below " + settings.rate());
      }
      double change = Math.abs(now - captured) / now;
      captured = now;
      problem.monitor().step((long) epochsRun * order.length, 0, change);
      quiet = change <= STOP ? quiet + 1 : 0;
      if (quiet == QUIET_EPOCHS) {
        return;
      }
    }
    notes.add(
        "stopped after "
            + settings.epochs()
            + " epochs, the captured variance still changing; the residuals say how far the"
            + " components are from eigenvectors");
  }

  private void addSquares(int row, double[] values) {
    double squares = 0;
    for (int p = 0; p < n; p++) {
      squares += weight(p) * values[p] * values[p];
    }
    squaredNorm += weight(row) * squares;
  }

  private int[] positive() {
    int[] rows = new int[n];
    int count = 0;
    for (int p = 0; p < n; p++) {
      if (weight(p) > 0) {
        rows[count++] = p;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  private static void shuffle(int[] order, SplittableRandom random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }

  private Solution finish(HebbianRule rule) {
    int r = rule.rank();
    double[] a = rule.axes();
    if (problem.center()) {
      Components.sumToZero(n, r, a, problem.weights());
    }
    RowSpan span = new RowSpan(n, r, a, blas);
    int q = span.rank();
    View product = View.of(times(span.basis().values(), q), n, q);
    MeasuredSpan measured = span.measured(largestDiagonal(), problem.weights(), product, null);
    MeasuredSpan.Axes axes = measured.axes(r);
    View turn = uncorrelated(axes);
    int kept = turn.width();
    View combinations = blas.product(axes.combinations(), turn);
    double[] coefficients = blas.product(span.basis(), combinations).values();
    double[] scores = blas.product(product, combinations).values();
    double[] eigenvalues = new double[kept];
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < kept; c++) {
        eigenvalues[c] += weight(p) * scores[p * kept + c] * scores[p * kept + c];
      }
    }
    double[] offset = center(coefficients, kept);
    boolean[] turned = Components.fixSigns(n, kept, coefficients);
    for (int c = 0; c < kept; c++) {
      offset[c] = turned[c] ? -offset[c] : offset[c];
    }
    double[] v = scores;
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < kept; c++) {
        v[p * kept + c] *= Math.sqrt(weight(p) / eigenvalues[c]);
      }
    }
    double[] again = new double[n * kept];
    new CenteredOperator(gram, problem.weights(), problem.center(), problem.workers())
        .apply(kept, v, again);
    double[] residuals = residuals(v, again, eigenvalues);
    CapturedVariance captured =
        CapturedVariance.within(Arrays.stream(eigenvalues).sum(), measured.rounding(axes));
    int asked = problem.target().rank();
    boolean definite = problem.kernel().positiveSemidefinite();
    return new Solution(
        new Solution.Axes(
            eigenvalues,
            Matrix.wrap(n, kept, coefficients),
            offset,
            problem.center()
                ? new Solution.Center(problem.meanWeights(), mean)
                : Solution.Center.ORIGIN,
            Solution.Support.trainingRows()),
        new Solution.Quality(
            new Solution.RankAsked(
                asked, kept < asked ? "only " + kept + " axes are above the rounding level" : null),
            total,
            Components.nonNegative(total - captured.value(), n * Math.ulp(total)) / sum,
            definite
                ? Solution.Assurance.by(certificate(eigenvalues, captured, v, again))
                : Solution.Assurance.none(NO_CERTIFICATE)),
        new Solution.Provenance(
            new Solution.OperatorUse(route.operatorName(), "double", 0.0),
            new Solution.SolverUse(route.solverName(), epochsRun, (long) epochsRun * n, residuals),
            null,
            List.copyOf(notes)));
  }

  /**
   * (|phi(x)| + |mean|)^2, no less than |phi(x) - mean|^2 and what rounding of products follows.
   */
  private double[] largestDiagonal() {
    double[] diagonal = gram.diagonal().clone();
    double center = problem.center() ? Math.sqrt(Math.max(0, mean)) : 0;
    for (int p = 0; p < n; p++) {
      double length = Math.sqrt(Math.abs(diagonal[p])) + center;
      diagonal[p] = length * length;
    }
    return diagonal;
  }

  /** Turns orthonormal axes so that their scores are uncorrelated, descending: count x kept. */
  private View uncorrelated(MeasuredSpan.Axes axes) {
    int count = axes.count();
    if (count == 0) {
      throw new NumericalException(
          "the axes have no length; take a smaller rate or another method");
    }
    View z = axes.scores();
    Eigenpairs pairs = Eigenpairs.ascending(blas.product(z.t(), z), blas);
    double[] ascending = pairs.values();
    int useful = 0;
    double level = Components.cutOff(problem.cutOffRows(), sum * mean, ascending[count - 1]);
    while (useful < count && ascending[count - 1 - useful] > level) {
      useful++;
    }
    if (useful == 0) {
      throw new NumericalException(
          "the data have no variance along the axes found: the largest eigenvalue is "
              + ascending[count - 1]
              + ", below the rounding level "
              + level);
    }
    return pairs.largest(useful).vectors();
  }

  /** Coefficients over phi(x) - mean become those over phi(x); returns the offset A' K w/N. */
  private double[] center(double[] coefficients, int columns) {
    double[] offset = new double[columns];
    if (!problem.center()) {
      return offset;
    }
    Components.sumToZero(n, columns, coefficients, problem.weights());
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < columns; c++) {
        offset[c] += coefficients[p * columns + c] * means[p];
      }
    }
    return offset;
  }

  private double[] residuals(double[] v, double[] product, double[] eigenvalues) {
    int kept = eigenvalues.length;
    double[] squares = new double[kept];
    for (int p = 0; p < n; p++) {
      for (int c = 0; c < kept; c++) {
        int at = p * kept + c;
        double difference = product[at] - eigenvalues[c] * v[at];
        squares[c] += difference * difference;
      }
    }
    return Arrays.stream(squares).map(Math::sqrt).toArray();
  }

  private Certificate certificate(
      double[] eigenvalues, CapturedVariance captured, double[] v, double[] product) {
    // |B - V theta V'|^2 = |B|^2 - 2 sum theta v'Bv + sum theta^2
    int r = eigenvalues.length;
    double squared = squaredNorm;
    for (int c = 0; c < r; c++) {
      double quadratic = 0;
      for (int p = 0; p < n; p++) {
        quadratic += v[p * r + c] * product[p * r + c];
      }
      squared += eigenvalues[c] * (eigenvalues[c] - 2 * quadratic);
    }
    double uncentered = total + (problem.center() ? sum * mean : 0);
    int order = positive().length - r - (problem.center() ? 1 : 0);
    return AxesCertificate.of(eigenvalues, captured, total, uncentered, squared, order, n);
  }
}
