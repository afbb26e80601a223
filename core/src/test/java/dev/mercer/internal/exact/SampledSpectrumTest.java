package dev.mercer.internal.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.Plan;
import dev.mercer.data.Rows;
import dev.mercer.internal.access.FitAccess;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.select.WeightedDraws;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.method.Exact;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exact fits that begin with a sample, against dense ones. */
class SampledSpectrumTest {

  private static final int N = 900;
  private static final double[][] X = Definition.points(N, 3, 8);

  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1.5),true,stored",
    "gaussian(sigma=1.5),false,tiled",
    "polynomial(degree=3),true,stored",
    "laplacian(sigma=3),true,tiled",
    "0.5*gaussian(sigma=2)+linear,false,stored"
  })
  void theAnswerIsTheDenseOne(String spec, boolean center, String operator) {
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 5);
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(6).center(center);
    for (double[] each : new double[][] {null, weights}) {
      KernelPcaModel model = pca.method(new Exact("auto", operator)).fit(Definition.rows(X), each);
      KernelPcaModel dense = pca.method(new Exact("dense", operator)).fit(Definition.rows(X), each);
      assertThat(kind(model)).isEqualTo("davidson");
      assertSameEigenvalues(model, dense);
    }
  }

  /** A few rows outweigh all others: they are drawn, however few. */
  @Test
  void heavyRowsAreSeen() {
    double[] weights = new double[N];
    Arrays.fill(weights, 1);
    weights[17] = 4e5;
    weights[801] = 3e5;
    KernelPca pca = KernelPca.with(Gaussian.sigma(0.7)).rank(4).center(false);
    KernelPcaModel model = pca.fit(Definition.rows(X), weights);
    KernelPcaModel dense = pca.method(new Exact("dense", "auto")).fit(Definition.rows(X), weights);
    assertSameEigenvalues(model, dense);
  }

  /** A user's function is asked about rows only, a given matrix read. */
  @Test
  void functionsAndGivenMatricesSeeNoMeans() {
    Gaussian gaussian = Gaussian.sigma(1.5);
    Set<Double> known = Arrays.stream(X).map(row -> row[0]).collect(Collectors.toSet());
    AtomicInteger strangers = new AtomicInteger();
    Kernel own =
        Kernel.of(
            "own",
            true,
            (x, y) -> {
              if (!known.contains(x[0]) || !known.contains(y[0])) {
                strangers.incrementAndGet();
              }
              return gaussian.value(x, y);
            });
    KernelPcaModel expected = KernelPca.with(gaussian).rank(3).fit(Definition.rows(X));
    KernelPcaModel asked = KernelPca.with(own).rank(3).fit(Definition.rows(X));
    KernelPcaModel read =
        KernelPca.with(Definition.kernel("precomputed(psd=true)"))
            .rank(3)
            .fit(Definition.rows(Definition.gram(gaussian, X)));
    assertThat(strangers).hasValue(0);
    for (KernelPcaModel model : List.of(asked, read)) {
      assertThat(kind(model)).isEqualTo("davidson");
      assertSameEigenvalues(model, expected);
    }
  }

  /** Every row is a direction of its own: a sample says nothing of the others. */
  @Test
  void narrowKernelsAreLeftToBlockKrylov() {
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(1e-3)).rank(3).center(false).fit(Definition.rows(X));
    assertThat(kind(model)).isEqualTo("block-krylov");
    assertThat(model.eigenvalues()[2]).isCloseTo(1, within(1e-3));
  }

  @Test
  void kernelsThatMayBeIndefiniteAreNot() {
    Rows rows = Definition.rows(Definition.points(3100, 2, 1));
    Plan plan = KernelPca.with(Definition.kernel("tanh(scale=0.1)")).rank(2).plan(rows, null);
    assertThat(plan.solver()).isEqualTo("block-krylov");
    assertThat(sample(plan)).isZero();
  }

  /** A stored matrix is multiplied by narrow blocks, a recomputed one by wide ones. */
  @Test
  void manyComponentsAreLeftToBlockKrylov() {
    Rows rows = Definition.rows(Definition.points(4000, 200, 1));
    KernelPca pca = KernelPca.with(Gaussian.sigma(9));
    assertThat(pca.rank(16).plan(rows, null).solver()).isEqualTo("davidson");
    assertThat(pca.rank(17).plan(rows, null).solver()).isEqualTo("block-krylov");
    KernelPca tiled = pca.method(new Exact("auto", "tiled"));
    assertThat(tiled.rank(22).plan(rows, null).solver()).isEqualTo("davidson");
    KernelPca asked = pca.method(new Exact("davidson", "stored"));
    assertThat(sample(asked.rank(30).plan(rows, null))).isPositive();
  }

  /** Less memory makes the sample smaller before it is given up. */
  @Test
  void memoryBoundsTheSample() {
    Rows rows = Definition.rows(Definition.points(4000, 3, 1));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(3).threads(1);
    Plan roomy = pca.method(new Exact("auto", "tiled")).memory(1L << 40).plan(rows, null);
    int seen = sample(roomy);
    assertThat(seen).isGreaterThanOrEqualTo(64);
    long memory = roomy.peakBytes();
    while (seen > 0) {
      Plan plan = pca.method(new Exact("auto", "tiled")).memory(memory).plan(rows, null);
      assertThat(plan.peakBytes()).isLessThanOrEqualTo(memory);
      assertThat(sample(plan)).isLessThanOrEqualTo(seen);
      seen = sample(plan);
      memory = plan.peakBytes() - 1;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 40})
  void rowsAreDrawnOnceAndNeverWithoutAShare(int count) {
    double[] shares = new double[50];
    Arrays.setAll(shares, i -> i % 5);
    int[] drawn = WeightedDraws.distinct(shares, count, new SplittableRandom(3));
    assertThat(drawn).hasSize(count).doesNotHaveDuplicates();
    for (int row : drawn) {
      assertThat(row % 5).isPositive();
    }
    assertThat(WeightedDraws.distinct(shares, 60, new SplittableRandom(3))).hasSize(40);
    assertThat(WeightedDraws.distinct(shares, count, new SplittableRandom(3))).isEqualTo(drawn);
  }

  /** The first row drawn has each number with its probability. */
  @Test
  void sharesAreProbabilities() {
    double[] shares = {1, 0, 3, 6};
    int[] first = new int[4];
    int tries = 4000;
    for (int seed = 0; seed < tries; seed++) {
      first[WeightedDraws.distinct(shares, 2, new SplittableRandom(seed))[0]]++;
    }
    for (int i = 0; i < 4; i++) {
      double p = shares[i] / 10;
      // Five standard deviations of a binomial number.
      assertThat(first[i]).isCloseTo((int) (p * tries), within((int) (5 * Math.sqrt(p * tries))));
    }
  }

  private static int sample(Plan plan) {
    return RouteSizes.sample(FitAccess.details(plan));
  }

  private static String kind(KernelPcaModel model) {
    return model.report().solver();
  }

  private static void assertSameEigenvalues(KernelPcaModel model, KernelPcaModel other) {
    double[] expected = other.eigenvalues();
    assertThat(model.eigenvalues()).hasSameSizeAs(expected);
    for (int c = 0; c < expected.length; c++) {
      assertThat(model.eigenvalues()[c]).isCloseTo(expected[c], within(1e-10 * expected[0]));
    }
  }
}
