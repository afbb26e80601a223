/**
 * Kernel independent component analysis [FK 13]: {@link dev.mercer.use.ica.KernelIca} looks for the
 * sources that are least dependent as measured by a kernel; the result is an {@link
 * dev.mercer.use.ica.Unmixing}.
 */
package dev.mercer.use.ica;
