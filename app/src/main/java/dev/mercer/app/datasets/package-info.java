/**
 * The data sets that experiments use: what is known about them, where they are, and how they are
 * fetched.
 *
 * <ul>
 *   <li>{@link dev.mercer.app.datasets.DatasetCatalog}: names, terms, addresses, checksums
 *   <li>{@link dev.mercer.app.datasets.DataFolder}: where they are kept, and if they are correct
 *   <li>{@link dev.mercer.app.datasets.DatasetListing}: both, as text and JSON
 *   <li>{@link dev.mercer.app.datasets.Fetcher}: gets one file with {@code Download}, and converts
 *       it with {@code TextTable} if it is kept in another form than published
 * </ul>
 *
 * Only {@code Fetcher} connects to the network, and the only data in the program itself is {@code
 * builtin:digits}.
 */
package dev.mercer.app.datasets;
