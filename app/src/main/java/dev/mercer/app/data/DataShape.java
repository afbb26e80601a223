package dev.mercer.app.data;

import java.util.List;

/**
 * The size of the data that a request would load.
 *
 * @param rows the exact number, after range, classes and dropped rows
 * @param columns the number of features
 * @param featureNames empty if the data has none
 */
public record DataShape(long rows, int columns, List<String> featureNames) {}
