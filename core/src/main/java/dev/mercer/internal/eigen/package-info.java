/**
 * The largest eigenpairs of a symmetric operator: by LAPACK if the matrix is small, otherwise by
 * Lanczos, block Krylov, Davidson, subspace or power iteration, which need only products.
 */
package dev.mercer.internal.eigen;
