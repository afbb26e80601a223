/** Benchmarks of single loops with JMH. */
package dev.mercer.evidence.bench.jmh;
