/**
 * The largest eigenpairs of a symmetric operator: by LAPACK where the matrix is small, else by
 * Lanczos, block Krylov, Davidson, subspace or power iteration, which need only products.
 */
package dev.mercer.internal.eigen;
