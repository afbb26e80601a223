/**
 * Experiments of [FK], Raykar, Ankur: Fast Kernel Principal Component Analysis for the Polynomial
 * and Gaussian Kernels (University of Maryland).
 */
package dev.mercer.evidence.reproduce.fk;
