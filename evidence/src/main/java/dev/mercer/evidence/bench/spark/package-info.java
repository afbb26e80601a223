/** Fits on a Spark cluster of this machine. */
package dev.mercer.evidence.bench.spark;
