/**
 * How kernels are computed and what is known of them. A {@link dev.mercer.kernel.Kernel} is what a
 * user names and calls; its {@link dev.mercer.internal.kernel.KernelForm} is what tiles, sums,
 * bounds and pre-images ask, so that none of them has to know which kernels there are.
 */
package dev.mercer.internal.kernel;
