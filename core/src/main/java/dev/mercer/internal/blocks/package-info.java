/**
 * Kernel values of many pairs of points at once: a matrix product gives inner products, one pass
 * turns them into kernel values in place. Every other use of a kernel goes through here.
 */
package dev.mercer.internal.blocks;
