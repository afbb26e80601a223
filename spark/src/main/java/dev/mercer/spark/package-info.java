/**
 * Kernel PCA on Apache Spark: an estimator and its model, which are a thin layer over {@code
 * dev.mercer}. This package handles schemas, parameters, persistence and the transfer of blocks of
 * rows; all mathematics is in core.
 */
package dev.mercer.spark;
