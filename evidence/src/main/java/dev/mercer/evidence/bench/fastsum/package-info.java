/** Fast sums beside exact tiles, plain loops and their own bounds. */
package dev.mercer.evidence.bench.fastsum;
