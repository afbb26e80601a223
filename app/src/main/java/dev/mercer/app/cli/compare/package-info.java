/** The command compare: several methods on the same rows. */
package dev.mercer.app.cli.compare;
