/**
 * Kernel discriminants: linear discriminant analysis in feature space, plain and biased [FK 13].
 */
package dev.mercer.use.discriminant;
