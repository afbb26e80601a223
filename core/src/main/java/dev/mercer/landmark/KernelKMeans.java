package dev.mercer.landmark;

/**
 * Kernel k-means (Girolami 2002; SK 4.1.4): clusters in feature space, and the row nearest to the
 * mean feature of each as landmark. The weight of a landmark is that of its cluster. Works for a
 * precomputed kernel. Clusters are found on a sample where there are more than some 5,000 rows.
 *
 * <p>Cost: s^2 kernel values for s rows sampled, and n s if that is not all of them; O(s^2)
 * additions per iteration; s^2 + s m doubles.
 *
 * @param iterations most iterations
 */
public record KernelKMeans(int iterations) implements LandmarkSelector {

  /** The name of this selector on the command line and in reports. */
  public static final String NAME = "kernel-kmeans";

  public KernelKMeans {
    KMeans.requireIterations(NAME, iterations);
  }

  /** With the usual number of iterations. */
  public KernelKMeans() {
    this(KMeans.DEFAULT_ITERATIONS);
  }

  @Override
  public String spec() {
    return KMeans.spec(NAME, iterations);
  }
}
