package dev.mercer.landmark;

/**
 * The rows nearest to the centers of k-means (SK 4.1.4): as {@link KMeans}, but landmarks are rows.
 * The weight of a landmark is that of the cluster of its center.
 *
 * <p>Cost: that of {@link KMeans} and n m distances.
 *
 * @param iterations most iterations of k-means
 */
public record KMeansNearest(int iterations) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "kmeans-nearest";

  public KMeansNearest {
    KMeans.requireIterations(NAME, iterations);
  }

  /** With the usual number of iterations. */
  public KMeansNearest() {
    this(KMeans.DEFAULT_ITERATIONS);
  }

  @Override
  public String spec() {
    return KMeans.spec(NAME, iterations);
  }
}
