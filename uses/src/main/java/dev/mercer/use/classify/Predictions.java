package dev.mercer.use.classify;

import dev.mercer.data.Matrix;
import java.util.List;

/**
 * The classes predicted for rows.
 *
 * @param names the classes that could be predicted, in order
 * @param codes one per row, an index into {@code names}
 * @param measure what {@code values} are: {@code distance} (squared; the smallest wins) or {@code
 *     probability} (the largest wins); null if there are no values
 * @param values one row per predicted row and one column per class; null if the classifier gives
 *     only classes
 */
public record Predictions(List<String> names, int[] codes, String measure, Matrix values) {

  /** The name of the class that was predicted for a row. */
  public String name(int row) {
    return names.get(codes[row]);
  }

  /** How many rows were given a class that is not among their labels. */
  public int errors(LabelSets truth) {
    requireRows(truth);
    int errors = 0;
    for (int i = 0; i < codes.length; i++) {
      errors += truth.has(i, name(i)) ? 0 : 1;
    }
    return errors;
  }

  void requireRows(LabelSets truth) {
    if (truth.rows() != codes.length) {
      throw new IllegalArgumentException(
          truth.rows() + " labels for " + codes.length + " predictions; give one a row");
    }
  }
}
