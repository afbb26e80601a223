package dev.mercer.use.classify;

import dev.mercer.data.Rows;
import java.util.List;

/** A method that learns classes from labeled rows. */
public interface Classifier {

  /** The name of the classifier that has one linear subspace per class. */
  String CLAFIC = "clafic";

  /** The names that {@link #of} takes. */
  static List<String> names() {
    return ClassifierCatalog.names();
  }

  /**
   * A classifier from its text, one of clafic, subspace, knn(k=3), logistic(ridge=0.001).
   *
   * @throws IllegalArgumentException if a name or key is unknown, or a value is not allowed
   */
  static Classifier of(String text) {
    return ClassifierCatalog.parse(text);
  }

  /** The text from which {@link #of} makes this classifier again. */
  String spec();

  /** Whether it fits kernel PCA; only then do kernel, rank and method have an effect. */
  boolean usesPca();

  /** Whether it fits one kernel PCA per class, so that the rows of a class limit the rank. */
  boolean perClass();

  /** What {@link Predictions#measure} will be; null if only classes are predicted. */
  String measure();

  /**
   * Learns from rows before any scaling. A scaling, and a kernel width that was left open, are
   * learned from these rows alone.
   *
   * @param threads how many to use; results do not depend on it
   */
  FittedClassifier fit(PcaSettings settings, Rows rows, LabelSets labels, int threads);
}
