package dev.mercer.use.classify;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;

/** A way to learn classes from labelled rows. */
public interface Classifier {

  /** The text that {@link ClassifierCatalog#parse} turns back into this. */
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
   */
  FittedClassifier fit(PcaSettings settings, Rows rows, LabelSets labels, Workers workers);
}
