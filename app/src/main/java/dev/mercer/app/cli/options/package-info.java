/** The options that verbs share, and the files that a call reads and writes. */
package dev.mercer.app.cli.options;
