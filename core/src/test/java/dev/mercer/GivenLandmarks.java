package dev.mercer;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.select.Selector;
import dev.mercer.landmark.LandmarkSelector;
import dev.mercer.method.Landmarking;
import java.util.stream.IntStream;

/** Landmarks a test has chosen itself: rows, or points that are not rows. */
public record GivenLandmarks(int[] rows, double[][] points, double[] weights)
    implements LandmarkSelector, Selector {

  public static Landmarking rows(int... rows) {
    return Landmarking.by(new GivenLandmarks(rows, null, null));
  }

  /** Every row in order. */
  public static Landmarking all(int n) {
    return rows(IntStream.range(0, n).toArray());
  }

  public static Landmarking points(double[][] points) {
    return Landmarking.by(new GivenLandmarks(null, points, null));
  }

  public static Landmarking weighted(int[] rows, double[] weights) {
    return Landmarking.by(new GivenLandmarks(rows, null, weights));
  }

  @Override
  public String spec() {
    return "given";
  }

  @Override
  public boolean choosesCount() {
    return true;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    return rows != null
        ? Landmarks.ofRows(request.gram(), rows, weights)
        : Landmarks.ofPoints(DenseRows.of(points), weights);
  }
}
