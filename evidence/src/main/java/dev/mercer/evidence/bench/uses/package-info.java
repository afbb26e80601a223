/** The quality that the uses of kernel PCA reach, next to the papers' numbers. */
package dev.mercer.evidence.bench.uses;
