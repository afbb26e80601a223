/**
 * How landmarks are chosen, and what is known of all rows seen through them: the work behind the
 * selectors of {@code dev.mercer.landmark}.
 */
package dev.mercer.internal.select;
