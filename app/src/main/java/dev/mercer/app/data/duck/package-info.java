/** What DuckDB reads: Parquet, and delimited files of some size. */
package dev.mercer.app.data.duck;
