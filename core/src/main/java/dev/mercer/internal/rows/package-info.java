/**
 * How rows of data reach the algorithms: in slices, scaled on the way, read ahead, drawn by key, or
 * spooled to a temporary file.
 */
package dev.mercer.internal.rows;
