package dev.mercer.internal.fastsum;

import dev.mercer.internal.backend.Backend;

/**
 * What a caller asks of a sum.
 *
 * @param scheme one of {@link FastSums#SCHEMES}
 * @param error the largest error of any kernel value; null for the default, which rounding of a
 *     polynomial kernel may exceed
 * @param columns number of vectors multiplied at once
 * @param products number of products expected
 * @param memory bytes the sum may take beside the points, the vectors and the working memory of the
 *     threads
 * @param threads number of threads that examine the points; no choice depends on it
 * @param patience seconds that examining one scheme may take; a scheme that takes longer to
 *     forecast is left out
 * @param backend what sums are created and computed with
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

  /**
   * The request of a caller that can wait until the best scheme is found, however long that takes.
   */
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
