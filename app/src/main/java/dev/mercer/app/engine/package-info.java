/**
 * How the program hands work to an engine beyond this machine. The engine is another module's,
 * found by {@link java.util.ServiceLoader}; this one knows only what it is told and what it says.
 */
package dev.mercer.app.engine;
