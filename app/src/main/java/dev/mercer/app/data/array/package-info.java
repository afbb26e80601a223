/** Files that hold one array: NPY and IDX. */
package dev.mercer.app.data.array;
