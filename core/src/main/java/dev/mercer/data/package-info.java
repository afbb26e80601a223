/**
 * Rows of features, from wherever they are: {@link dev.mercer.data.DenseRows} in memory, {@link
 * dev.mercer.data.FileRows} on disk, {@link dev.mercer.data.SelectedRows} over others, {@link
 * dev.mercer.data.RowStream} while they arrive. {@link dev.mercer.data.Scaling} is learned in one
 * pass over any of them.
 *
 * <p>No limit of n d entries but memory or disk: rows are at most 2^31 - 1, each of any length an
 * array has.
 */
package dev.mercer.data;
