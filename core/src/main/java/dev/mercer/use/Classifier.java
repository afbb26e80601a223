package dev.mercer.use;

import dev.mercer.backend.Workers;
import dev.mercer.data.Rows;

/** A way to learn classes from labelled rows. */
public interface Classifier {

  /** The text that {@link ClassifierCatalog#parse} turns back into this. */
  String spec();

  /** Whether it fits kernel PCA, so that kernel, rank and method mean something. */
  boolean usesPca();

  /**
   * Learns from rows as they come: a scaling and a kernel width left to the data are learned from
   * these rows alone.
   */
  FittedClassifier fit(PcaSettings settings, Rows rows, LabelSets labels, Workers workers);
}
