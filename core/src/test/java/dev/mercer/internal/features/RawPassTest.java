package dev.mercer.internal.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.certify.ResidualSample;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The pass without features against the pass through them. */
class RawPassTest {

  private static final int N = GramColumnMoments.CHUNK + 1100; // two chunks, an uneven last block
  private static final int LANDMARKS = 30;

  private final Rows rows = Definition.rows(Definition.points(N, 4, 3));

  /** Both passes over the same rows, landmarks and sample. */
  private static final class Both {
    final MomentsPass.Sums raw;
    final LandmarkMoments moments;
    final MomentsPass.Sums pass;
    final LandmarkMoments expected;
    final int sampled;
    final double condition;

    Both(Rows rows, String spec, double[] weights, int threads) {
      Kernel kernel = Definition.kernel(spec);
      int[] chosen = new int[LANDMARKS];
      Arrays.setAll(chosen, i -> 7 + 41 * i);
      try (Workers workers = Workers.of(threads)) {
        GramColumns gram = new GramColumns(rows, kernel, 1000, workers);
        Landmarks landmarks = Landmarks.ofRows(gram, chosen, null);
        LandmarkBasis basis = LandmarkBasis.of(gram, weights, landmarks);
        SampledRows sample = sample(basis);
        raw = RawPass.prepared(basis, sample).flatMap(RawPass::run).orElseThrow();
        moments = raw.moments();
        pass = MomentsPass.throughFeatures(basis, sample);
        expected = pass.moments();
        sampled = sample.rows().length;
        double[] among = landmarks.columns(gram).among();
        double[] values = new double[LANDMARKS];
        Backend.instance().blas().symmetricEigenvalues(LANDMARKS, among, values);
        condition = values[LANDMARKS - 1] / values[0];
      }
    }

    /** S and what follows from it are off by eps cond(K_y) of the largest sums, root n times. */
    double tolerance() {
      return Math.ulp(1.0) * Math.sqrt(N) * condition;
    }
  }

  @Test
  void equalsThePassThroughFeatures() {
    for (String spec : new String[] {"gaussian(sigma=1)", "laplacian(sigma=2)"}) {
      for (double[] weights : new double[][] {null, weights()}) {
        Both both = new Both(rows, spec, weights, 2);
        LandmarkMoments found = both.moments;
        LandmarkMoments expected = both.expected;
        double trace = expected.trace();
        double tolerance = both.tolerance() * trace;
        assertThat(tolerance).isLessThan(1e-7 * trace);
        assertThat(found.rows()).isEqualTo(expected.rows());
        // The same terms, added up in other blocks.
        assertThat(found.weightSum())
            .isCloseTo(expected.weightSum(), within(N * Math.ulp(expected.weightSum())));
        assertThat(found.trace()).isCloseTo(trace, within(N * Math.ulp(trace)));
        assertThat(found.residualTrace())
            .isCloseTo(expected.residualTrace(), within(tolerance))
            .isCloseTo(expected.residualTrace(), within(found.rounding()));
        assertThat(found.rounding()).isLessThan(1e-6 * trace);
        assertThat(expected.rounding()).isZero();
        assertThat(found.second(true).values())
            .containsExactly(expected.second(true).values(), within(tolerance));
        assertThat(found.mean())
            .containsExactly(expected.mean(), within(tolerance / expected.weightSum()));
        assertThat(both.raw.columns().squares())
            .containsExactly(both.pass.columns().squares(), within(tolerance));
        assertThat(both.raw.columns().sums())
            .containsExactly(both.pass.columns().sums(), within(tolerance));
        assertThat(both.raw.columns().products().rowMajor())
            .hasSize(LANDMARKS * both.sampled)
            .containsExactly(both.pass.columns().products().rowMajor(), within(tolerance));
      }
    }
  }

  @Test
  void boundsTheSumOfRoots() {
    for (double[] weights : new double[][] {null, weights()}) {
      Both both = new Both(rows, "gaussian(sigma=1)", weights, 1);
      assertThat(both.moments.rootResidualSum())
          .isBetween(both.expected.rootResidualSum(), 1.5 * both.expected.rootResidualSum());
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBits() {
    Both one = new Both(rows, "gaussian(sigma=1)", weights(), 1);
    Both three = new Both(rows, "gaussian(sigma=1)", weights(), 3);
    assertThat(three.moments.second(true).values())
        .containsExactly(one.moments.second(true).values());
    assertThat(three.moments.mean()).containsExactly(one.moments.mean());
    assertThat(three.moments.residualTrace()).isEqualTo(one.moments.residualTrace());
    assertThat(three.raw.columns().squares()).containsExactly(one.raw.columns().squares());
    assertThat(three.raw.columns().sums()).containsExactly(one.raw.columns().sums());
    assertThat(three.raw.columns().products().rowMajor())
        .containsExactly(one.raw.columns().products().rowMajor());
  }

  @Test
  void refusesWhatRoundingWouldSpoil() {
    assertThat(possible("gaussian(sigma=1)", 30)).isTrue();
    // K_y is nearly singular.
    assertThat(possible("gaussian(sigma=30)", 30)).isFalse();
    // Well conditioned, but next to nothing is left over.
    assertThat(possible("0.000001*gaussian(sigma=0.1)+linear", 4)).isFalse();
  }

  private boolean possible(String spec, int count) {
    int[] chosen = new int[count];
    Arrays.setAll(chosen, i -> 7 + 41 * i);
    try (Workers workers = Workers.of(1)) {
      GramColumns gram = new GramColumns(rows, Definition.kernel(spec), 1000, workers);
      Landmarks landmarks = Landmarks.ofRows(gram, chosen, null);
      LandmarkBasis basis = LandmarkBasis.of(gram, null, landmarks);
      return RawPass.prepared(basis, sample(basis)).isPresent();
    }
  }

  @Test
  void isTakenWhereItPays() {
    assertThat(RawPass.worth(60_000, 1000)).isTrue();
    assertThat(RawPass.worth(3_000, 1000)).isFalse();
    assertThat(RawPass.worth(60_000, 20)).isFalse();
  }

  @Test
  void servesThePassOverManyRows() {
    int n = 4 * 820;
    Rows many = Definition.rows(Definition.points(n, 6, 8));
    int[] chosen = new int[815];
    Arrays.setAll(chosen, i -> 4 * i);
    assertThat(RawPass.worth(n, chosen.length)).isTrue();
    try (Workers workers = Workers.of(2)) {
      GramColumns gram =
          new GramColumns(many, Definition.kernel("gaussian(sigma=0.5)"), 1000, workers);
      Landmarks landmarks = Landmarks.ofRows(gram, chosen, null);
      LandmarkBasis basis = LandmarkBasis.of(gram, null, landmarks);
      SampledRows sample = sample(basis);
      MomentsPass.Sums sums = MomentsPass.over(basis, sample);
      assertThat(sums.moments().rounding()).isPositive();
      assertThat(sums.columns().squares()).hasSize(sample.rows().length);
      assertThat(sums.columns().products().rowMajor())
          .hasSize(chosen.length * sample.rows().length);
      // A column of a positive semidefinite R has at least its own entry.
      for (int j = 0; j < sample.rows().length; j++) {
        assertThat(sums.columns().squares()[j]).isPositive();
      }
      assertThat(MomentsPass.over(basis, null).moments().rounding())
          .as("without a sample there may be nothing left over")
          .isZero();
    }
  }

  private static SampledRows sample(LandmarkBasis basis) {
    ResidualSample sample = ResidualSample.draw(basis, 5, true).orElseThrow();
    return SampledRows.of(sample.rows(), sample.features());
  }

  private static double[] weights() {
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 11 == 0 ? 0 : 0.5 + i % 3);
    return weights;
  }
}
