package dev.mercer.internal.features;

import dev.mercer.internal.gram.GramColumns;

/**
 * Features of rows from landmarks, block by block: computed from kernel values, or copied if a
 * selector kept them.
 */
public final class LandmarkFeatures {

  private final LandmarkFactor factor;
  private final GramColumns.Columns columns;
  private final RowFeatures known;
  private final double[][] values;

  public LandmarkFeatures(GramColumns gram, Landmarks landmarks, LandmarkFactor factor) {
    this.factor = factor;
    this.known = kept(landmarks, factor) ? landmarks.features() : null;
    this.columns = known != null ? null : landmarks.columns(gram, factor.order());
    this.values = new double[gram.workers().threads()][];
  }

  /** Whether the selector kept the features, so that nothing needs to be computed. */
  static boolean kept(Landmarks landmarks, LandmarkFactor factor) {
    return factor.natural()
        && landmarks.features() != null
        && landmarks.features().columns() == factor.rank();
  }

  /** The features as the selector kept them; null if it did not. */
  RowFeatures inPlace() {
    return known;
  }

  /** Number of features, k. */
  public int count() {
    return factor.rank();
  }

  /**
   * Writes the features of rows {@code first} to {@code first + count - 1}, row-major, from {@code
   * features[at]} on.
   *
   * @param first a multiple of {@link GramColumns#BLOCK_ROWS}
   * @param count at most {@link GramColumns#BLOCK_ROWS}
   */
  public void fill(int first, int count, double[] features, int at, int worker) {
    int k = factor.rank();
    if (known != null) {
      for (int i = 0; i < count; i++) {
        int from = known.offset(first + i);
        System.arraycopy(known.array(first + i), from, features, at + i * k, k);
      }
    } else if (columns.count() == k) {
      columns.fill(first, count, features, at, worker);
      factor.toFeatures(count, features, at, features, at);
    } else {
      if (values[worker] == null) {
        values[worker] = new double[GramColumns.BLOCK_ROWS * columns.count()];
      }
      columns.fill(first, count, values[worker], 0, worker);
      factor.toFeatures(count, values[worker], 0, features, at);
    }
  }
}
