/**
 * Kernel PCA on Apache Spark: an estimator and its model, a thin shell over {@code dev.mercer}.
 * Schema, parameters, persistence and the moving of blocks of rows are here; all mathematics is in
 * core.
 */
package dev.mercer.spark;
