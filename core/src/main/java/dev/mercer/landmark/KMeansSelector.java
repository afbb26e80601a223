package dev.mercer.landmark;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.select.KMeans;
import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.ShiftedRows;
import dev.mercer.internal.spec.Spec;

/**
 * The centers of k-means as landmarks [RS "WNystrom", SK 4.1.4]: points that are not rows. The
 * weight of a landmark is that of its cluster.
 *
 * <p>See {@link KMeans} for the iteration, what it costs and when it stops. If fewer rows differ
 * than landmarks are asked for, there are fewer landmarks, and a note says so.
 *
 * @param iterations most iterations
 */
public record KMeansSelector(int iterations) implements LandmarkSelector {

  public static final String NAME = "kmeans";

  public KMeansSelector {
    requireIterations(NAME, iterations);
  }

  static void requireIterations(String selector, int iterations) {
    if (iterations < 1) {
      throw new IllegalArgumentException(
          selector + ": iterations = " + iterations + " must be at least 1");
    }
  }

  /** From {@code kmeans} or {@code kmeans(iterations=…)}. */
  public static KMeansSelector of(Spec spec) {
    return new KMeansSelector(iterations(spec));
  }

  static int iterations(Spec spec) {
    spec.requireKeys("iterations");
    return spec.integer("iterations", KMeans.DEFAULT_ITERATIONS, 1, KMeans.MOST_ITERATIONS);
  }

  @Override
  public String spec() {
    return Spec.of(NAME).withUnusual("iterations", iterations, KMeans.DEFAULT_ITERATIONS).text();
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    ShiftedRows rows = ShiftedRows.of(request, NAME);
    KMeans.Clusters clusters = KMeans.of(request, rows, iterations);
    DenseRows centers = DenseRows.wrap(clusters.count(), rows.columns(), clusters.centers());
    return noted(NAME, request, Landmarks.ofPoints(centers, clusters.sizes()));
  }

  /** With a note if there are fewer landmarks than asked for. */
  static Landmarks noted(String selector, SelectionRequest request, Landmarks found) {
    return found.count() == request.count()
        ? found
        : found.with(
            selector
                + ": only "
                + found.count()
                + " different rows of positive weight, so "
                + found.count()
                + " landmarks instead of "
                + request.count());
  }
}
