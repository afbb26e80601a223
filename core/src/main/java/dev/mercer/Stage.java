package dev.mercer;

/**
 * One stage of a fit, in a {@link Plan} as it is to go, in a {@link FitReport} as it went.
 *
 * @param bytes heap planned for it, the rows included
 * @param kernelEvaluations kernel values computed in it
 * @param seconds how long it took; NaN in a plan, which does not know
 */
public record Stage(String name, long bytes, long kernelEvaluations, double seconds) {}
