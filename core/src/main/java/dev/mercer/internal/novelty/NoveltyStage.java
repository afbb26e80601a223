package dev.mercer.internal.novelty;

import dev.mercer.FitReport;
import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.Stage;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.problem.Bytes;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The last stage of a fit: quantiles of T^2 and the prediction error over the training rows, for
 * most models do not hold these.
 *
 * <ol>
 *   <li>draw: all rows, or {@value NoveltyDraw#MOST_ROWS} different ones by their keys ({@link
 *       NoveltyDraw}). Fewer are drawn where a model has so many points that these would take more
 *       kernel values than the fit did
 *   <li>measure them with the model ({@link NoveltyMeter})
 *   <li>the quantiles ({@link TrainingQuantiles})
 * </ol>
 *
 * Nothing is measured where the model holds its training rows as points, and the quantiles can be
 * taken when they are needed; nor where memory or kernel values do not suffice. The fit is good
 * without: the reason is said instead.
 */
public final class NoveltyStage {

  /** The name of the stage. */
  public static final String NAME = "novelty";

  /**
   * Kernel values that are spent even if the fit itself took fewer: those of {@value
   * NoveltyDraw#MOST_ROWS} rows with as many points, twice.
   */
  private static final long FREE_VALUES = 200_000_000;

  /** Fewer rows than this tell too little of the quantile 0.99: ten would be above it. */
  private static final int FEWEST_ROWS = 1000;

  /** Quantiles, or the reason there are none: one of the two is null. */
  public record Found(FitReport.NoveltyQuantiles quantiles, String reason) {

    /** No quantiles, and why. */
    public static Found none(String reason) {
      return new Found(null, reason);
    }
  }

  private NoveltyStage() {}

  /** What is found by a fit that was told to do without. */
  public static Found notWanted() {
    return Found.none("the fit was told to leave them out");
  }

  /** A plan with this stage, where it is planned to run. */
  public static FitPlan planned(FitPlan plan, Problem problem, int points) {
    boolean known = MethodCatalog.names().contains(plan.method());
    boolean random = plan.method().equals("random-features");
    boolean held =
        points == problem.rows().count()
            && problem.kernel().hasPoints()
            && problem.weights() == null
            && !random;
    if (!known || held) {
      return plan;
    }
    boolean framed = !random && !plan.method().equals("exact") && problem.kernel().hasPoints();
    NoveltyCost cost =
        new NoveltyCost(problem, points, problem.target().leastRank(), random, framed);
    int rows = rows(cost, plan.kernelEvaluations());
    String refused = refused(cost, rows);
    if (refused != null) {
      return plan.with("no quantiles for novelty: " + refused);
    }
    List<FitPlan.Stage> stages = new ArrayList<>(plan.stages());
    stages.add(new FitPlan.Stage(NAME, cost.bytes(rows), cost.values(rows), cost.flops(rows), 0));
    return plan.with(stages, plan.notes());
  }

  /**
   * Runs the stage.
   *
   * @param problem that the model solves, with its rows
   */
  public static Found run(KernelPcaModel model, Problem problem) {
    String without = without(model);
    if (without != null) {
      return Found.none(without);
    }
    NoveltyCost cost = NoveltyCost.of(model, problem);
    long values = model.report().stages().stream().mapToLong(Stage::kernelEvaluations).sum();
    int rows = rows(cost, values);
    String refused = refused(cost, rows);
    return refused != null
        ? Found.none(refused)
        : problem.stages().run(NAME, cost.bytes(rows), () -> measured(model, problem, cost, rows));
  }

  /**
   * Ends the stage where the rows lie elsewhere.
   *
   * @param parts of all rows, merged: what {@link NoveltyPart} gives
   * @param problem about a sample of the rows
   */
  public static Found ofParts(KernelPcaModel model, double[] parts, Problem problem) {
    int rows = NoveltyPart.rows(parts, model.rank());
    problem.stages().evaluated(NoveltyCost.of(model, problem).values(rows));
    return scaled(model, problem, scale -> NoveltyPart.quantiles(parts, model.rank(), scale));
  }

  /** Why nothing is to be measured; null if something is. */
  private static String without(KernelPcaModel model) {
    String method = model.report().method();
    String name = method.contains("(") ? method.substring(0, method.indexOf('(')) : method;
    if (!MethodCatalog.names().contains(name)) {
      return "T^2 and the prediction error are of principal components, which the axes of "
          + name
          + " are not";
    }
    return TrainingQuantiles.held(model) == null
        ? null
        : "the model holds all its training rows, so quantiles over them are taken when they are"
            + " needed";
  }

  /** How many rows to measure, at most one for each there is. */
  private static int rows(NoveltyCost cost, long valuesOfFit) {
    int wanted = Math.min(cost.problem().usedRows(), NoveltyDraw.MOST_ROWS);
    return cost.mostRows(wanted, Math.max(FREE_VALUES, valuesOfFit));
  }

  private static String refused(NoveltyCost cost, int rows) {
    int used = cost.problem().usedRows();
    if (rows < Math.min(used, FEWEST_ROWS)) {
      int fewest = Math.min(used, FEWEST_ROWS);
      return String.format(
          Locale.ROOT,
          "measuring %d training rows with %d points takes %d kernel values, more than the fit",
          fewest,
          cost.points(),
          cost.values(fewest));
    }
    long bytes = cost.bytes(rows);
    int threads = cost.problem().workers().threads();
    return bytes <= cost.problem().memory()
        ? null
        : "measuring "
            + rows
            + " training rows takes "
            + Bytes.text(bytes)
            + (threads > 1 ? " on " + threads + " threads" : "")
            + ", but "
            + Bytes.text(cost.problem().memory())
            + " of heap are allowed";
  }

  private static Found measured(KernelPcaModel model, Problem problem, NoveltyCost cost, int rows) {
    NoveltyDraw draw =
        NoveltyDraw.of(problem.rows(), problem.weights(), rows, problem.seed(), problem.workers());
    int drawn = draw.rows().length;
    problem.stages().evaluated(cost.values(drawn));
    return scaled(
        model,
        problem,
        scale -> {
          NoveltyCoordinates coordinates =
              NoveltyCoordinates.planned(model, drawn, problem.workers());
          RowMeasures measures =
              new NoveltyMeter(coordinates, scale, NoveltyMeter.BLOCK)
                  .measure(draw.of(problem.rows()));
          return TrainingQuantiles.of(measures, draw.weights(), draw.count());
        });
  }

  /** What arithmetic refuses is no failure of the fit: it is the reason. */
  private static Found scaled(
      KernelPcaModel model,
      Problem problem,
      Function<NoveltyScale, FitReport.NoveltyQuantiles> quantiles) {
    try {
      NoveltyScale scale = NoveltyScale.planned(model, problem.workers());
      return scale.flaw() == null
          ? new Found(quantiles.apply(scale), null)
          : Found.none(scale.flaw());
    } catch (NumericalException e) {
      return Found.none(e.getMessage());
    }
  }
}
