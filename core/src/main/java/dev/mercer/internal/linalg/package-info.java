/**
 * What linear algebra needs beyond single BLAS calls: operators that are only products, tall
 * matrices in blocks of rows, orthonormal bases, pivoted Cholesky factors, angles of subspaces.
 */
package dev.mercer.internal.linalg;
