package dev.mercer.evidence.bench;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.eigen.BlockKrylovSolver;
import dev.mercer.internal.eigen.EigenRequest;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.features.LandmarkFeatures;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.linalg.SymmetricOperator;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * The largest eigenvalues of the residual R = K - F F' that landmarks leave, computed from the
 * whole matrix. A certificate has to do without them. Memory: half of K, and F.
 */
public final class ResidualSpectrum {

  // The error of an eigenvalue is the square of this, which suffices to say which factor is large.
  private static final double TOLERANCE = 1e-3;

  private final Rows rows;
  private final Kernel kernel;
  private final Workers workers;
  private final Blas blas = Backend.instance().blas();
  private StoredGram stored;

  public ResidualSpectrum(Rows rows, Kernel kernel, Workers workers) {
    this.rows = rows;
    this.kernel = kernel;
    this.workers = workers;
  }

  /** The sum of the {@code rank} largest eigenvalues. */
  public double largestSum(int[] landmarks, int rank) {
    if (stored == null) {
      int tile = new TileGrid(rows.count()).tileRows();
      stored = new StoredGram(new KernelTiles(rows, kernel, false, tile, workers), false, workers);
    }
    double[] values =
        new BlockKrylovSolver()
            .solve(
                residual(landmarks),
                rank,
                new EigenRequest(TOLERANCE, 0, workers, (products, converged, worst) -> {}))
            .values();
    return Arrays.stream(values).sum();
  }

  private SymmetricOperator residual(int[] landmarks) {
    GramColumns gram =
        new GramColumns(rows, kernel, (long) rows.count() * landmarks.length, workers);
    Landmarks chosen = Landmarks.ofRows(gram, landmarks, null);
    LandmarkFactor factor =
        LandmarkFactor.of(
            landmarks.length, chosen.columns(gram).among(), true, Backend.instance().blas());
    LandmarkFeatures source = new LandmarkFeatures(gram, chosen, factor);
    int n = rows.count();
    int k = factor.rank();
    double[] features = new double[Math.multiplyExact(n, k)];
    gram.forBlocks(
        (block, first, count, worker) -> source.fill(first, count, features, first * k, worker));
    return new SymmetricOperator() {
      @Override
      public int size() {
        return n;
      }

      @Override
      public void apply(int columns, double[] x, double[] y) {
        stored.apply(columns, x, y);
        double[] seen = new double[k * columns];
        blas.gemm(
            true, false, k, columns, n, 1, features, 0, k, x, 0, columns, 0, seen, 0, columns);
        blas.gemm(
            false, false, n, columns, k, -1, features, 0, k, seen, 0, columns, 1, y, 0, columns);
      }
    };
  }
}
