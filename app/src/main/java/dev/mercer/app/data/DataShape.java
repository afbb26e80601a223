package dev.mercer.app.data;

import java.util.List;

/**
 * How much a request would load.
 *
 * @param rows exactly, after range, classes and dropped rows
 * @param columns features
 * @param featureNames empty where the data has none
 */
public record DataShape(long rows, int columns, List<String> featureNames) {}
