package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Backend;

/**
 * What is asked of a sum.
 *
 * @param scheme one of {@link FastSums#SCHEMES}
 * @param error the largest error of any kernel value; null for the default, which rounding of a
 *     polynomial kernel may exceed
 * @param columns vectors multiplied at once
 * @param products how often
 * @param memory bytes it may take beside points, vectors and what each thread works on
 * @param threads that look at the points; no choice depends on their number
 * @param patience seconds that looking at a scheme may take; what takes longer to forecast is left
 *     out
 * @param backend what sums are made and computed with
 */
public record SumWish(
    String scheme,
    Double error,
    int columns,
    int products,
    long memory,
    int threads,
    double patience,
    Backend backend) {

  /** What a caller asks who can wait for the best scheme to be found. */
  public SumWish(
      String scheme,
      Double error,
      int columns,
      int products,
      long memory,
      int threads,
      Backend backend) {
    this(scheme, error, columns, products, memory, threads, Double.POSITIVE_INFINITY, backend);
  }

  public SumWish {
    FastSums.requireScheme(scheme);
    if (error != null && !(error > 0 && error < 1)) {
      throw new IllegalArgumentException(
          "operator error = " + error + " must be above 0 and below 1");
    }
  }

  double allowed() {
    return error == null ? FastSums.DEFAULT_ERROR : error;
  }

  SumWish withError(double changed) {
    return new SumWish(scheme, changed, columns, products, memory, threads, patience, backend);
  }
}
