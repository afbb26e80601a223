/**
 * Products with a Gram matrix in less than n^2 work: expansions for polynomial and Gaussian
 * kernels, and sums over trees for other radial ones, each with a bound on the error of every
 * kernel value (theory.md, "Fast products").
 */
package dev.mercer.internal.fastsum;
