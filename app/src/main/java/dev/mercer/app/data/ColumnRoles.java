package dev.mercer.app.data;

import java.util.List;

/**
 * Which role each column of a table has.
 *
 * @param label the column with the class or target, which is not a feature; null for none
 * @param features the names of the features, in this order; empty for all columns
 * @param dropped the names of columns that are not features; empty for none
 * @param weights the column of sample weights; null for none
 */
public record ColumnRoles(
    String label, List<String> features, List<String> dropped, String weights) {

  /** Every column is a feature. */
  static final ColumnRoles ALL = new ColumnRoles(null, List.of(), List.of(), null);

  public ColumnRoles {
    features = List.copyOf(features);
    dropped = List.copyOf(dropped);
    if (!features.isEmpty() && !dropped.isEmpty()) {
      throw new DataException(
          "--columns and --drop both choose the features; give only one of them");
    }
  }

  ColumnRoles withLabel(String column) {
    return new ColumnRoles(column, features, dropped, weights);
  }

  ColumnRoles withFeatures(List<String> names) {
    return new ColumnRoles(label, names, dropped, weights);
  }

  ColumnRoles withDropped(List<String> names) {
    return new ColumnRoles(label, features, names, weights);
  }

  ColumnRoles withWeights(String column) {
    return new ColumnRoles(label, features, dropped, column);
  }
}
