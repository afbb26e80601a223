/**
 * Experiments of [SK], Washizawa: Subset Basis Approximation of Kernel Principal Component Analysis
 * (2012).
 */
package dev.mercer.evidence.reproduce.sk;
