/**
 * Novelty: how much a row differs from the training rows of a model.
 *
 * <p>{@link dev.mercer.use.novelty.Novelty} measures rows within the components (T^2) and away from
 * them (squared prediction error); {@link dev.mercer.use.novelty.NoveltyThresholds} are quantiles
 * over the training rows above which a row is called novel. {@link dev.mercer.use.novelty.Roc}
 * measures on labeled rows how well either number separates novel rows from normal ones.
 */
package dev.mercer.use.novelty;
