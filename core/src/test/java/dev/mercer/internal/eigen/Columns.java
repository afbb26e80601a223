package dev.mercer.internal.eigen;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.internal.linalg.Tall;

/** Operators of low rank made from some columns of others, by products with unit vectors. */
final class Columns {

  private Columns() {}

  /** From {@code count} columns spread evenly over the first {@code among} rows. */
  static LowRankSpectrum spread(SymmetricOperator operator, int among, int count, Workers workers) {
    int[] chosen = new int[Math.min(count, among)];
    for (int j = 0; j < chosen.length; j++) {
      chosen[j] = (int) ((long) j * among / chosen.length);
    }
    return of(operator, chosen, null, workers);
  }

  static LowRankSpectrum of(
      SymmetricOperator operator, int[] chosen, double[] unit, Workers workers) {
    int n = operator.size();
    int s = chosen.length;
    Tall columns = Tall.allocate(n, s);
    double[] among = new double[s * s];
    double[] x = new double[n];
    double[] y = new double[n];
    for (int j = 0; j < s; j++) {
      x[chosen[j]] = 1;
      operator.apply(1, x, y);
      x[chosen[j]] = 0;
      for (int i = 0; i < n; i++) {
        columns.values()[i * s + j] = y[i];
      }
    }
    for (int i = 0; i < s; i++) {
      System.arraycopy(columns.values(), chosen[i] * s, among, i * s, s);
    }
    return LowRankSpectrum.of(n, columns, among, unit, 64, workers);
  }
}
