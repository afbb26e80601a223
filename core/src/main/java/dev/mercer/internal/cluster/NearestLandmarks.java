package dev.mercer.internal.cluster;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;

/**
 * The landmark nearest to each row and its distance, by Euclidean distance; ties go to the lower
 * landmark. Cost: 2 n m d flops ({@link NearestPoints}).
 *
 * @param nearest the landmark of each row
 * @param squaredDistances the squared distance of each row from its landmark
 */
public record NearestLandmarks(int[] nearest, double[] squaredDistances) {

  /** Computes this for all rows; the landmarks must be points. */
  public static NearestLandmarks of(GramColumns gram, Landmarks landmarks) {
    ShiftedRows.requirePoints(gram.kernel(), "the distance to a landmark");
    int[] nearest = new int[gram.size()];
    double[] squaredDistances = new double[gram.size()];
    ShiftedRows rows = new ShiftedRows(gram.rows(), gram.workers());
    Rows points = landmarks.points();
    double[] given = new double[Math.multiplyExact(points.count(), points.columns())];
    points.copy(0, points.count(), given, 0);
    new NearestPoints(rows, rows.points(given))
        .find(
            (row, point, squared) -> {
              nearest[row] = point;
              squaredDistances[row] = Math.max(0, squared);
            });
    return new NearestLandmarks(nearest, squaredDistances);
  }
}
