package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Simd;
import dev.mercer.internal.explicit.Monomials;

/**
 * The terms of the Gaussian's Taylor expansion about a center for blocks of points: exp(-|u|^2 / 2)
 * u^alpha / sqrt(alpha!) with u = (x - center) / sigma (FK sec. 11).
 *
 * <p>The exponential is the term of degree 0, and all other monomials are computed from it: every
 * term is at most 1, and the squares of all terms of a point add up to at most 1.
 */
final class TaylorTerms {

  private final int columns;
  private final double inverseSigma;
  private final Monomials monomials;
  private final double[] ratios;

  /** For truncation numbers up to {@code truncation}. */
  TaylorTerms(int columns, double sigma, int truncation) {
    this.columns = columns;
    this.inverseSigma = 1 / sigma;
    this.monomials = new Monomials(columns, truncation - 1);
    this.ratios = monomials.ratios(k -> 1);
  }

  /** The number of terms of an expansion with this truncation number. */
  int count(int truncation) {
    return monomials.below(truncation);
  }

  /**
   * Writes the terms of a block of points.
   *
   * @param centers holds the center, from entry {@code center} on
   * @param x coordinate c of point j is {@code x[c * xStride + first + j]}
   * @param z receives the terms, {@code stride} entries apart
   * @param u working memory, columns x stride
   */
  void fill(
      int truncation,
      double[] centers,
      int center,
      int count,
      double[] x,
      int first,
      int xStride,
      int stride,
      double[] z,
      double[] u,
      Simd simd) {
    for (int c = 0; c < columns; c++) {
      double middle = centers[center + c];
      int from = c * xStride + first;
      int to = c * stride;
      for (int j = 0; j < count; j++) {
        u[to + j] = (x[from + j] - middle) * inverseSigma;
      }
    }
    for (int j = 0; j < count; j++) {
      z[j] = u[j] * u[j];
    }
    for (int c = 1; c < columns; c++) {
      int row = c * stride;
      for (int j = 0; j < count; j++) {
        z[j] += u[row + j] * u[row + j];
      }
    }
    simd.exp(z, 0, count, -0.5);
    monomials.fill(truncation - 1, count, stride, u, ratios, z, simd);
  }
}
