/**
 * Novelty: how unlike its training rows a model finds a row.
 *
 * <p>{@link dev.mercer.use.novelty.Novelty} measures rows within the components (T^2) and away from
 * them (squared prediction error); {@link dev.mercer.use.novelty.NoveltyThresholds} are training
 * quantiles above which a row is called novel. {@link dev.mercer.use.novelty.Roc} says how well
 * either tells rows apart that are labeled.
 */
package dev.mercer.use.novelty;
