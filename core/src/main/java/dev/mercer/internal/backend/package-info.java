/**
 * Linear algebra and loops over arrays, by native OpenBLAS or plain Java and by the Vector API or
 * plain loops, and the threads that execute them.
 *
 * <p>{@link dev.mercer.internal.backend.Backend} chooses what works on this machine and says why
 * nothing better was chosen.
 */
package dev.mercer.internal.backend;
