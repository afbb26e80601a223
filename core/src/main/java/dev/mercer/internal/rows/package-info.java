/**
 * How rows of data reach the algorithms: selected, scaled while they are read, drawn by keys, or
 * written to a temporary file and read again.
 */
package dev.mercer.internal.rows;
