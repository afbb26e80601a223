/** What all benchmarks share: cases, pages, peers, timing and results. */
package dev.mercer.evidence.bench;
