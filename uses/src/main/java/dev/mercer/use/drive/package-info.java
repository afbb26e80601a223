/**
 * Which features drive a component: {@link dev.mercer.use.drive.ScoreGradients} are the gradients
 * of the scores at rows; a {@link dev.mercer.use.drive.FeatureDrive} holds their averages over
 * rows.
 */
package dev.mercer.use.drive;
