/**
 * Experiments of [NY], Wohlgemuth: Kernel PCA with the Kernel Trick vs Nyström Approximation
 * (2022).
 */
package dev.mercer.evidence.reproduce.ny;
