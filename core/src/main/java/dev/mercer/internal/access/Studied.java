package dev.mercer.internal.access;

import dev.mercer.Stage;
import java.util.List;

/**
 * What other work than a fit gave.
 *
 * @param stages those it announced, timed
 */
public record Studied<T>(T result, List<Stage> stages, double seconds) {}
