/** The verbs fit and plan, here or on an engine. */
package dev.mercer.app.cli.fit;
