package dev.mercer.internal.exact;

import dev.mercer.data.Matrix;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.fastsum.FastScores;
import dev.mercer.internal.fastsum.FastSums;
import dev.mercer.internal.fastsum.KernelValueCost;
import dev.mercer.internal.fastsum.SumForecast;
import dev.mercer.internal.fastsum.SumWish;
import dev.mercer.internal.problem.Problem;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Decides whether an exact fit multiplies by fast sums instead of kernel values.
 *
 * <p>If the caller asked for an expansion, it is used unless exact tiles are forecast to be faster;
 * if the caller also named a scheme, it is used in any case. If the caller left the operator open,
 * it is used if it saves at least half of the time and {@value #WORTHWHILE} s, with an error of
 * {@value #UNNOTICED}: the results then agree with those of kernel values in all digits that are
 * printed.
 *
 * <p>A scheme that is a feature map of M terms can also be solved in feature space, with n M^2
 * flops and one dense problem, which is done if it costs less than the products of an iteration.
 */
public final class ExpansionPlanner {

  /** Seconds an expansion must save to be used when the caller did not ask for it. */
  static final double WORTHWHILE = 0.25;

  /** The error of kernel values if the caller did not ask for an approximation. */
  static final double UNNOTICED = 1e-12;

  /** The share of an exact fit's time that may be spent on forecasts the caller did not ask for. */
  private static final double LOOKING = 0.1;

  /** With fewer rows than this, exact tiles are never slow. */
  private static final int FEWEST_ROWS = 1000;

  /** Flops per second and core of large symmetric products; below, of small dense eigenproblems. */
  private static final double SCATTER_FLOPS = 30e9;

  private static final double EIGEN_FLOPS = 5e9;

  /**
   * Flops per second and core that convert a forecast in seconds into the flops that a plan counts.
   */
  static final double REFERENCE_FLOPS = 40e9;

  private final Problem problem;
  private final ExactOptions wanted;
  private final List<String> notes;
  private final int n;
  private final int d;
  private final int threads;
  private boolean shortOfMemory;

  ExpansionPlanner(Problem problem, ExactOptions wanted, List<String> notes) {
    this.problem = problem;
    this.wanted = wanted;
    this.notes = notes;
    this.n = problem.rows().count();
    this.d = problem.rows().columns();
    this.threads = problem.workers().threads();
  }

  /**
   * The scheme to use; null for exact tiles, with the reason in the notes if an expansion was asked
   * for.
   *
   * @param columns number of vectors multiplied at once
   * @param products number of products expected
   * @param storedFits whether the matrix could be stored, which makes products cheap
   */
  SumForecast choose(int columns, int products, boolean storedFits) {
    boolean asked = wanted.expansion();
    String hopeless = hopeless();
    if (hopeless != null) {
      return refuse(hopeless);
    }
    if (!asked && (n < FEWEST_ROWS || exactSeconds(columns, products, storedFits) < WORTHWHILE)) {
      return null;
    }
    Double error = wanted.error() != null || asked ? wanted.error() : Double.valueOf(UNNOTICED);
    SumWish wish =
        new SumWish(
            wanted.scheme(),
            error,
            columns,
            products,
            room(),
            threads,
            asked
                ? Double.POSITIVE_INFINITY
                : LOOKING * exactSeconds(columns, products, storedFits),
            problem.workers().backend());
    FastSums.Choice choice = choice(wish, asked);
    SumForecast best =
        choice.found().stream()
            .min(Comparator.comparingDouble(forecast -> seconds(forecast, products)))
            .orElse(null);
    if (best == null) {
      return refuse("no scheme serves (" + String.join("; ", choice.considered()) + ")");
    }
    double exact = exactSeconds(columns, products, storedFits);
    double fast = seconds(best, products);
    boolean faster = asked ? fast <= exact : fast <= exact / 2 && exact - fast >= WORTHWHILE;
    if (!faster && !wanted.schemeNamed()) {
      return refuse(
          String.format(
              Locale.ROOT, "%s would take %.3g s, exact tiles %.3g s", best.scheme(), fast, exact));
    }
    notes.add("expansion, forecast: " + String.join("; ", choice.considered()));
    return best;
  }

  /** An unreachable error is reported to the caller only if the caller asked for it. */
  private FastSums.Choice choice(SumWish wish, boolean asked) {
    Matrix points = FastScores.copy(problem.rows());
    try {
      return FastSums.choose(points, points, problem.kernel(), wish);
    } catch (IllegalArgumentException e) {
      if (asked || wanted.error() != null) {
        throw e;
      }
      return new FastSums.Choice(null, List.of(), List.of(e.getMessage()));
    }
  }

  private String hopeless() {
    if (!problem.kernel().hasPoints()) {
      return "a given Gram matrix has no points to expand";
    }
    if (problem.single()) {
      return "fast sums are in double precision";
    }
    if (!FastSums.serves(problem.kernel(), d) || (long) n * d > FastSums.MOST_VALUES) {
      return "no scheme for " + problem.kernel().spec() + " on " + d + " columns";
    }
    return null;
  }

  private SumForecast refuse(String reason) {
    if (wanted.schemeNamed()) {
      throw new IllegalArgumentException(
          "the operator expansion(scheme="
              + wanted.scheme()
              + ") cannot be used: "
              + reason
              + "; leave the scheme out");
    }
    if (wanted.expansion()) {
      notes.add("no expansion but exact tiles: " + reason);
    }
    return null;
  }

  /**
   * The memory left beside the rows and the copy that a sum works on; the solver's share is checked
   * later.
   */
  private long room() {
    return Math.max(0, problem.memory() - problem.rows().bytes() - 8L * n * d);
  }

  private double exactSeconds(int columns, int products, boolean storedFits) {
    return storedFits
        ? KernelValueCost.stored(n, d, columns, products)
        : products * KernelValueCost.tiled(n, d, columns);
  }

  /** Seconds by iteration or in feature space, whichever is faster. */
  private double seconds(SumForecast forecast, int products) {
    double byProducts = forecast.seconds(products);
    return inFeatureSpace(forecast, products) ? featureSpaceSeconds(forecast.map()) : byProducts;
  }

  /** Whether the scheme is solved faster as a dense problem of its terms. */
  boolean inFeatureSpace(SumForecast forecast, int products) {
    FeatureMap map = forecast.map();
    if (map == null
        || map.signs() != null
        || map.terms() >= n
        || map.terms() > FeatureSpace.MOST_TERMS
        || featureSpaceSeconds(map) >= forecast.seconds(products)) {
      return false;
    }
    boolean fits = FeatureSpace.bytes(n, map, problem.target().leastRank(), threads) <= room();
    shortOfMemory |= !fits;
    return fits;
  }

  /** Whether a problem in feature space was not used because it did not fit the memory. */
  boolean shortOfMemory() {
    return shortOfMemory;
  }

  private double featureSpaceSeconds(FeatureMap map) {
    double terms = map.terms();
    double mapping = 3e-9 * n * (terms + 10.0 * d);
    return (mapping + n * terms * terms / SCATTER_FLOPS) / KernelValueCost.SPEEDUP
        + 9 * terms * terms * terms / EIGEN_FLOPS;
  }
}
