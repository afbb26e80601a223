package dev.mercer.app.data;

import java.util.List;

/**
 * The feature columns that a model was fitted on.
 *
 * @param count the number of columns
 * @param names their names; empty if the training data had none
 */
public record ExpectedColumns(int count, List<String> names) {

  public ExpectedColumns {
    names = List.copyOf(names);
    if (count < 1 || !(names.isEmpty() || names.size() == count)) {
      throw new IllegalArgumentException(
          "count = "
              + count
              + " does not go with "
              + names.size()
              + " names; give one for each column, or none");
    }
  }
}
