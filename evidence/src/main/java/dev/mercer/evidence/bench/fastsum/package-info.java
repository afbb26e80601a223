/** Fast sums compared with exact tiles, plain loops and their own error bounds. */
package dev.mercer.evidence.bench.fastsum;
