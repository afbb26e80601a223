package dev.mercer.internal.eigen;

import dev.mercer.data.Matrix;

/**
 * The eigenpairs that were found.
 *
 * @param values eigenvalues, in descending order
 * @param vectors n x values.length, orthonormal columns in the order of the values
 * @param residuals |A v - theta v| of each pair, absolute
 * @param iterations passes over the operator: the number of its calls, whatever the number of
 *     vectors
 * @param products number of vectors multiplied by the operator
 * @param negativeSeen how many eigenvalues are certainly below zero: the Ritz values that are below
 *     zero by more than rounding, since by interlacing the operator has at least as many; for a
 *     dense solve that computes all eigenvalues, the count
 * @param negativeExact whether {@code negativeSeen} is the exact count and not just a lower bound
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
