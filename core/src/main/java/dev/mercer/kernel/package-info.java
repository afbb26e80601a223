/**
 * Kernels: what they are, how they are written, and how wide they should be.
 *
 * <p>A {@link dev.mercer.kernel.Kernel} is a record that owns its parameters. Most look at two
 * points through one number (inner product, squared distance, ...) and map it, so that a block of
 * kernel values costs one matrix product and one pass of vector instructions. Sums, products and
 * positive scalings of kernels are kernels, so are a function of the caller's ({@link
 * dev.mercer.kernel.Kernel#of}) and a Gram matrix given as data ({@link
 * dev.mercer.kernel.Precomputed}).
 *
 * <p>{@link dev.mercer.kernel.KernelSpec} reads expressions such as {@code
 * 0.5*gaussian(sigma=auto)+linear}; {@code auto} is the median distance between two rows. A narrow
 * Gaussian makes every point an island (Gram matrix near the identity, no component explains much);
 * a wide one turns kernel PCA into linear PCA (every value near 1). The median is between the two.
 *
 * <pre>{@code
 * Kernel kernel = KernelSpec.kernel("gaussian(sigma=18)");
 * Kernel chosen = KernelSpec.parse("gaussian(sigma=auto)").resolve(sampleOfRows);
 * }</pre>
 */
package dev.mercer.kernel;
