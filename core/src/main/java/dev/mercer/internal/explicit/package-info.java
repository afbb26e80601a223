/**
 * Kernels whose features can be written out: k(x, y) = phi(x)' phi(y) with finitely many features,
 * and products and scores computed from them.
 */
package dev.mercer.internal.explicit;
