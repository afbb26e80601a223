/** Reads the rows of a fit into memory, or into a temporary file. */
package dev.mercer.app.data.load;
