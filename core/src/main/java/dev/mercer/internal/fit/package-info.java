/**
 * A fit from its plan to its solution: memory planned first, landmarks selected, one pass over the
 * rows, a small eigenproblem, a certificate. The work behind the methods of {@code
 * dev.mercer.method}.
 */
package dev.mercer.internal.fit;
