package dev.mercer.spark;

import java.util.Arrays;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Checks that columns exist, with the same words as Spark's own checks. */
final class Schemas {

  private Schemas() {}

  static void requireVector(StructType schema, String column) {
    DataType type = field(schema, column).dataType();
    if (!type.equals(SQLDataTypes.VectorType())) {
      throw new IllegalArgumentException(
          "requirement failed: Column "
              + column
              + " must be of type "
              + SQLDataTypes.VectorType().catalogString()
              + " but was actually of type "
              + type.catalogString()
              + "; assemble columns of numbers by VectorAssembler");
    }
  }

  static void requireNumber(StructType schema, String column) {
    DataType type = field(schema, column).dataType();
    if (!(type instanceof NumericType)) {
      throw new IllegalArgumentException(
          "requirement failed: Column "
              + column
              + " must be of type numeric but was actually of type "
              + type.catalogString());
    }
  }

  private static StructField field(StructType schema, String column) {
    for (StructField field : schema.fields()) {
      if (field.name().equals(column)) {
        return field;
      }
    }
    throw new IllegalArgumentException(
        column
            + " does not exist. Available: "
            + String.join(", ", Arrays.asList(schema.fieldNames())));
  }

  /**
   * The schema with one more column, of vectors.
   *
   * @param rank the length of these vectors, or null if it is not known
   */
  static StructType withOutput(StructType schema, String column, Integer rank) {
    if (Arrays.asList(schema.fieldNames()).contains(column)) {
      throw new IllegalArgumentException(
          "requirement failed: Column " + column + " already exists.");
    }
    StructField plain =
        new StructField(
            column, SQLDataTypes.VectorType(), false, org.apache.spark.sql.types.Metadata.empty());
    return schema.add(rank == null ? plain : new AttributeGroup(column, rank).toStructField());
  }
}
