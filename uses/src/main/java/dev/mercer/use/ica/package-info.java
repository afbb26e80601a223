/**
 * Kernel independent component analysis [FK 13]: {@link dev.mercer.use.ica.KernelIca} looks for the
 * sources whose kernel dependence is least, an {@link dev.mercer.use.ica.Unmixing} is what it
 * found.
 */
package dev.mercer.use.ica;
