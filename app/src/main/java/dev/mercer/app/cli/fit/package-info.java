/** The commands fit and plan, on this machine or on an engine. */
package dev.mercer.app.cli.fit;
