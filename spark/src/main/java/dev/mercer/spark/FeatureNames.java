package dev.mercer.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.sql.types.StructType;

/** The names of the features in a vector column, as VectorAssembler and others store them. */
final class FeatureNames {

  private FeatureNames() {}

  /** One name per feature; null if not all of them have one. */
  static List<String> of(StructType schema, String column) {
    AttributeGroup group = AttributeGroup.fromStructField(schema.apply(column));
    if (group.attributes().isEmpty()) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (Attribute attribute : group.attributes().get()) {
      if (attribute.name().isEmpty()) {
        return null;
      }
      names.add(attribute.name().get());
    }
    return names;
  }
}
