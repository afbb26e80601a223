/**
 * Landmarks, the few points that stand for all rows: one record per way to choose them, with its
 * parameters. What runs them is internal.
 */
package dev.mercer.landmark;
