/**
 * What the modules of the project ask of the public classes and users do not: the public classes
 * name no internal type, so what takes or gives one is asked for here.
 */
package dev.mercer.internal.access;
