package dev.mercer.use.classify;

import dev.mercer.data.Rows;
import java.util.List;

/** A way to learn classes from labelled rows. */
public interface Classifier {

  /** The name of the classifier by one linear subspace per class. */
  String CLAFIC = "clafic";

  /** The names that {@link #of} takes. */
  static List<String> names() {
    return ClassifierCatalog.names();
  }

  /**
   * A classifier by its text: clafic, subspace, knn(k=3), logistic(ridge=0.001).
   *
   * @throws IllegalArgumentException if a name or key is unknown, or a value not allowed
   */
  static Classifier of(String text) {
    return ClassifierCatalog.parse(text);
  }

  /** The text that {@link #of} turns back into this. */
  String spec();

  /** Whether it fits kernel PCA, so that kernel, rank and method mean something. */
  boolean usesPca();

  /** Whether it fits one kernel PCA for each class, so that a rank is bounded by their rows. */
  boolean perClass();

  /** What {@link Predictions#measure} will be; null where only classes are predicted. */
  String measure();

  /**
   * Learns from rows as they come: a scaling and a kernel width left to the data are learned from
   * these rows alone.
   *
   * @param threads to work with; results do not depend on it
   */
  FittedClassifier fit(PcaSettings settings, Rows rows, LabelSets labels, int threads);
}
