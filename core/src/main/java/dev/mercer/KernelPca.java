package dev.mercer;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.data.Scaling;
import dev.mercer.internal.access.FitAccess;
import dev.mercer.internal.access.RemoteFit;
import dev.mercer.internal.access.Studied;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.fit.FitAlgorithm;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.fit.SubsetSession;
import dev.mercer.internal.gram.KernelRange;
import dev.mercer.internal.kernel.RowDomain;
import dev.mercer.internal.novelty.NoveltyStage;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Solution;
import dev.mercer.internal.problem.Target;
import dev.mercer.internal.problem.WidthSample;
import dev.mercer.internal.rows.ScaledRows;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.method.Auto;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Method;
import dev.mercer.method.Subset;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Kernel principal component analysis: settings, from which {@link #fit} makes a model.
 *
 * <pre>{@code
 * KernelPcaModel model = KernelPca.with(Gaussian.sigma(18)).rank(15).seed(42).fit(rows);
 * Matrix scores = model.transform(unseen);
 * }</pre>
 *
 * Settings are immutable: every call returns a new object. A fit plans its memory first and refuses
 * with {@link dev.mercer.MemoryExceededException} what does not fit. It gives the same bits for any
 * number of threads: plans do not depend on them, unless memory is so short that the buffers of the
 * threads decide what fits beside them, and then a note of the plan and the report says so.
 */
public final class KernelPca {

  /**
   * Of the heap the virtual machine may use, the share planned with; the rest is for garbage not
   * yet collected and what the program around the fit holds.
   */
  private static final double PLANNED_SHARE = 0.9;

  static {
    FitAccess.answeredBy(
        new FitAccess.Library() {
          @Override
          public FitPlan details(Plan plan) {
            return plan.details();
          }

          @Override
          public <T> Studied<T> study(
              KernelPca settings, Rows rows, double[] weights, Function<Problem, T> work) {
            return settings.study(rows, weights, work);
          }

          @Override
          public RemoteFit remoteFit(
              KernelPca settings, Rows sample, double[] weights, long rows, boolean allRows) {
            return settings.remoteFit(sample, weights, rows, allRows);
          }
        });
  }

  // Set while a copy is made, never afterwards.
  private final KernelSpec kernel;
  private Target target = Target.rank(10);
  private Method method = Auto.usual();
  private boolean center = true;
  private Precision precision = Precision.DOUBLE;
  private long seed;
  private boolean verify;
  private boolean novelty = true;
  private int threads = Runtime.getRuntime().availableProcessors();
  private long memory = (long) (PLANNED_SHARE * Runtime.getRuntime().maxMemory());
  private String scaling = "none";
  private List<String> featureNames;
  private Progress progress = Progress.NONE;

  private KernelPca(KernelSpec kernel) {
    this.kernel = kernel;
  }

  private KernelPca(KernelPca other) {
    this(other.kernel);
    take(other);
  }

  /** Takes over everything but the kernel. */
  private void take(KernelPca other) {
    this.target = other.target;
    this.method = other.method;
    this.center = other.center;
    this.precision = other.precision;
    this.seed = other.seed;
    this.verify = other.verify;
    this.novelty = other.novelty;
    this.threads = other.threads;
    this.memory = other.memory;
    this.scaling = other.scaling;
    this.featureNames = other.featureNames;
    this.progress = other.progress;
  }

  /**
   * Kernel PCA with this kernel, 10 components, centered, in double, on all processors: exact where
   * that is affordable, else by landmarks to a certified accuracy.
   */
  public static KernelPca with(Kernel kernel) {
    return with(KernelSpec.of(kernel));
  }

  /** The same for a kernel whose width may be left to the data: {@code gaussian(sigma=auto)}. */
  public static KernelPca with(KernelSpec kernel) {
    return new KernelPca(kernel);
  }

  private KernelPca changed(Consumer<KernelPca> change) {
    KernelPca copy = new KernelPca(this);
    change.accept(copy);
    return copy;
  }

  /** Keep this many components. */
  public KernelPca rank(int rank) {
    Target wanted = Target.rank(rank);
    return changed(copy -> copy.target = wanted);
  }

  /** Keep as many components as explain this share of the variance. */
  public KernelPca variance(double share) {
    Target wanted = Target.variance(share);
    return changed(copy -> copy.target = wanted);
  }

  /** The same settings with a kernel width that was left to the data settled by these rows. */
  public KernelPca settled(Rows rows) {
    if (!kernel.needsData()) {
      return this;
    }
    KernelPca copy =
        new KernelPca(KernelSpec.of(kernel.resolve(WidthSample.of(rows, seed, memory))));
    copy.take(this);
    return copy;
  }

  /** The method that finds the components; {@link Auto#usual()} unless said otherwise. */
  public KernelPca method(Method wanted) {
    return changed(copy -> copy.method = wanted);
  }

  /** Whether features are centred by their mean (the default) or taken as they are. */
  public KernelPca center(boolean wanted) {
    return changed(copy -> copy.center = wanted);
  }

  /** The precision in which kernel values are computed and stored. */
  public KernelPca precision(Precision wanted) {
    return changed(copy -> copy.precision = wanted);
  }

  /** The seed of all random choices: the same seed gives the same model. */
  public KernelPca seed(long wanted) {
    return changed(copy -> copy.seed = wanted);
  }

  /**
   * Whether an approximate fit pays one exact product with the Gram matrix, n^2 kernel values, to
   * turn estimates of its certificate into bounds.
   */
  public KernelPca verify(boolean wanted) {
    return changed(copy -> copy.verify = wanted);
  }

  /**
   * Whether a fit ends with the quantiles that novelty takes its thresholds from (the default): the
   * training rows, all or a draw of many, are measured with the model. Who fits many models to
   * compare them can do without.
   */
  public KernelPca novelty(boolean wanted) {
    return changed(copy -> copy.novelty = wanted);
  }

  /** The number of threads to work with; results do not depend on it. */
  public KernelPca threads(int wanted) {
    if (wanted < 1) {
      throw new IllegalArgumentException("threads = " + wanted + "; at least 1 is needed");
    }
    return changed(copy -> copy.threads = wanted);
  }

  /** The most heap, in bytes, that a fit may hold, its rows included. */
  public KernelPca memory(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("memory = " + bytes + " bytes; give a positive amount");
    }
    return changed(copy -> copy.memory = bytes);
  }

  /**
   * How columns are scaled before the kernel sees them: none, standard, minmax or max=VALUE.
   * Learned in the fit, kept in the model, applied by its transform.
   */
  public KernelPca scaling(String kind) {
    String checked = Scaling.checkKind(kind);
    return changed(copy -> copy.scaling = checked);
  }

  /** How columns are scaled: none, standard, minmax or max=VALUE. */
  public String scaling() {
    return scaling;
  }

  /** How many components are kept; 0 where as many as explain a share of the variance are. */
  public int rank() {
    return target.rank();
  }

  /** Names of the features, kept in the model; null for none. */
  public KernelPca featureNames(List<String> names) {
    List<String> kept = names == null ? null : List.copyOf(names);
    return changed(copy -> copy.featureNames = kept);
  }

  /** The listener that hears how a fit goes, and may stop it. */
  public KernelPca progress(Progress listener) {
    return changed(copy -> copy.progress = listener);
  }

  /** Fits all rows with weight one. */
  public KernelPcaModel fit(Rows rows) {
    return fit(rows, null);
  }

  /**
   * Fits weighted rows: weight 2 equals the row twice, weight 0 leaves it out.
   *
   * @param weights one a row, not negative, not all zero; or null for ones
   */
  public KernelPcaModel fit(Rows rows, double[] weights) {
    if (scaling.equals("none")) {
      return fitScaled(rows, weights, null);
    }
    check(rows, weights);
    if (precomputed()) {
      throw new IllegalArgumentException(
          "a precomputed Gram matrix cannot be scaled by columns; scale the data it is made from");
    }
    Scaling learned = Scaling.learn(scaling, rows, weights);
    return fitScaled(DenseRows.copyOf(new ScaledRows(rows, learned)), weights, learned);
  }

  /**
   * Fits rows that were scaled already.
   *
   * @param applied the scaling that was applied, kept in the model; or null
   */
  public KernelPcaModel fitScaled(Rows rows, double[] weights, Scaling applied) {
    check(rows, weights);
    StageClock clock = new StageClock(progress);
    try (Workers workers = Workers.of(threads, () -> begin(clock))) {
      Problem problem = inRange(rows, weights, clock, workers);
      long start = System.nanoTime();
      FitAlgorithm algorithm = MethodCatalog.algorithm(method);
      FitPlan plan = plan(problem, algorithm);
      Solution solution = algorithm.solve(problem, plan);
      FitReport report =
          new FinishedFit(problem, method, plan, solution, clock.stages(), 0).report();
      KernelPcaModel model = KernelPcaModel.of(problem, solution, applied, featureNames, report);
      FitReport whole =
          report.withNovelty(novelty ? NoveltyStage.run(model, problem) : NoveltyStage.notWanted());
      return model.withReport(whole.timed(clock.stages(), (System.nanoTime() - start) / 1e9));
    }
  }

  private FitPlan plan(Problem problem, FitAlgorithm algorithm) {
    FitPlan plan = algorithm.plan(problem);
    return novelty ? NoveltyStage.planned(plan, problem, algorithm.points(problem, plan)) : plan;
  }

  /** See {@link FitAccess#study}. */
  private <T> Studied<T> study(Rows rows, double[] weights, Function<Problem, T> work) {
    check(rows, weights);
    StageClock clock = new StageClock(progress);
    try (Workers workers = Workers.of(threads, () -> begin(clock))) {
      Problem problem = inRange(rows, weights, clock, workers);
      long start = System.nanoTime();
      T result = work.apply(problem);
      return new Studied<>(result, clock.stages(), (System.nanoTime() - start) / 1e9);
    }
  }

  /** Starts a fit that can take more rows later, with weight one each. */
  public PartialFit partialFit(Rows first) {
    return partialFit(first, null);
  }

  /**
   * Starts a fit that can take more rows later. The method must be {@link Subset}: its landmarks,
   * and a kernel width left to the data, are settled by these rows.
   */
  public PartialFit partialFit(Rows first, double[] weights) {
    if (!(method instanceof Subset subset)) {
      throw new IllegalArgumentException(
          "only the method subset can take more rows later, not " + method.spec());
    }
    if (!scaling.equals("none") || verify) {
      throw new IllegalArgumentException(
          "rows that come later cannot be verified, nor a scaling learned from them; scale the"
              + " rows before");
    }
    check(first, weights);
    StageClock clock = new StageClock(progress);
    return keepingWorkers(
        clock,
        workers -> {
          Problem problem = inRange(first, weights, clock, workers);
          long start = System.nanoTime();
          SubsetSession.requireContinuable(problem, subset);
          FitPlan plan = MethodCatalog.algorithm(subset).plan(problem);
          SubsetSession session = SubsetSession.begin(problem, subset);
          return new PartialFit(
              workers,
              method,
              problem,
              plan,
              session,
              clock,
              featureNames,
              novelty,
              this::check,
              (System.nanoTime() - start) / 1e9);
        });
  }

  /** Makes what keeps its threads until it is closed; they end at once if it cannot be made. */
  private <T> T keepingWorkers(StageClock clock, Function<Workers, T> make) {
    Workers workers = Workers.of(threads, () -> begin(clock));
    boolean made = false;
    try {
      T result = make.apply(workers);
      made = true;
      return result;
    } finally {
      if (!made) {
        workers.close();
      }
    }
  }

  /** See {@link FitAccess#remoteFit}. */
  private RemoteFit remoteFit(Rows sample, double[] weights, long rows, boolean allRows) {
    if (!scaling.equals("none") || verify) {
      throw new IllegalArgumentException(
          "rows that lie elsewhere cannot be scaled or verified here; scale them before");
    }
    check(sample, weights);
    StageClock clock = new StageClock(progress);
    return keepingWorkers(
        clock,
        workers -> {
          Problem problem = inRange(sample, weights, clock, workers);
          Subset subset = Subset.of(Landmarking.count(1)); // only its name is used
          return new RemoteSubsetFit(
              workers, problem, subset, clock, featureNames, rows, allRows, novelty);
        });
  }

  /** What {@link #fit} would do with these rows. Nothing is run. */
  public Plan plan(Rows rows) {
    return plan(rows, null);
  }

  /**
   * The same for weighted rows.
   *
   * @param weights one per row, not negative, not all zero; or null for ones
   */
  public Plan plan(Rows rows, double[] weights) {
    new InputCheck(featureNames, threads).shape(rows, weights);
    try (Workers workers = Workers.of(threads)) {
      return new Plan(
          plan(
              problem(rows, weights, new StageClock(Progress.NONE), workers),
              MethodCatalog.algorithm(method)));
    }
  }

  private void check(Rows rows, double[] weights) {
    new InputCheck(featureNames, threads).all(rows, weights);
  }

  private Problem problem(Rows rows, double[] weights, StageClock clock, Workers workers) {
    if (center && Problem.usedRows(rows.count(), weights) == 1) {
      throw new NumericalException(
          "the data have no variance: there is only one row"
              + (rows.count() > 1 ? " of positive weight" : "")
              + "; give at least two that differ");
    }
    Kernel resolved =
        kernel.needsData() ? kernel.resolve(WidthSample.of(rows, seed, memory)) : kernel.resolve();
    return new Problem(
        rows,
        weights,
        resolved,
        center,
        target,
        // Kernel values that are given are doubles and stay so.
        precision == Precision.FLOAT && resolved.hasPoints(),
        seed,
        verify,
        memory,
        workers,
        clock,
        monitor(clock));
  }

  /** A problem whose kernel values are of a size that arithmetic can work with. */
  private Problem inRange(Rows rows, double[] weights, StageClock clock, Workers workers) {
    Problem problem = problem(rows, weights, clock, workers);
    RowDomain.require(rows, 0, problem.kernel(), featureNames);
    KernelRange.require(rows, weights, problem.kernel(), workers);
    return problem;
  }

  private boolean precomputed() {
    return !kernel.needsData() && !kernel.resolve().hasPoints();
  }

  private void begin(StageClock clock) {
    stopIfCancelled();
    clock.task();
  }

  private EigenRequest.Monitor monitor(StageClock clock) {
    int wanted = target.rank();
    return (products, converged, worst) -> {
      stopIfCancelled();
      String of = wanted > 0 ? converged + " of " + wanted : Integer.toString(converged);
      clock.say(String.format(java.util.Locale.ROOT, "%s components, residual %.1e", of, worst));
    };
  }

  private void stopIfCancelled() {
    if (progress.cancelled() || Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the fit was cancelled");
    }
  }

  @Override
  public String toString() {
    return "KernelPca "
        + kernel.text()
        + " "
        + method.spec()
        + " "
        + (target.byVariance() ? "variance " + target.variance() : "rank " + target.rank())
        + (center ? "" : ", not centred");
  }
}
