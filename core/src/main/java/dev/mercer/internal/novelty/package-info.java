/**
 * How far rows lie from the components of a model and from its center, and the quantiles of that
 * over the training rows, with which novel rows are told from normal ones.
 */
package dev.mercer.internal.novelty;
