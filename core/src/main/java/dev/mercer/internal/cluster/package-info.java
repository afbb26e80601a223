/**
 * Rows grouped by distance: nearest points and rows, k-means with its seeds, and k-means in the
 * kernel's feature space.
 */
package dev.mercer.internal.cluster;
