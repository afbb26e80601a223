package dev.mercer.internal.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.select.SelectorCatalog;
import dev.mercer.kernel.Kernel;
import dev.mercer.landmark.RandomlyPivotedCholesky;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sampled columns of the residual against their definition. */
class MomentsPassTest {

  private static final int N = 2400; // two chunks, an uneven last block
  private static final int LANDMARKS = 40;

  private final double[][] points = Definition.points(N, 4, 3);
  private final Rows rows = Definition.rows(points);

  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1), false, false, true",
    "gaussian(sigma=1), true, false, true",
    "gaussian(sigma=1), false, true, true",
    "gaussian(sigma=1), true, true, true",
    // Next to nothing is left, so the residual is summed itself.
    "gaussian(sigma=12), false, false, false",
    "gaussian(sigma=12), true, true, false",
  })
  void sampledColumnsAreThoseOfTheResidual(
      String spec, boolean weighted, boolean kept, boolean leavesEnough) {
    Kernel kernel = Definition.kernel(spec);
    double[] weights = weighted ? weights() : null;
    try (Workers workers = Workers.of(2)) {
      GramColumns gram = new GramColumns(rows, kernel, 1000, workers);
      Landmarks landmarks = kept ? selected(gram, weights) : evenly(gram);
      LandmarkBasis basis = LandmarkBasis.of(gram, weights, landmarks);
      LandmarkFactor factor = basis.factor();
      assertThat(LandmarkFeatures.kept(landmarks, factor)).isEqualTo(kept);
      ResidualSample sample = ResidualSample.draw(basis, 5, true).orElseThrow();
      int[] drawn = sample.rows();
      assertThat(RawMoments.leavesEnough(factor, gram.diagonalOf(drawn), sample.features()))
          .isEqualTo(leavesEnough);
      ResidualColumns columns =
          MomentsPass.throughFeatures(basis, SampledRows.of(drawn, sample.features())).columns();

      int k = factor.rank();
      int q = drawn.length;
      double[] features = new double[N * k];
      LandmarkFeatures source = new LandmarkFeatures(gram, landmarks, factor);
      gram.forBlocks(
          (block, first, count, worker) -> source.fill(first, count, features, first * k, worker));
      double[] squares = new double[q];
      double[] sums = new double[q];
      double[] products = new double[k * q];
      double size = 0;
      for (int j = 0; j < q; j++) {
        double sizeOfColumn = 0;
        for (int i = 0; i < N; i++) {
          double weight = weighted ? weights[i] : 1;
          double value = kernel.value(points[i], points[drawn[j]]);
          sizeOfColumn += weight * value * value;
          for (int c = 0; c < k; c++) {
            value -= features[i * k + c] * sample.features().get(j, c);
          }
          squares[j] += weight * value * value;
          sums[j] += weight * value;
          for (int c = 0; c < k; c++) {
            products[c * q + j] += weight * value * features[i * k + c];
          }
        }
        size = Math.max(size, sizeOfColumn);
      }
      // Every entry of R is off by some eps of its kernel values, whatever is summed.
      double tolerance = 1e-13 * N * Math.sqrt(size);
      assertThat(columns.squares()).containsExactly(squares, within(1e-13 * size));
      assertThat(columns.sums()).containsExactly(sums, within(tolerance));
      assertThat(columns.products().rowMajor()).containsExactly(products, within(tolerance));
    }
  }

  private static Landmarks evenly(GramColumns gram) {
    int[] chosen = new int[LANDMARKS];
    Arrays.setAll(chosen, i -> 7 + 41 * i);
    return Landmarks.ofRows(gram, chosen, null);
  }

  private static Landmarks selected(GramColumns gram, double[] weights) {
    // One at a time: the columns of a large last block would be left out.
    return SelectorCatalog.algorithm(new RandomlyPivotedCholesky(false, 0))
        .select(
            new SelectionRequest(gram, weights, false, 5, LANDMARKS, 0, 11, Long.MAX_VALUE / 2));
  }

  private static double[] weights() {
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 11 == 0 ? 0 : 0.5 + i % 3);
    return weights;
  }
}
