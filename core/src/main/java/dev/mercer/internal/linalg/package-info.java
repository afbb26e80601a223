/**
 * What linear algebra needs in addition to single BLAS calls: operators that are known only by
 * their products, tall matrices in blocks of rows, orthonormal bases, pivoted Cholesky factors, and
 * angles between subspaces.
 */
package dev.mercer.internal.linalg;
