package dev.mercer.app;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Scaling;
import java.util.List;

/**
 * Rows read into memory for a fit.
 *
 * @param rows the features, scaled
 * @param weights null where there are none
 * @param scaling what was applied to the rows; null for nothing
 * @param featureNames empty where the data have none
 * @param dropped rows left out because a value was missing
 * @param seconds that reading took
 */
record LoadedRows(
    DenseRows rows,
    double[] weights,
    Scaling scaling,
    List<String> featureNames,
    long dropped,
    double seconds) {}
