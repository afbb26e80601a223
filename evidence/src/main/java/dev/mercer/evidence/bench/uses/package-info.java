/** What the uses of kernel PCA reach, beside the papers' numbers. */
package dev.mercer.evidence.bench.uses;
