/**
 * How kernels are computed, and which of their properties are known. A {@link
 * dev.mercer.kernel.Kernel} is what a user names and calls. Tiles, sums, bounds and pre-images use
 * its {@link dev.mercer.internal.kernel.KernelForm}, so that none of them has to know which kernels
 * exist.
 */
package dev.mercer.internal.kernel;
