/** Delimited text files. */
package dev.mercer.app.data.csv;
