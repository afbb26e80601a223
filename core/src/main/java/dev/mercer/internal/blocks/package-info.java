/**
 * Kernel values of many pairs of points at once: a matrix product gives the inner products, and one
 * pass turns them into kernel values in place. All other code that uses kernels goes through this
 * package.
 */
package dev.mercer.internal.blocks;
