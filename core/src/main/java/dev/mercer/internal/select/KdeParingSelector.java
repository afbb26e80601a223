package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.landmark.KdeParing;
import java.util.Arrays;

/**
 * {@link KdeParing}: a uniform sample in which every row stands for the same share.
 *
 * <p>This is our reading of RS, which says that paring "subsamples from the original dataset and
 * computes the estimate from the reduced set, at an O(m) cost": a sample is drawn, and no bandwidth
 * changes. Rows are drawn without replacement, by their weights, exactly as {@link UniformSelector}
 * does. With the same seed both choose the same rows and differ only in the weights: uniform leaves
 * the weights to be counted later (from the rows nearest to each landmark), here every landmark
 * gets the same share, sum w / m.
 */
final class KdeParingSelector implements Selector {

  @Override
  public Landmarks select(SelectionRequest request) {
    Landmarks drawn = new UniformSelector().select(request);
    double total = 0;
    for (int i = 0; i < request.size(); i++) {
      total += request.weight(i);
    }
    double[] shares = new double[drawn.count()];
    Arrays.fill(shares, total / shares.length);
    return new Landmarks(drawn.rows(), drawn.points(), shares, null, drawn.notes());
  }
}
