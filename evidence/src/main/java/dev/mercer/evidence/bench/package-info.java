/** What all benchmarks share: cases, pages, peers, timing, results. */
package dev.mercer.evidence.bench;
