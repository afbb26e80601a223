/**
 * What a fit is asked and what it answers: the problem, its stages, and the solution a model is
 * made of; and the rules that the components of every method obey.
 */
package dev.mercer.internal.problem;
