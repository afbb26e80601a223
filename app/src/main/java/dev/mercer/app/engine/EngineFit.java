package dev.mercer.app.engine;

/**
 * The fit to make, as it was written on the command line.
 *
 * @param rank the number of components; null for the default, or if a variance is given
 * @param variance the share of the variance to explain, or null
 * @param landmarks the number of landmarks, or null
 * @param tolerance the share of the trace that landmarks may leave unexplained, or null
 * @param selector a spec, or null for the default
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
