package dev.mercer.kernel;

import dev.mercer.data.Matrix;
import dev.mercer.internal.kernel.SpectralMeasure;

/**
 * A map of rows to D cosines whose inner products stand for a shift-invariant kernel: z_j(x) =
 * sqrt(2 k(0) / D) cos(w_j . x + b_j), with k(0) the kernel's value at distance 0 [Rahimi and Recht
 * 2007].
 *
 * <p>Never changes; thread-safe.
 */
public final class FourierFeatures {

  private final Matrix frequencies;
  private final double[] phases;
  private final double amplitude;

  private FourierFeatures(Matrix frequencies, double[] phases, double amplitude) {
    this.frequencies = frequencies;
    this.phases = phases;
    this.amplitude = amplitude;
  }

  /**
   * @param kernel the kernel the features stand for; shift-invariant
   * @param frequencies w, one row a feature, one column a column of the rows
   * @param phases b, one a feature
   * @throws IllegalArgumentException if the kernel is not shift-invariant, the shapes do not fit
   *     each other, or a number is not finite
   */
  public static FourierFeatures of(Kernel kernel, Matrix frequencies, double[] phases) {
    double atZero = SpectralMeasure.of(kernel).mass();
    if (frequencies.rows() < 1 || frequencies.columns() < 1) {
      throw new IllegalArgumentException(
          "the frequencies are "
              + frequencies.rows()
              + " x "
              + frequencies.columns()
              + "; at least one feature of one column is needed");
    }
    if (phases.length != frequencies.rows()) {
      throw new IllegalArgumentException(
          phases.length + " phases for " + frequencies.rows() + " frequencies; give one a feature");
    }
    requireFinite("frequencies", frequencies.values());
    requireFinite("phases", phases);
    return new FourierFeatures(
        frequencies, phases.clone(), Math.sqrt(2 * atZero / frequencies.rows()));
  }

  private static void requireFinite(String what, double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("the " + what + " hold " + value);
      }
    }
  }

  /** Number of features, D. */
  public int count() {
    return phases.length;
  }

  /** Number of columns a row must have. */
  public int columns() {
    return frequencies.columns();
  }

  /** w, one row a feature. */
  public Matrix frequencies() {
    return frequencies;
  }

  /** b, one a feature. */
  public double[] phases() {
    return phases.clone();
  }

  /** sqrt(2 k(0) / D), the largest magnitude of a feature. */
  public double amplitude() {
    return amplitude;
  }
}
