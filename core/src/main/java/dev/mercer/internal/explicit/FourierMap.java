package dev.mercer.internal.explicit;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.kernel.FourierFeatures;

/**
 * Random Fourier features of blocks of rows, Z = a cos(X W' + 1 b') with the frequencies W, the
 * phases b and the amplitude a of {@link FourierFeatures}.
 *
 * <p>Cost: 2 d flops and one cosine per feature of a row. Thread-safe.
 */
public final class FourierMap {

  private final View frequencies;
  private final double[] phases;
  private final double amplitude;
  private final Blas blas;

  public FourierMap(FourierFeatures features, Blas blas) {
    this.frequencies = View.of(features.frequencies());
    this.phases = features.phases();
    this.amplitude = features.amplitude();
    this.blas = blas;
  }

  /** How many features there are, D. */
  public int count() {
    return phases.length;
  }

  /**
   * Writes the features of some rows.
   *
   * @param rows X, one row each; not modified
   * @param into receives Z; rows of an array, without gaps
   */
  public void map(View rows, View into) {
    int count = rows.height();
    for (int i = 0; i < count; i++) {
      System.arraycopy(phases, 0, into.values(), into.offset() + i * phases.length, phases.length);
    }
    blas.add(1, rows, frequencies.t(), into);
    int end = into.offset() + count * phases.length;
    for (int k = into.offset(); k < end; k++) {
      into.values()[k] = amplitude * Math.cos(into.values()[k]);
    }
  }
}
