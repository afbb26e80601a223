/**
 * Exact kernel PCA from its plan to its components: which operator multiplies by the Gram matrix,
 * which solver finds the eigenpairs, and the same problem in feature space if a kernel has few
 * features.
 */
package dev.mercer.internal.exact;
