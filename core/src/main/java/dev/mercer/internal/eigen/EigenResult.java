package dev.mercer.internal.eigen;

import dev.mercer.data.Matrix;

/**
 * Eigenpairs found.
 *
 * @param values eigenvalues, descending
 * @param vectors n x values.length, orthonormal columns in the order of the values
 * @param residuals |A v - theta v| of each pair, absolute
 * @param iterations passes over the operator: calls of it, whatever the number of vectors
 * @param products vectors multiplied by the operator
 * @param negativeSeen how many eigenvalues are certainly below zero (Ritz values below zero by more
 *     than rounding; by interlacing the operator has at least as many); for a dense solve the count
 * @param negativeExact whether {@code negativeSeen} is the count and not just a lower bound
 * @param smallest the smallest eigenvalue or Ritz value seen
 */
public record EigenResult(
    double[] values,
    Matrix vectors,
    double[] residuals,
    int iterations,
    long products,
    int negativeSeen,
    boolean negativeExact,
    double smallest) {}
