package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.landmark.Uniform;
import java.util.Arrays;

/**
 * {@link Uniform}: draws at random, without replacement.
 *
 * <ol>
 *   <li>each row of positive weight w gets the key E / w, where E is exponentially distributed
 *       (Efraimidis and Spirakis)
 *   <li>the rows with the smallest keys are chosen, in that order
 * </ol>
 *
 * So the first m landmarks of a larger choice with the same seed are the choice of m, and a set can
 * grow.
 */
final class UniformSelector implements Selector {

  @Override
  public Guarantee guarantee() {
    return Guarantee.DRAWN_UNIFORMLY;
  }

  @Override
  public RemoteChoice remoteChoice() {
    return RemoteChoice.DRAW;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    int count = request.requireCandidates();
    double[] masses = new double[request.size()];
    Arrays.setAll(masses, request::weight);
    int[] chosen = WeightedDraws.distinct(masses, count, request.random());
    return Landmarks.ofRows(request.gram(), chosen, null);
  }
}
