package dev.mercer.internal.select;

import dev.mercer.data.Rows;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.ColumnNorm;

/**
 * {@link ColumnNorm}: draws by the masses w_i |W^1/2 K_:i|, see {@link ColumnNorms}. Stops early,
 * with a note, if all remaining columns are zero.
 */
final class ColumnNormSelector implements Selector {

  @Override
  public double kernelValues(int rows, int landmarks) {
    return 0.5 * rows * rows;
  }

  @Override
  public long bytes(Rows rows, Kernel kernel, int landmarks, int threads) {
    return ColumnNorms.bytes(rows, kernel, threads);
  }

  @Override
  public Landmarks select(SelectionRequest asked) {
    SelectionRequest request = asked.withUnitTrace();
    request.requireCandidates();
    request.requireSquares(ColumnNorm.NAME);
    double[] masses = ColumnNorms.squared(request, null);
    for (int i = 0; i < masses.length; i++) {
      masses[i] = request.weight(i) * Math.sqrt(masses[i]);
    }
    return WeightedDraws.landmarks(request, masses, "column norm");
  }
}
