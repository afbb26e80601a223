package dev.mercer.landmark;

import dev.mercer.internal.spec.Spec;

/**
 * The centers of k-means as landmarks (RS "WNystrom", SK 4.1.4): points that are not rows. The
 * weight of a landmark is that of its cluster. If fewer rows differ than landmarks are asked for,
 * there are fewer landmarks, and a note says so.
 *
 * <p>Cost: 2 n m d flops per iteration, no kernel values.
 *
 * @param iterations most iterations
 */
public record KMeans(int iterations) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "kmeans";

  /** Most iterations where no number is given. */
  public static final int DEFAULT_ITERATIONS = 20;

  /** The largest number of iterations that can be asked for. */
  public static final int MOST_ITERATIONS = 100_000;

  public KMeans {
    requireIterations(NAME, iterations);
  }

  /** With the usual number of iterations. */
  public KMeans() {
    this(DEFAULT_ITERATIONS);
  }

  @Override
  public String spec() {
    return spec(NAME, iterations);
  }

  static void requireIterations(String selector, int iterations) {
    if (iterations < 1) {
      throw new IllegalArgumentException(
          selector + ": iterations = " + iterations + " must be at least 1");
    }
  }

  static String spec(String selector, int iterations) {
    return Spec.of(selector).withUnusual("iterations", iterations, DEFAULT_ITERATIONS).text();
  }
}
