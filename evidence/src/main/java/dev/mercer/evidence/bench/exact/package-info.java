/** Exact fits and transforms beside scikit-learn. */
package dev.mercer.evidence.bench.exact;
