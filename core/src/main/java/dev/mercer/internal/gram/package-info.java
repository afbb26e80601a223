/**
 * The Gram matrix K as a linear operator: stored as the tiles of its lower triangle, or computed
 * again for every product. Also here: centering, which is applied to products and leaves the matrix
 * as it is; single columns of K; and scores, which are products with the kernel values of new rows.
 */
package dev.mercer.internal.gram;
