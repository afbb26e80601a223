package dev.mercer.internal.features;

import dev.mercer.internal.backend.Workers;
import java.util.Arrays;

/**
 * Moments of all rows from the sums of their parts.
 *
 * @param squares |W^1/2 R e_j|^2 of the sampled columns; null where none were sampled, as the next
 * @param sums 1'W R e_j
 * @param products F'W R e_j, k x columns
 */
public record PartMoments(
    LandmarkMoments moments, double[] squares, double[] sums, double[] products) {

  /**
   * @param all the sums of all parts, merged
   * @return null where kernel values were summed as they are and rounding turned out to matter: the
   *     parts have to sum features
   */
  public static PartMoments of(PartTask task, double[] all, Workers workers) {
    if (all.length != task.length()) {
      throw new IllegalArgumentException(all.length + " sums, the task makes " + task.length());
    }
    int k = task.factor().rank();
    int q = task.sampledCount();
    if (task.raw()) {
      RawMoments raw = RawMoments.of(task.factor(), task.own(), task.sampledFeatures(), workers);
      GramColumnMoments columns = GramColumnMoments.read(k + q, all, 0);
      LandmarkMoments moments = raw.made(columns, columns.weightSum());
      return moments == null
          ? null
          : new PartMoments(
              moments, raw.sampledSquares(), raw.sampledSums(), raw.sampledProducts());
    }
    LandmarkMoments moments = LandmarkMoments.read(k, all, 0);
    if (q == 0) {
      return new PartMoments(moments, null, null, null);
    }
    int at = LandmarkMoments.length(k);
    return new PartMoments(
        moments,
        Arrays.copyOfRange(all, at, at + q),
        Arrays.copyOfRange(all, at + q, at + 2 * q),
        Arrays.copyOfRange(all, at + 2 * q, at + 2 * q + k * q));
  }
}
