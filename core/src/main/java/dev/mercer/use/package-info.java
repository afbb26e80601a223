/**
 * What kernel PCA is run for: pre-images, denoising, classification, novelty, manifold maps,
 * discriminants, and what drives a component.
 *
 * <p>The one package above the root: a use starts from a fitted {@link dev.mercer.KernelPcaModel},
 * or fits some of its own, so every method, kernel and centring works with every use.
 */
package dev.mercer.use;
