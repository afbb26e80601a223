/** The options that commands share, and the files that a call reads and writes. */
package dev.mercer.app.cli.options;
