/**
 * Scores of new rows with a fitted model: {@link dev.mercer.internal.score.ModelScorer} takes the
 * way that fits the model and the number of rows.
 */
package dev.mercer.internal.score;
