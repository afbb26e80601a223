package dev.mercer.internal.select;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.cluster.LloydKMeans;
import dev.mercer.internal.cluster.ShiftedRows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.spec.Spec;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.KMeans;

/**
 * {@link KMeans}: the centers of {@link LloydKMeans}, whose comment describes how they are found,
 * what that costs and when it stops.
 */
final class KMeansSelector implements Selector {

  private final int iterations;

  KMeansSelector(KMeans asked) {
    this.iterations = asked.iterations();
  }

  static KMeans read(Spec spec) {
    return new KMeans(iterations(spec));
  }

  static int iterations(Spec spec) {
    spec.requireKeys("iterations");
    return spec.integer("iterations", KMeans.DEFAULT_ITERATIONS, 1, KMeans.MOST_ITERATIONS);
  }

  @Override
  public Guarantee guarantee() {
    return Guarantee.CLUSTERS;
  }

  @Override
  public RemoteChoice remoteChoice() {
    return RemoteChoice.CLUSTER;
  }

  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return GramColumns.bytesOfNorms(rows, kernel, threads)
        + LloydKMeans.bytes(rows, landmarks, threads);
  }

  @Override
  public boolean givesRows() {
    return false;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    ShiftedRows rows = ShiftedRows.of(request, KMeans.NAME);
    LloydKMeans.Clusters clusters = LloydKMeans.of(request, rows, iterations);
    DenseRows centers = DenseRows.wrap(clusters.count(), rows.columns(), clusters.centers());
    return noted(KMeans.NAME, request, Landmarks.ofPoints(centers, clusters.sizes()));
  }

  /** Adds a note if there are fewer landmarks than asked for. */
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
