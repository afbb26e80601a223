package dev.mercer.internal.exact;

import dev.mercer.internal.eigen.SolverKind;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.problem.FitPlan;
import dev.mercer.internal.problem.FitRoute;

/**
 * How an exact fit is run: the operator, the solver and the precision.
 *
 * <ul>
 *   <li>{@link InFeatureSpace}: a dense problem of M features, either those of the kernel ({@link
 *       OwnFeatures}) or those of fast sums ({@link SumFeatures})
 *   <li>{@link ByProducts}: products with the Gram matrix, either by its tiles ({@link Tiles}) or
 *       by fast sums ({@link Sums})
 * </ul>
 */
public sealed interface ExactRoute extends FitRoute {

  /** The operator it computes with. */
  OperatorKind operator();

  /** The eigen-solver. */
  SolverKind solver();

  /** Whether fast sums replace kernel values, with an error larger than rounding. */
  boolean bySums();

  /**
   * Whether it avoids the n x n kernel values, so that the work can be small even for many rows.
   */
  default boolean withoutGram() {
    return true;
  }

  @Override
  default String operatorName() {
    return operator().text();
  }

  @Override
  default String solverName() {
    return solver().text();
  }

  /** The route of a plan of an exact fit. */
  static ExactRoute of(FitPlan plan) {
    if (plan.route() instanceof ExactRoute route) {
      return route;
    }
    throw new IllegalArgumentException("a plan of " + plan.method() + " is none of an exact fit");
  }

  private static String path(OperatorKind operator, SumForecast sum, String solver) {
    return "operator "
        + operator.text()
        + (sum == null ? "" : " by " + sum.scheme() + " of " + sum.terms() + " terms")
        + ", solver "
        + solver;
  }

  /** A dense problem of M features. */
  sealed interface InFeatureSpace extends ExactRoute {

    /** The features. */
    FeatureMap map();

    @Override
    default SolverKind solver() {
      return SolverKind.DENSE;
    }
  }

  /** Uses the features of a kernel that has fewer of them than there are rows. */
  record OwnFeatures(FeatureMap map) implements InFeatureSpace {

    @Override
    public OperatorKind operator() {
      return OperatorKind.FEATURE_SPACE;
    }

    @Override
    public boolean bySums() {
      return false;
    }
  }

  /** Uses the terms of fast sums as features. */
  record SumFeatures(SumForecast sum) implements InFeatureSpace {

    @Override
    public FeatureMap map() {
      return sum.map();
    }

    @Override
    public OperatorKind operator() {
      return OperatorKind.EXPANSION;
    }

    @Override
    public boolean bySums() {
      return true;
    }

    @Override
    public String path() {
      return ExactRoute.path(operator(), sum, solver().text());
    }
  }

  /** Products with the n x n Gram matrix. */
  sealed interface ByProducts extends ExactRoute {

    /** The solver and its sizes. */
    Solving solving();

    @Override
    default SolverKind solver() {
      return solving().kind();
    }

    @Override
    default int block() {
      return solving().block();
    }
  }

  /**
   * Products by tiles of kernel values.
   *
   * @param operator stored, refined, tiled or precomputed
   */
  record Tiles(OperatorKind operator, Solving solving, boolean single) implements ByProducts {

    /** Whether the matrix is kept in memory while it is used; a dense solver makes its own copy. */
    boolean stored() {
      return operator == OperatorKind.STORED && !solving.dense();
    }

    boolean refined() {
      return operator == OperatorKind.REFINED;
    }

    boolean given() {
      return operator == OperatorKind.PRECOMPUTED;
    }

    @Override
    public boolean bySums() {
      return false;
    }

    @Override
    public boolean withoutGram() {
      return false;
    }

    @Override
    public String path() {
      return ExactRoute.path(operator, null, solving.path()) + (single ? ", in float" : "");
    }
  }

  /** Products by fast sums. */
  record Sums(SumForecast sum, Solving solving) implements ByProducts {

    @Override
    public OperatorKind operator() {
      return OperatorKind.EXPANSION;
    }

    @Override
    public boolean bySums() {
      return true;
    }

    @Override
    public String path() {
      return ExactRoute.path(operator(), sum, solving.path());
    }
  }
}
