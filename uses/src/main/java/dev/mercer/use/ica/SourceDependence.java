package dev.mercer.use.ica;

import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.View;

/**
 * How dependent sources are (Bach and Jordan 2002), from the matrix R of correlations between the
 * kernel directions of the sources: its diagonal blocks are identities, the others are B_i B_j'.
 *
 * <ul>
 *   <li>{@code kgv}, the kernel generalized variance: -1/2 log det R
 *   <li>{@code kcca}, the first kernel canonical correlation: -1/2 log of the smallest eigenvalue
 *       of R
 * </ul>
 *
 * Both are 0 if the sources share nothing and positive otherwise, without an upper limit.
 */
enum SourceDependence {
  KGV {
    @Override
    double ofCorrelations(int order, double[] correlations, Blas blas) {
      if (blas.cholesky(order, correlations) != 0) {
        return Double.POSITIVE_INFINITY; // one source is a function of others, up to rounding
      }
      double sum = 0;
      for (int i = 0; i < order; i++) {
        sum -= Math.log(correlations[i * order + i]);
      }
      return sum;
    }
  },
  KCCA {
    @Override
    double ofCorrelations(int order, double[] correlations, Blas blas) {
      double[] values = new double[order];
      blas.symmetricEigenvalues(order, correlations, values);
      return values[0] > 0 ? -Math.log(values[0]) / 2 : Double.POSITIVE_INFINITY;
    }
  };

  /**
   * @param correlations R, its lower triangle; destroyed
   */
  abstract double ofCorrelations(int order, double[] correlations, Blas blas);

  /** The dependence of some sources on each other. */
  double of(Blas blas, SourceBasis.Basis... sources) {
    int order = 0;
    for (SourceBasis.Basis source : sources) {
      order += source.rank();
    }
    double[] correlations = new double[order * order];
    int at = 0;
    for (int i = 0; i < sources.length; i++) {
      for (int k = 0; k < sources[i].rank(); k++) {
        correlations[(at + k) * order + at + k] = 1;
      }
      int before = 0;
      for (int j = 0; j < i; j++) {
        fill(sources[i], sources[j], correlations, at * order + before, order, blas);
        before += sources[j].rank();
      }
      at += sources[i].rank();
    }
    return order == 0 ? 0 : ofCorrelations(order, correlations, blas);
  }

  private static void fill(
      SourceBasis.Basis a, SourceBasis.Basis b, double[] into, int at, int step, Blas blas) {
    if (a.rank() == 0 || b.rank() == 0) {
      return;
    }
    int n = a.values().length / a.rank();
    View products =
        blas.product(View.of(a.values(), a.rank(), n), View.of(b.values(), b.rank(), n).t());
    for (int i = 0; i < a.rank(); i++) {
      System.arraycopy(products.values(), i * b.rank(), into, at + i * step, b.rank());
    }
  }
}
