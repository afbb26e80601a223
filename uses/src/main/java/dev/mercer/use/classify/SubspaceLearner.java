package dev.mercer.use.classify;

import dev.mercer.data.Rows;

/**
 * The classifiers {@code subspace} and {@code clafic}, which have one subspace per class and choose
 * the nearest: see {@link SubspaceClassifier}. They differ only by the kernel, which is linear for
 * clafic.
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
