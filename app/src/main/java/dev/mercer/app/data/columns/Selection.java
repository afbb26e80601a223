package dev.mercer.app.data.columns;

import java.util.List;

/**
 * Which columns of a table are read, and in which role.
 *
 * @param names all columns of the table
 * @param features indices of the features, in the order they are wanted
 * @param label index of the label column, or {@link #NONE}
 * @param weight index of the weight column, or {@link #NONE}
 */
public record Selection(List<String> names, int[] features, int label, int weight) {

  public static final int NONE = -1;

  /** Every column is a feature, in order. */
  public static Selection all(List<String> names) {
    int[] features = new int[names.size()];
    for (int j = 0; j < features.length; j++) {
      features[j] = j;
    }
    return new Selection(names, features, NONE, NONE);
  }

  public List<String> featureNames() {
    return java.util.Arrays.stream(features).mapToObj(names::get).toList();
  }

  boolean isIdentity() {
    if (features.length != names.size()) {
      return false;
    }
    for (int j = 0; j < features.length; j++) {
      if (features[j] != j) {
        return false;
      }
    }
    return true;
  }
}
