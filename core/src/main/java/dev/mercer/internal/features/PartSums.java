package dev.mercer.internal.features;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.View;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import java.util.Arrays;
import java.util.Optional;

/**
 * Sums over a part of the rows, block of rows by block of rows, for a landmark fit whose rows are
 * stored in many places. The sums of all parts are added entry by entry; {@link #whole} turns the
 * result into moments.
 *
 * <p>Cost: as for {@link MomentsPass} or {@link RawPass}; memory for the sums twice and a block.
 * Not thread-safe.
 */
public final class PartSums {

  /** Rows to add at a time: enough that the work done once per block is negligible. */
  public static final int BLOCK_ROWS = 4 * GramColumnMoments.CHUNK;

  private final PartTask task;
  private final Workers workers;
  private final Rows rawPoints;
  private final GramColumnMoments raw; // null if features are summed
  private final double[] sums; // null if kernel values are summed

  public PartSums(PartTask task, Workers workers) {
    this.task = task;
    this.workers = workers;
    this.sums = task.raw() ? null : new double[task.length()];
    this.rawPoints = task.raw() ? landmarksAndSampled(task) : null;
    this.raw = task.raw() ? new GramColumnMoments(rawPoints.count()) : null;
  }

  private static Rows landmarksAndSampled(PartTask task) {
    int m = task.landmarks().count();
    int q = task.sampledCount();
    int columns = task.landmarks().columns();
    double[] values = new double[Math.multiplyExact(m + q, columns)];
    task.landmarks().copy(0, m, values, 0);
    task.sampled().copy(0, q, values, m * columns);
    return DenseRows.wrap(m + q, columns, values);
  }

  /**
   * Number of rows to add at a time if they have this many columns, so that a block stays small.
   */
  public static int blockRows(int columns) {
    return Math.max(64, Math.min(BLOCK_ROWS, (1 << 22) / Math.max(1, columns)));
  }

  /**
   * Adds some rows.
   *
   * @param weights one per row, or null for ones
   */
  public void add(Rows rows, double[] weights) {
    if (rows.count() == 0) {
      return;
    }
    GramColumns gram = task.gram(rows, workers);
    if (task.raw()) {
      raw.add(gram, weights, gram.of(rawPoints));
      return;
    }
    Landmarks landmarks = Landmarks.ofPoints(task.landmarks(), null);
    LandmarkBasis basis = new LandmarkBasis(gram, weights, landmarks, task.factor());
    MomentsPass.Sums found = MomentsPass.throughFeatures(basis, task.sampledRows());
    found.moments().addTo(sums, 0);
    if (found.columns() != null) {
      int at = LandmarkMoments.length(task.factor().rank());
      at = add(found.columns().squares(), at);
      at = add(found.columns().sums(), at);
      add(found.columns().products().rowMajor(), at);
    }
  }

  private int add(double[] values, int at) {
    for (int i = 0; i < values.length; i++) {
      sums[at + i] += values[i];
    }
    return at + values.length;
  }

  /** The sums so far; no rows may be added afterwards. */
  public double[] sums() {
    if (!task.raw()) {
      return sums;
    }
    double[] result = new double[task.length()];
    raw.addTo(result, 0);
    return result;
  }

  /**
   * The moments of all rows, from the sums of all parts.
   *
   * @param all the sums of all parts, merged
   * @return empty if plain kernel values were summed and rounding turned out to matter: the parts
   *     must then sum features
   */
  public static Optional<MomentsPass.Sums> whole(PartTask task, double[] all, Workers workers) {
    if (all.length != task.length()) {
      throw new IllegalArgumentException(all.length + " sums, the task makes " + task.length());
    }
    int k = task.factor().rank();
    int q = task.sampledCount();
    if (task.raw()) {
      GramColumnMoments columns = GramColumnMoments.read(k + q, all, 0);
      return task.rawMoments(workers).flatMap(raw -> raw.made(columns, columns.weightSum()));
    }
    LandmarkMoments moments = LandmarkMoments.read(k, all, 0);
    int at = LandmarkMoments.length(k);
    ResidualColumns columns =
        q == 0
            ? null
            : new ResidualColumns(
                Arrays.copyOfRange(all, at, at + q),
                Arrays.copyOfRange(all, at + q, at + 2 * q),
                View.at(all, at + 2 * q, k, q, q).copy());
    return Optional.of(new MomentsPass.Sums(moments, columns));
  }

  /**
   * The sums of two parts together, in the array of the first; an empty array stands for no rows.
   */
  public static double[] merge(double[] one, double[] other) {
    if (one.length == 0 || other.length == 0) {
      return one.length == 0 ? other : one;
    }
    if (one.length != other.length) {
      throw new IllegalArgumentException(
          "sums of " + one.length + " and " + other.length + " entries are of different tasks");
    }
    for (int i = 0; i < one.length; i++) {
      one[i] += other[i];
    }
    return one;
  }
}
