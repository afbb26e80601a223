package dev.mercer.use.manifold;

import dev.mercer.internal.backend.Backend;
import dev.mercer.kernel.Kernel;
import java.util.function.DoubleUnaryOperator;

/** The random walk on rows as it is defined: every entry written out, every row counted once. */
record WalkDefinition(double[][] walk, double[] stationary, double[] degrees) {

  static WalkDefinition of(double[][] rows, Kernel kernel, double alpha) {
    return of(rows, kernel, degree -> Math.pow(degree, -alpha));
  }

  static WalkDefinition of(double[][] rows, Kernel kernel, DoubleUnaryOperator factor) {
    int n = rows.length;
    double[] q = new double[n];
    double[][] k = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k[i][j] = kernel.value(rows[i], rows[j]);
        q[i] += k[i][j];
      }
    }
    double[] d = new double[n];
    double total = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k[i][j] *= factor.applyAsDouble(q[i]) * factor.applyAsDouble(q[j]);
        d[i] += k[i][j];
      }
      total += d[i];
    }
    double[] pi = new double[n];
    for (int i = 0; i < n; i++) {
      pi[i] = d[i] / total;
      for (int j = 0; j < n; j++) {
        k[i][j] /= d[i];
      }
    }
    return new WalkDefinition(k, pi, d);
  }

  /** All eigenvalues, descending, the trivial 1 first. */
  double[] eigenvalues() {
    int n = walk.length;
    double[] symmetric = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        symmetric[i * n + j] = Math.sqrt(degrees[i] / degrees[j]) * walk[i][j];
      }
    }
    double[] ascending = new double[n];
    Backend.instance().blas().symmetricEigen(n, symmetric, ascending);
    double[] result = new double[n];
    for (int i = 0; i < n; i++) {
      result[i] = ascending[n - 1 - i];
    }
    return result;
  }

  /** The largest entry of |P f - value f|. */
  double residual(double[] f, double value) {
    double worst = 0;
    for (int i = 0; i < f.length; i++) {
      double sum = 0;
      for (int j = 0; j < f.length; j++) {
        sum += walk[i][j] * f[j];
      }
      worst = Math.max(worst, Math.abs(sum - value * f[i]));
    }
    return worst;
  }
}
