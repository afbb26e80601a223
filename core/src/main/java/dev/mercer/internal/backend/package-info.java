/**
 * Linear algebra and loops over arrays: native OpenBLAS or plain Java, the Vector API or plain
 * loops, and the threads they run on.
 *
 * <p>{@link dev.mercer.internal.backend.Backend} chooses what works on this machine and says why
 * nothing better was taken.
 */
package dev.mercer.internal.backend;
