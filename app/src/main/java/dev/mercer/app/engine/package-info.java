/**
 * How the program passes work to an engine outside of it, such as Spark. The engine is in another
 * module and is found by {@link java.util.ServiceLoader}; this package only has its interface.
 */
package dev.mercer.app.engine;
