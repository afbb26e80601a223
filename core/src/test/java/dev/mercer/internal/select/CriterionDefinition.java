package dev.mercer.internal.select;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.SelectionRequest;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;

/**
 * J_1 as SK (21) writes it, for tests to compare with: the generalized eigenproblem of the whole
 * matrices, whitened by K_y^-1/2 from Jacobi rotations. No updates, no blocks.
 */
public final class CriterionDefinition {

  private CriterionDefinition() {}

  /** The sum of the {@code rank} largest kappa. */
  public static double value(
      double[][] gram, double[] weights, boolean center, int rank, int[] landmarks) {
    int n = gram.length;
    int m = landmarks.length;
    if (m == 0) {
      return 0;
    }
    double[] w = Definition.weights(weights, n);
    double sum = Arrays.stream(w).sum();
    double[][] cross = new double[n][m];
    double[] mean = new double[m];
    double[][] among = new double[m][m];
    for (int c = 0; c < m; c++) {
      for (int i = 0; i < n; i++) {
        cross[i][c] = gram[i][landmarks[c]];
        mean[c] += center ? w[i] * cross[i][c] / sum : 0;
      }
      for (int e = 0; e < m; e++) {
        among[e][c] = gram[landmarks[e]][landmarks[c]];
      }
    }
    Definition.Eigen eigen = Definition.eigen(among);
    double[][] features = new double[n][m];
    for (int l = 0; l < m; l++) {
      if (eigen.values()[l] <= 1e-10 * eigen.values()[0]) {
        continue;
      }
      for (int i = 0; i < n; i++) {
        for (int c = 0; c < m; c++) {
          features[i][l] +=
              (cross[i][c] - mean[c]) * eigen.vectors()[l][c] / Math.sqrt(eigen.values()[l]);
        }
      }
    }
    double[][] moment = new double[m][m];
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < m; a++) {
        for (int b = 0; b < m; b++) {
          moment[a][b] += w[i] * features[i][a] * features[i][b];
        }
      }
    }
    double[] kappa = Definition.eigen(moment).values();
    return Arrays.stream(kappa).limit(rank).sum();
  }

  public static SelectionRequest request(
      Kernel kernel,
      double[][] points,
      double[] weights,
      boolean center,
      int rank,
      int count,
      Workers workers) {
    GramColumns gram =
        new GramColumns(
            DenseRows.of(points), kernel, (long) points.length * points.length, workers);
    return new SelectionRequest(gram, weights, center, rank, count, 0, 7, 1L << 30);
  }

  public static int[] with(int[] landmarks, int more) {
    int[] result = Arrays.copyOf(landmarks, landmarks.length + 1);
    result[landmarks.length] = more;
    return result;
  }

  public static int[] without(int[] landmarks, int place) {
    int[] result = new int[landmarks.length - 1];
    System.arraycopy(landmarks, 0, result, 0, place);
    System.arraycopy(landmarks, place + 1, result, place, result.length - place);
    return result;
  }
}
