package dev.mercer.internal.linalg;

/**
 * What is known of the rounding in an operator's products.
 *
 * <p>A matrix that is the small difference of large ones, as a centered Gram matrix can be, has
 * products with the rounding of the large ones. What is smaller cannot be found, however long a
 * solver looks for it.
 *
 * @param level eigenvalues that are no larger are rounding, and the largest residual that rounding
 *     can leave; 0 where nothing is known
 * @param residual the largest residual that rounding and other errors of products leave as a rule;
 *     0 where nothing is known
 */
public record Rounding(double level, double residual) {

  public static final Rounding UNKNOWN = new Rounding(0, 0);
}
