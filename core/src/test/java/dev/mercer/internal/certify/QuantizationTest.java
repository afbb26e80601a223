package dev.mercer.internal.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What quantising changes, against its definition with every row written out. */
class QuantizationTest {

  private static final int N = 12;
  private static final int[] OWNER = {0, 0, 0, 3, 3, 5, 5, 7, 8, 8, 8, 8};
  private static final double[] WEIGHTS = {1, 2, 0, 1, 3, 1, 1, 2, 1, 1, 0, 1};

  private final double[][] points = Definition.points(N, 2, 4);

  /** Features in coordinates: rows of the root of the Gram matrix of all points. */
  private static double[][] features(Kernel kernel, double[][] points) {
    Definition.Eigen eigen = Definition.eigen(Definition.gram(kernel, points));
    int n = points.length;
    double[][] result = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int e = 0; e < n; e++) {
        result[i][e] = eigen.vectors()[e][i] * Math.sqrt(Math.max(0, eigen.values()[e]));
      }
    }
    return result;
  }

  /** sum w f f' / N, less the product of the means. */
  private static double[][] operator(double[][] features, boolean center) {
    int k = features[0].length;
    double sum = Arrays.stream(WEIGHTS).sum();
    double[] mean = mean(features);
    double[][] result = new double[k][k];
    for (int a = 0; a < k; a++) {
      for (int b = 0; b < k; b++) {
        for (int i = 0; i < features.length; i++) {
          result[a][b] += WEIGHTS[i] / sum * features[i][a] * features[i][b];
        }
        result[a][b] -= center ? mean[a] * mean[b] : 0;
      }
    }
    return result;
  }

  private static double[] mean(double[][] features) {
    double sum = Arrays.stream(WEIGHTS).sum();
    double[] mean = new double[features[0].length];
    for (int i = 0; i < features.length; i++) {
      for (int a = 0; a < mean.length; a++) {
        mean[a] += WEIGHTS[i] / sum * features[i][a];
      }
    }
    return mean;
  }

  private static double distance(double[][] a, double[][] b) {
    double squared = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        squared += (a[i][j] - b[i][j]) * (a[i][j] - b[i][j]);
      }
    }
    return Math.sqrt(squared);
  }

  private static double[][] projection(Definition.Eigen eigen, int rank) {
    int k = eigen.values().length;
    double[][] result = new double[k][k];
    for (int e = 0; e < rank; e++) {
      for (int a = 0; a < k; a++) {
        for (int b = 0; b < k; b++) {
          result[a][b] += eigen.vectors()[e][a] * eigen.vectors()[e][b];
        }
      }
    }
    return result;
  }

  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1.5), true, 1",
    "gaussian(sigma=1.5), false, 2",
    "laplacian(sigma=2), true, 2",
    "1e-90*cauchy(sigma=2), true, 1",
    "1e90*cauchy(sigma=2), false, 1"
  })
  void everyMeasureIsItsDefinition(String spec, boolean center, int rank) {
    Kernel kernel = Definition.kernel(spec);
    double[][] features = features(kernel, points);
    double[][] moved = new double[N][];
    double[] sizes = new double[N];
    for (int i = 0; i < N; i++) {
      moved[i] = features[OWNER[i]];
      sizes[OWNER[i]] += WEIGHTS[i];
    }
    int[] centers = Arrays.stream(OWNER).distinct().toArray();
    double[] weights = Arrays.stream(centers).mapToDouble(c -> sizes[c]).toArray();
    double scale = kernel.value(points[0], points[0]);
    try (Workers workers = Workers.of(2)) {
      GramColumns gram = new GramColumns(Definition.rows(points), kernel, N * N, workers);
      Quantization measured =
          new Quantization(gram, WEIGHTS, Landmarks.ofRows(gram, centers, weights), center);
      Quantization.Differences differences = measured.differences();
      double mmd = distance(new double[][] {mean(features)}, new double[][] {mean(moved)});
      assertThat(differences.mmd()).isCloseTo(mmd, within(1e-12 * Math.sqrt(scale)));
      double[][] before = operator(features, center);
      double[][] after = operator(moved, center);
      assertThat(differences.operator()).isCloseTo(distance(before, after), within(1e-12 * scale));
      Definition.Eigen exact = Definition.eigen(before);
      Definition.Eigen other = Definition.eigen(after);
      double squared = 0;
      for (int e = 0; e < N; e++) {
        double difference = exact.values()[e] - other.values()[e];
        squared += difference * difference;
      }
      assertThat(measured.eigenvalueDifference()).isCloseTo(squared, within(1e-12 * scale * scale));
      double[] pair = measured.quantizedPair(rank);
      assertThat(pair[0]).isCloseTo(other.values()[rank - 1], within(1e-12 * scale));
      assertThat(pair[1]).isCloseTo(other.values()[rank], within(1e-12 * scale));
      // Eigenvectors are known to rounding over their gap, here above a hundredth.
      assertThat(measured.projectionDifference(rank))
          .isCloseTo(distance(projection(exact, rank), projection(other, rank)), within(1e-10));
    }
  }
}
