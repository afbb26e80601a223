/** Writes tables of results as CSV, NPY or Parquet. */
package dev.mercer.app.data.write;
