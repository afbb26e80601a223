/**
 * The Gram matrix K as a linear operator: stored as the tiles of its lower triangle, or computed
 * anew for every product; centered without being changed; by columns; and scores, which are
 * products with the kernel values of new rows.
 */
package dev.mercer.internal.gram;
