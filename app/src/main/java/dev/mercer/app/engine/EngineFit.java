package dev.mercer.app.engine;

/**
 * What is to be fitted, as it was written on the command line.
 *
 * @param rank components, or null for the usual number or where a variance is given
 * @param variance share of the variance, or null
 * @param landmarks their number, or null
 * @param tolerance share of the trace that landmarks may leave over, or null
 * @param selector a spec, or null for the usual
 */
public record EngineFit(
    String kernel,
    Integer rank,
    Double variance,
    Integer landmarks,
    Double tolerance,
    String selector,
    boolean center,
    long seed) {}
