package dev.mercer.use.classify;

import dev.mercer.data.Rows;

/**
 * The classifiers {@code subspace} and {@code clafic}, by the nearest of one subspace a class: see
 * {@link SubspaceClassifier}. The two differ by the kernel alone, which for clafic is linear.
 */
record SubspaceLearner(String spec) implements Classifier {

  @Override
  public boolean usesPca() {
    return true;
  }

  @Override
  public boolean perClass() {
    return true;
  }

  @Override
  public String measure() {
    return SubspaceClassifier.MEASURE;
  }

  @Override
  public FittedClassifier fit(PcaSettings settings, Rows rows, LabelSets labels, int threads) {
    return SubspaceClassifier.fit(settings, rows, labels, threads);
  }
}
