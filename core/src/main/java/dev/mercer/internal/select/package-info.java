/**
 * How landmarks are chosen: one algorithm for each selector of {@code dev.mercer.landmark}, and the
 * catalog that says which runs which.
 */
package dev.mercer.internal.select;
