/** Experiments of [RK], Deepak, Rodricks: Randomized Kernel PCA (IIT Delhi). */
package dev.mercer.evidence.reproduce.rk;
