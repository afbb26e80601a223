package dev.mercer.internal.kernel;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;
import dev.mercer.kernel.Kernel;

/**
 * A map from rows to D cosines whose inner products approximate a shift-invariant kernel: z_j(x) =
 * sqrt(2 k(0) / D) cos(w_j'x + b_j), where k(0) is the kernel's value at distance 0 [Rahimi and
 * Recht 2007].
 *
 * <p>Immutable and thread-safe.
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
   * Features from frequencies and phases that were drawn before, such as those of a stored model.
   *
   * @param kernel the kernel that the features approximate; must be shift-invariant
   * @param frequencies w, with one row per feature and one column per column of the rows
   * @param phases b, one per feature
   * @throws IllegalArgumentException if the kernel is not shift-invariant, the shapes do not match,
   *     or a number is not finite
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
    return of(frequencies, phases.clone(), atZero);
  }

  /** The features of a model; null if the model has points instead. */
  public static FourierFeatures of(KernelPcaModel model) {
    return model.frequencies() == null
        ? null
        : of(model.frequencies(), model.phases(), SpectralMeasure.of(model.kernel()).mass());
  }

  private static FourierFeatures of(Matrix frequencies, double[] phases, double atZero) {
    return new FourierFeatures(frequencies, phases, Math.sqrt(2 * atZero / frequencies.rows()));
  }

  private static void requireFinite(String what, double[] values) {
    for (double value : values) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("the " + what + " hold " + value);
      }
    }
  }

  /** The number of features, D. */
  public int count() {
    return phases.length;
  }

  /** The number of columns that a row must have. */
  public int columns() {
    return frequencies.columns();
  }

  /** The frequencies w, one row per feature. */
  public Matrix frequencies() {
    return frequencies;
  }

  /** The phases b, one per feature. */
  public double[] phases() {
    return phases.clone();
  }

  /** The largest magnitude of a feature, sqrt(2 k(0) / D). */
  public double amplitude() {
    return amplitude;
  }

  /**
   * Z = a cos(X W' + 1 b'), the features of some rows. Cost: 2 d flops and one cosine per row and
   * feature.
   *
   * @param x X, one point per row; not modified
   * @param z receives Z; its rows must have no gaps between them
   */
  public void map(View x, View z, Blas blas) {
    for (int i = 0; i < x.height(); i++) {
      System.arraycopy(phases, 0, z.values(), z.offset() + i * phases.length, phases.length);
    }
    blas.add(1, x, View.of(frequencies).t(), z);
    int end = z.offset() + x.height() * phases.length;
    for (int k = z.offset(); k < end; k++) {
      z.values()[k] = amplitude * Math.cos(z.values()[k]);
    }
  }
}
