/** The kernel Hebbian algorithm: axes that learn from one row after the other. */
package dev.mercer.internal.hebbian;
