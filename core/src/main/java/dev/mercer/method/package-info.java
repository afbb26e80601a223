/**
 * Ways to kernel principal components: one record per method, with its parameters and its paper.
 *
 * <p>Which to choose:
 *
 * <ul>
 *   <li>{@link dev.mercer.method.Auto}: exact where that is quick, else {@code subset} with as many
 *       landmarks as a checked accuracy needs
 *   <li>{@link dev.mercer.method.Exact}: all rows; the Gram matrix need not fit in memory
 *   <li>{@link dev.mercer.method.Subset}: the usual choice beyond that. All rows are projected on m
 *       {@link dev.mercer.method.Landmarking landmarks}; the axes are optimal among those the
 *       landmarks span, and the certificate says what is missed
 *   <li>{@link dev.mercer.method.Nystrom}, {@link dev.mercer.method.WeightedNystrom}, {@link
 *       dev.mercer.method.Improved}, {@link dev.mercer.method.IncompleteCholesky}, {@link
 *       dev.mercer.method.Reduced} and {@link dev.mercer.method.ReducedSet}: other ways to use the
 *       same landmarks, to compare with or for their lower cost
 *   <li>{@link dev.mercer.method.RandomFeatures}: features drawn from the kernel's spectral
 *       measure; no points are kept
 *   <li>{@link dev.mercer.method.SparseL1} and {@link dev.mercer.method.SparseTipping}: components
 *       of few points
 *   <li>{@link dev.mercer.method.Hebbian}: one row at a time, in memory of the order of the rows
 * </ul>
 */
package dev.mercer.method;
