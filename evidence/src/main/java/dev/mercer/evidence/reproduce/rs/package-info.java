/**
 * Experiments of [RS], Kingravi, Vela, Gray: Reduced-Set Kernel Principal Components Analysis (SDM
 * 2013).
 */
package dev.mercer.evidence.reproduce.rs;
