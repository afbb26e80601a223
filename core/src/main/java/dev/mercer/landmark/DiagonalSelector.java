package dev.mercer.landmark;

import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.WeightedDraws;
import dev.mercer.internal.spec.Spec;

/**
 * Landmarks drawn without replacement, each next one with probability proportional to its weighted
 * diagonal entry w_i k_ii (RK sec. 7, "diagonal"). With a kernel of constant diagonal that is
 * uniform.
 *
 * <p>Cost: n kernel values, O(n log m). Stops early, with a note, when no row of positive diagonal
 * entry is left (an entry that is zero belongs to a feature of norm zero, a negative one to an
 * indefinite kernel).
 */
public record DiagonalSelector() implements LandmarkSelector {

  public static final String NAME = "diagonal";

  public static DiagonalSelector of(Spec spec) {
    spec.requireKeys();
    return new DiagonalSelector();
  }

  @Override
  public String spec() {
    return NAME;
  }

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
