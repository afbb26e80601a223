/**
 * Rows of features, from wherever they are, and the matrices that come out.
 *
 * <p>Which to choose:
 *
 * <ul>
 *   <li>{@link dev.mercer.data.DenseRows}: in memory, as doubles or floats ({@link
 *       dev.mercer.data.Precision}); made from arrays, other rows, or blocks as they arrive ({@link
 *       dev.mercer.data.DenseRows.Builder})
 *   <li>{@link dev.mercer.data.FileRows}: on disk, read when asked for or mapped
 *   <li>{@link dev.mercer.data.Rows#select}: some of other rows, without a copy
 *   <li>your own {@link dev.mercer.data.Rows}: four methods
 * </ul>
 *
 * <p>{@link dev.mercer.data.Scaling} of columns is learned in one pass over any of them. {@link
 * dev.mercer.data.Matrix} holds scores and coefficients. No limit of n d entries but memory or
 * disk: rows are at most 2^31 - 1, each of any length an array has.
 */
package dev.mercer.data;
