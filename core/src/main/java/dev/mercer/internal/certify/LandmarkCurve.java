package dev.mercer.internal.certify;

import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.internal.features.LandmarkFactor;
import dev.mercer.internal.rows.SelectedRows;
import java.util.OptionalInt;

/**
 * Tells how many landmarks would have been enough: the share of the trace of K that the first 1, 2,
 * … landmarks leave out, tr(K - K^) / tr K, measured on some rows.
 *
 * <ol>
 *   <li>sort the landmarks in the order of pivoted Cholesky: each adds the most that is left
 *   <li>F = K_xy L^-T; column j of F is what landmark j adds to those before it
 *   <li>the share left out by j landmarks is 1 - sum of the first j columns' squares / tr K
 * </ol>
 *
 * One factor and one pass give the whole curve. Cost: rows x m kernel values, O(rows m^2) flops. At
 * most {@value #MOST_ROWS} rows and {@value #MOST_LANDMARKS} landmarks are used, evenly spread over
 * all. An exact model has no landmarks, so its points take their place.
 */
public final class LandmarkCurve {

  static final int MOST_ROWS = 2000;
  static final int MOST_LANDMARKS = 1000;
  private static final int TILE = 256;

  private final double[] residualShares;
  private final boolean allLandmarks;

  private LandmarkCurve(double[] residualShares, boolean allLandmarks) {
    this.residualShares = residualShares;
    this.allLandmarks = allLandmarks;
  }

  /** Whether the model has what a curve needs: points and a positive semidefinite kernel. */
  public static boolean possible(KernelPcaModel model) {
    return model.points() != null && model.kernel().positiveSemidefinite();
  }

  /**
   * Measures the curve of a model on some rows.
   *
   * @param rows as the kernel sees them, after scaling
   */
  public static LandmarkCurve of(KernelPcaModel model, Rows rows, Workers workers) {
    if (!possible(model)) {
      throw new IllegalArgumentException(
          "landmarks are counted for positive semidefinite kernels and models of points, not for "
              + model);
    }
    Rows candidates = model.landmarks() == null ? model.points() : model.landmarks();
    Rows landmarks = spread(candidates, MOST_LANDMARKS);
    Rows sample = spread(rows, MOST_ROWS);
    int n = sample.count();
    int m = landmarks.count();
    KernelTiles tiles = new KernelTiles(sample, model.kernel(), false, TILE, workers);
    double[] gram = new double[m * m];
    tiles.among(landmarks, gram, workers);
    LandmarkFactor factor = LandmarkFactor.of(m, gram, true, workers.blas());
    double[] values = new double[n * factor.rank()];
    tiles.columns(new SelectedRows(landmarks, factor.order()), values, workers);
    factor.toFeatures(n, values, 0, values, 0);
    double trace = 0;
    for (double entry : tiles.diagonal()) {
      trace += entry;
    }
    return new LandmarkCurve(
        shares(n, factor.rank(), values, trace), landmarks.count() == candidates.count());
  }

  private static double[] shares(int n, int rank, double[] features, double trace) {
    double[] gains = new double[rank];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < rank; j++) {
        gains[j] += features[i * rank + j] * features[i * rank + j];
      }
    }
    double left = trace;
    double[] shares = new double[rank];
    for (int j = 0; j < rank; j++) {
      left -= gains[j];
      shares[j] = trace > 0 ? Math.max(0, left / trace) : 0;
    }
    return shares;
  }

  private static Rows spread(Rows rows, int most) {
    if (rows.count() <= most) {
      return rows;
    }
    int[] chosen = new int[most];
    for (int k = 0; k < most; k++) {
      chosen[k] = (int) ((long) k * rows.count() / most);
    }
    return new SelectedRows(rows, chosen);
  }

  /** Entry j is the share of the trace that the first j + 1 landmarks leave out; never rises. */
  public double[] residualShares() {
    return residualShares.clone();
  }

  /** Whether the curve includes all landmarks of the model. */
  public boolean allLandmarks() {
    return allLandmarks;
  }

  /**
   * The smallest number of landmarks that leave out at most this share of the trace; empty if even
   * all of them leave out more.
   */
  public OptionalInt enough(double tolerance) {
    for (int j = 0; j < residualShares.length; j++) {
      if (residualShares[j] <= tolerance) {
        return OptionalInt.of(j + 1);
      }
    }
    return OptionalInt.empty();
  }
}
