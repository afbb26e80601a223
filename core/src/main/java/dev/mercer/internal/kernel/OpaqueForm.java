package dev.mercer.internal.kernel;

import dev.mercer.kernel.Kernel;

/**
 * A kernel of which nothing is known but its definition, which is called pair by pair: a function
 * of the caller's. A precomputed kernel has this form too, and nobody calls it.
 */
public record OpaqueForm(Kernel kernel) implements KernelForm {}
