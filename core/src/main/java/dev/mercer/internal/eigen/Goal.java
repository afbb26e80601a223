package dev.mercer.internal.eigen;

/**
 * Decides when the pairs found are good enough. All iterations use this rule:
 *
 * <ol>
 *   <li>a residual of at most the tolerance times the largest eigenvalue magnitude seen is what the
 *       caller asked for
 *   <li>a pair whose value plus residual is below the rounding of the products ({@link
 *       dev.mercer.internal.linalg.Rounding}) is accepted as it is, because whatever it would
 *       become is a rounding error. Early in an iteration, Ritz values are far below the
 *       eigenvalues they converge to, so this rule applies only after {@value #SEARCH} passes, or
 *       {@value #SEARCH_OF_ONE} passes of a single vector: by then a random vector has found the
 *       largest eigenvalue to about a tenth [Kuczynski and Wozniakowski 1992], and many vectors
 *       together need fewer passes
 *   <li>residuals that are no larger than what rounding usually leaves, and that have not been
 *       halved for some passes, will not become smaller. The same holds for residuals no larger
 *       than what rounding can leave at most, after {@value #LAST_PATIENCE} times as many passes
 * </ol>
 *
 * Without the last two rules a solver could iterate forever, looking for something that its
 * products are too coarse to show.
 */
final class Goal {

  private static final int SEARCH = 12;
  private static final int SEARCH_OF_ONE = 24;
  private static final int LAST_PATIENCE = 8;

  /**
   * In this many passes a Krylov iteration halves its residuals, unless the products are too
   * coarse.
   */
  static final int KRYLOV_PATIENCE = 6;

  private final double tolerance;
  private final ScaledProducts products;
  private final int search;
  private final int patience;
  private double best = Double.POSITIVE_INFINITY;
  private int bestPass;

  /**
   * @param block vectors multiplied at once
   * @param patience passes in which residuals are halved as long as they still fall
   */
  Goal(double tolerance, ScaledProducts products, int block, int patience) {
    this.tolerance = tolerance;
    this.products = products;
    this.patience = patience;
    this.search = block == 1 ? SEARCH_OF_ONE : SEARCH;
  }

  /** The largest residual that meets the tolerance. */
  double wanted(double magnitude) {
    return tolerance * magnitude;
  }

  /**
   * The residual of a pair, or 0 if the pair is a rounding error, so that its residual does not
   * matter.
   *
   * @param passes the passes made in search of this pair
   */
  double open(double value, double residual, int passes) {
    double level = products.rounding().level();
    return level > 0 && passes >= search && value + residual <= level ? 0 : residual;
  }

  /** The same for a search that looks for all pairs together. */
  double open(double value, double residual) {
    return open(value, residual, products.passes());
  }

  /**
   * A value, but at least the level of rounding. Values below that level keep changing, and such
   * changes are no progress.
   */
  double known(double value) {
    double level = products.rounding().level();
    return level > 0 ? Math.max(value, level) : value;
  }

  /**
   * Whether the worst residual is as small as the products allow. Must be called once per step.
   *
   * @param worst the largest result of {@link #open}
   */
  boolean exhausted(double worst) {
    if (!(worst > best / 2)) {
      best = worst;
      bestPass = products.passes();
    }
    int waited = products.passes() - bestPass;
    return waited >= patience && worst <= products.rounding().residual()
        || waited >= LAST_PATIENCE * patience && rounding(worst);
  }

  /**
   * Whether a residual may be due to rounding alone, so that a solver need not fail because of it.
   */
  boolean rounding(double worst) {
    return worst <= Math.max(products.rounding().level(), products.rounding().residual());
  }

  /** Begins a new search. */
  void restart() {
    best = Double.POSITIVE_INFINITY;
    bestPass = products.passes();
  }
}
