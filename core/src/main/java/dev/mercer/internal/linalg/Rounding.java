package dev.mercer.internal.linalg;

/**
 * The size of the rounding errors in an operator's products.
 *
 * <p>If a matrix is the small difference of large ones, as a centered Gram matrix can be, its
 * products have the rounding errors of the large ones. Anything smaller than these errors cannot be
 * found, however long a solver looks for it.
 *
 * @param level eigenvalues of at most this size are rounding errors; also the largest residual that
 *     rounding can leave; 0 if unknown
 * @param residual the largest residual that rounding and other errors of products usually leave; 0
 *     if unknown
 */
public record Rounding(double level, double residual) {

  public static final Rounding UNKNOWN = new Rounding(0, 0);
}
