package dev.mercer.internal.eigen;

/**
 * When the pairs found will do, one rule for all iterations.
 *
 * <ol>
 *   <li>a residual of at most the tolerance times the largest magnitude met is what was asked for
 *   <li>a pair that lies below the rounding of the products ({@link
 *       dev.mercer.internal.linalg.Rounding}) with its whole residual is not looked at any closer:
 *       whatever it may become is rounding. Early pairs are far below the eigenvalues they grow to,
 *       so this holds only after {@value #SEARCH} passes, or {@value #SEARCH_OF_ONE} of a single
 *       vector: by then a random vector has found the largest eigenvalue to about a tenth
 *       [Kuczynski and Wozniakowski 1992], and many vectors together need fewer passes
 *   <li>residuals no larger than what rounding leaves as a rule, which have not become half as
 *       large for some passes, will not become smaller; nor will those no larger than rounding can
 *       leave at most, after {@value #LAST_PATIENCE} times as many
 * </ol>
 *
 * Without the last two a solver looks for ever for what products do not tell.
 */
final class Goal {

  private static final int SEARCH = 12;
  private static final int SEARCH_OF_ONE = 24;
  private static final int LAST_PATIENCE = 8;

  /** Passes in which a Krylov iteration halves its residuals unless products are too coarse. */
  static final int KRYLOV_PATIENCE = 6;

  private final double tolerance;
  private final ScaledProducts products;
  private final int search;
  private final int patience;
  private double best = Double.POSITIVE_INFINITY;
  private int bestPass;

  /**
   * @param block vectors multiplied at once
   * @param patience passes in which residuals become half as large if they still fall
   */
  Goal(double tolerance, ScaledProducts products, int block, int patience) {
    this.tolerance = tolerance;
    this.products = products;
    this.patience = patience;
    this.search = block == 1 ? SEARCH_OF_ONE : SEARCH;
  }

  /** The largest residual asked for. */
  double wanted(double magnitude) {
    return tolerance * magnitude;
  }

  /**
   * The residual of a pair as far as it matters: 0 if the pair is rounding.
   *
   * @param passes made in search of this pair
   */
  double open(double value, double residual, int passes) {
    double level = products.rounding().level();
    return level > 0 && passes >= search && value + residual <= level ? 0 : residual;
  }

  /** The same for all pairs of a search. */
  double open(double value, double residual) {
    return open(value, residual, products.passes());
  }

  /** A value as far as it is known: whatever may be rounding goes on changing and is no news. */
  double known(double value) {
    double level = products.rounding().level();
    return level > 0 ? Math.max(value, level) : value;
  }

  /**
   * Whether the worst residual is all that the products allow; to be asked once a step.
   *
   * @param worst of {@link #open}
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

  /** Whether a residual may be rounding alone, so that a solver need not fail because of it. */
  boolean rounding(double worst) {
    return worst <= Math.max(products.rounding().level(), products.rounding().residual());
  }

  /** A new search begins. */
  void restart() {
    best = Double.POSITIVE_INFINITY;
    bestPass = products.passes();
  }
}
