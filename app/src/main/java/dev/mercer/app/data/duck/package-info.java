/** The formats that DuckDB reads: Parquet, and delimited files that are not small. */
package dev.mercer.app.data.duck;
