package dev.mercer.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/**
 * What a row must contain to be fitted or scored: a vector of finite values, always of the same
 * length, and a valid weight.
 *
 * @param featuresCol the name of field 0
 * @param weightCol the name of field 1, or null if there is none
 * @param names of the features, or null if they have none
 */
record RowChecks(String featuresCol, String weightCol, List<String> names) implements Serializable {

  boolean weighted() {
    return weightCol != null;
  }

  /**
   * What is wrong with a row, beginning with the name of the column; null if nothing is.
   *
   * @param columns the number of features that a row must have; a negative number allows any
   */
  String fault(Row row, int columns) {
    String fault = fault((Vector) row.get(0), columns);
    if (fault != null) {
      return fault;
    }
    if (weighted()) {
      if (row.isNullAt(1)) {
        return "column " + weightCol + " is null";
      }
      double weight = row.getDouble(1);
      if (!(weight >= 0) || Double.isInfinite(weight)) {
        return "column " + weightCol + " is " + weight + "; weights are finite and not negative";
      }
    }
    return null;
  }

  /** What is wrong with a vector, which may be null. */
  String fault(Vector vector, int columns) {
    if (vector == null) {
      return "column " + featuresCol + " is null";
    }
    if (columns >= 0 && vector.size() != columns) {
      return wrongLength(vector.size(), columns);
    }
    double[] stored =
        vector instanceof DenseVector dense ? dense.values() : ((SparseVector) vector).values();
    for (int i = 0; i < stored.length; i++) {
      if (!Double.isFinite(stored[i])) {
        int feature = vector instanceof SparseVector sparse ? sparse.indices()[i] : i;
        return "column " + featuresCol + " has " + stored[i] + " as feature " + name(feature);
      }
    }
    return null;
  }

  private String name(int feature) {
    return names != null && feature < names.size() ? names.get(feature) : feature + "";
  }

  /** A message for a vector whose length differs from that of earlier rows or of the model. */
  String wrongLength(int length, int columns) {
    return "column " + featuresCol + " has a vector of " + length + " values, not " + columns;
  }
}
