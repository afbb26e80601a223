/**
 * Landmarks, the few points that stand for all rows: one record per way to choose them, with its
 * parameters and its paper. What runs them is internal.
 *
 * <p>Which to choose:
 *
 * <ul>
 *   <li>{@link dev.mercer.landmark.Uniform}: rows drawn at random. No kernel values; a good first
 *       choice where landmarks are many
 *   <li>{@link dev.mercer.landmark.RandomlyPivotedCholesky}: the most accurate for its cost, n m
 *       kernel values; stops at a tolerance. {@link dev.mercer.landmark.PivotedCholesky} and {@link
 *       dev.mercer.landmark.Farthest} take the largest instead of drawing
 *   <li>{@link dev.mercer.landmark.KMeans}, {@link dev.mercer.landmark.KMeansNearest} and {@link
 *       dev.mercer.landmark.KernelKMeans}: centers of clusters, in input space or feature space
 *   <li>{@link dev.mercer.landmark.Diagonal}, {@link dev.mercer.landmark.ColumnNorm}, {@link
 *       dev.mercer.landmark.Leverage} and {@link dev.mercer.landmark.Adaptive}: draws with other
 *       probabilities
 *   <li>{@link dev.mercer.landmark.Greedy}, {@link dev.mercer.landmark.Backward} and {@link
 *       dev.mercer.landmark.Ransac}: searches for the subset whose components capture the most
 *   <li>{@link dev.mercer.landmark.Shadow}, {@link dev.mercer.landmark.Herding} and {@link
 *       dev.mercer.landmark.KdeParing}: points that stand for the density of all rows
 *   <li>{@link dev.mercer.landmark.FeatureAnalysis} and {@link dev.mercer.landmark.Tipping}: points
 *       that a sparse kernel PCA would keep
 *   <li>{@link dev.mercer.landmark.GivenRows} and {@link dev.mercer.landmark.GivenPoints}: the
 *       caller's own
 * </ul>
 */
package dev.mercer.landmark;
