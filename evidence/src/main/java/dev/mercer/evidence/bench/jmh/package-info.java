/** Benchmarks of single loops by JMH. */
package dev.mercer.evidence.bench.jmh;
