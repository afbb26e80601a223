/**
 * How landmarks are chosen: one algorithm per selector of {@code dev.mercer.landmark}, and the
 * catalog that lists which algorithm runs which selector.
 */
package dev.mercer.internal.select;
