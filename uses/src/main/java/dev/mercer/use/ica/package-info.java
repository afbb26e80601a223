/** Kernel independent component analysis [FK 13]: sources whose kernel dependence is least. */
package dev.mercer.use.ica;
