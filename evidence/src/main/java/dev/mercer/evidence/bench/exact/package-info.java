/** Exact fits and transforms compared with scikit-learn. */
package dev.mercer.evidence.bench.exact;
