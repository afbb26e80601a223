/**
 * Kernel discriminants [FK 13]: linear discriminant analysis in feature space.
 *
 * <p>{@link dev.mercer.use.discriminant.KernelDiscriminant} separates all classes, {@link
 * dev.mercer.use.discriminant.KernelBiasedDiscriminant} separates one class from everything else.
 * Both are methods of {@link dev.mercer.KernelPca}, so their axes are a model like any other; a
 * {@link dev.mercer.use.discriminant.Ridge} prevents them from following noise.
 */
package dev.mercer.use.discriminant;
