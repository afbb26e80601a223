package dev.mercer.internal.kernel;

import dev.mercer.kernel.Kernel;

/**
 * A kernel of which only the definition is known, so that it is called for every pair of points: a
 * function supplied by the user. A precomputed kernel has this form too, but is never called.
 */
public record OpaqueForm(Kernel kernel) implements KernelForm {}
