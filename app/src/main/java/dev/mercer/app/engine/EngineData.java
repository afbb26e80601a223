package dev.mercer.app.engine;

import java.util.List;

/**
 * The rows and columns to use.
 *
 * @param source a file, a folder of files, or a glob
 * @param label a column that is not a feature; or null
 * @param columns the features in order; empty for all columns
 * @param drop columns that are not features
 * @param weights the column of sample weights; or null
 * @param dropMissing whether rows with missing values are left out
 */
public record EngineData(
    String source,
    String label,
    List<String> columns,
    List<String> drop,
    String weights,
    boolean dropMissing) {}
