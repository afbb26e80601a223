/**
 * Manifold maps on all rows or on landmarks: diffusion maps, Laplacian eigenmaps and the normalized
 * cut [RS (14)-(15)].
 */
package dev.mercer.use.manifold;
