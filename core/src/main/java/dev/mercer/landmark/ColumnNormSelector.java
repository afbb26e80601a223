package dev.mercer.landmark;

import dev.mercer.internal.select.ColumnNorms;
import dev.mercer.internal.select.Landmarks;
import dev.mercer.internal.select.SelectionRequest;
import dev.mercer.internal.select.WeightedDraws;
import dev.mercer.internal.spec.Spec;

/**
 * Landmarks drawn without replacement, each next one with probability proportional to the norm of
 * its column of the Gram matrix, |K_:i| (RK sec. 7, "column-norm"); norms are exact.
 *
 * <p>With weights, w_i |W^1/2 K_:i|: as if each row were there as often as its weight says.
 *
 * <p>Cost: n^2 / 2 kernel values, see {@link ColumnNorms}. Stops early, with a note, when no column
 * that is not zero is left.
 */
public record ColumnNormSelector() implements LandmarkSelector {

  public static final String NAME = "column-norm";

  public static ColumnNormSelector of(Spec spec) {
    spec.requireKeys();
    return new ColumnNormSelector();
  }

  @Override
  public String spec() {
    return NAME;
  }

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 0.5 * rows * rows;
  }

  @Override
  public Landmarks select(SelectionRequest request) {
    request.requireCandidates();
    request.requireSquares(NAME);
    double[] masses = ColumnNorms.squared(request, null);
    for (int i = 0; i < masses.length; i++) {
      masses[i] = request.weight(i) * Math.sqrt(masses[i]);
    }
    return WeightedDraws.landmarks(request, masses, "column norm");
  }
}
