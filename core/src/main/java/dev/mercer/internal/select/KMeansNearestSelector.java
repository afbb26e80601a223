package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.cluster.LloydKMeans;
import dev.mercer.internal.cluster.NearestRows;
import dev.mercer.internal.cluster.ShiftedRows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.KMeansNearest;

/**
 * {@link KMeansNearest}: the rows nearest to the centers of {@link LloydKMeans}, by {@link
 * NearestRows}. The centers are processed in order; if an earlier center has taken a row, the
 * nearest row that is still free replaces it; ties go to the lowest row.
 */
final class KMeansNearestSelector implements Selector {

  private final int iterations;

  KMeansNearestSelector(KMeansNearest asked) {
    this.iterations = asked.iterations();
  }

  static KMeansNearest read(Spec spec) {
    return new KMeansNearest(KMeansSelector.iterations(spec));
  }

  @Override
  public Guarantee guarantee() {
    return Guarantee.CLUSTERS;
  }

  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return GramColumns.bytesOfNorms(rows, kernel, threads)
        + LloydKMeans.bytes(rows, landmarks, threads);
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    ShiftedRows rows = ShiftedRows.of(request, KMeansNearest.NAME);
    LloydKMeans.Clusters clusters = LloydKMeans.of(request, rows, iterations);
    int[] nearest = NearestRows.distinct(rows, request.weights(), rows.points(clusters.centers()));
    return KMeansSelector.noted(
        KMeansNearest.NAME, request, Landmarks.ofRows(request.gram(), nearest, clusters.sizes()));
  }
}
