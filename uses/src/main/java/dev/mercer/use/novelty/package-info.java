/**
 * Novelty: how unlike its training rows a model finds a row, within the components (T^2) and away
 * from them (squared prediction error), with thresholds from training quantiles.
 */
package dev.mercer.use.novelty;
