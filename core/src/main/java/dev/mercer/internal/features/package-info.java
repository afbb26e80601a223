/**
 * Rows projected on the span of landmarks: the factor of the landmarks' kernel values, the features
 * that it gives each row, and the moments of these features over all rows, whole or in parts.
 */
package dev.mercer.internal.features;
