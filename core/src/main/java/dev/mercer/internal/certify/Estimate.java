package dev.mercer.internal.certify;

/** An estimate and its standard error. */
public record Estimate(double value, double standardError) {}
