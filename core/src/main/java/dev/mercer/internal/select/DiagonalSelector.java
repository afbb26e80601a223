package dev.mercer.internal.select;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.landmark.Diagonal;

/**
 * {@link Diagonal}: draws by the masses w_i k_ii. Stops early, with a note, if no row with a
 * positive diagonal entry is left (a zero entry belongs to a feature of norm zero, a negative one
 * to an indefinite kernel).
 */
final class DiagonalSelector implements Selector {

  @Override
  public Landmarks select(SelectionRequest request) {
    request.requireCandidates();
    double[] diagonal = request.gram().diagonal();
    double[] masses = new double[diagonal.length];
    for (int i = 0; i < masses.length; i++) {
      masses[i] = Math.max(0, request.weight(i) * diagonal[i]);
    }
    return WeightedDraws.landmarks(request, masses, "diagonal entry");
  }
}
