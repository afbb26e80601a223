/**
 * Manifold maps on all rows or on landmarks [RS (14)-(15)].
 *
 * <p>{@link dev.mercer.use.manifold.Manifold} holds the settings and computes the coordinates of
 * rows. The map is a {@link dev.mercer.use.manifold.DiffusionMap} (the usual choice), a {@link
 * dev.mercer.use.manifold.LaplacianMap} or a {@link dev.mercer.use.manifold.NormalizedCut}, which
 * also makes clusters. A {@link dev.mercer.use.manifold.ManifoldFit} describes the result of a fit;
 * its {@link dev.mercer.use.manifold.ManifoldModel} gives coordinates to further rows. {@link
 * dev.mercer.use.manifold.ClusterAgreement} compares clusters with known classes.
 */
package dev.mercer.use.manifold;
