/**
 * The data sets experiments use: what is known of them, where they are, and how they are fetched.
 *
 * <ul>
 *   <li>{@link dev.mercer.app.datasets.DatasetCatalog}: names, terms, addresses, checksums
 *   <li>{@link dev.mercer.app.datasets.DataFolder}: where they are kept, and whether they are right
 *   <li>{@link dev.mercer.app.datasets.DatasetListing}: both, as text and JSON
 *   <li>{@link dev.mercer.app.datasets.Fetcher}: gets one file, through {@code Download}, and where
 *       it is kept in another form than published, {@code TextTable}
 * </ul>
 *
 * Nothing here connects to anywhere but {@code Fetcher}, and no data is part of the program but
 * {@code builtin:digits}.
 */
package dev.mercer.app.datasets;
