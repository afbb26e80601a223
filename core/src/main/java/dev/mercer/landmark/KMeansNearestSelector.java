package dev.mercer.landmark;

import dev.mercer.internal.select.KMeans;
import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.NearestRows;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.ShiftedRows;
import dev.mercer.internal.spec.Spec;

/**
 * The rows nearest to the centers of k-means [SK 4.1.4]: landmarks that are rows. The weight of a
 * landmark is that of the cluster of its center.
 *
 * <p>Centers in order; a row that an earlier one has taken is replaced by the nearest that none
 * has; ties: the lowest row; see {@link KMeans} and {@link NearestRows}. If fewer rows differ than
 * landmarks are asked for, there are fewer landmarks, and a note says so.
 *
 * @param iterations most iterations of k-means
 */
public record KMeansNearestSelector(int iterations) implements LandmarkSelector {

  public static final String NAME = "kmeans-nearest";

  public KMeansNearestSelector {
    KMeansSelector.requireIterations(NAME, iterations);
  }

  /** From {@code kmeans-nearest} or {@code kmeans-nearest(iterations=…)}. */
  public static KMeansNearestSelector of(Spec spec) {
    return new KMeansNearestSelector(KMeansSelector.iterations(spec));
  }

  @Override
  public String spec() {
    return Spec.of(NAME).withUnusual("iterations", iterations, KMeans.DEFAULT_ITERATIONS).text();
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    ShiftedRows rows = ShiftedRows.of(request, NAME);
    KMeans.Clusters clusters = KMeans.of(request, rows, iterations);
    int[] nearest = NearestRows.distinct(rows, request.weights(), rows.points(clusters.centers()));
    return KMeansSelector.noted(
        NAME, request, Landmarks.ofRows(request.gram(), nearest, clusters.sizes()));
  }
}
