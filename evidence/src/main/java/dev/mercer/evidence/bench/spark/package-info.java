/** Fits on a Spark cluster that runs on this machine. */
package dev.mercer.evidence.bench.spark;
