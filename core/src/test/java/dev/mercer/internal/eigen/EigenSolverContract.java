package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.MatrixOperator;
import dev.mercer.internal.linalg.Rounding;
import dev.mercer.internal.linalg.SpectrumOperator;
import dev.mercer.internal.linalg.SubspaceAngles;
import dev.mercer.internal.linalg.SymmetricOperator;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What every eigen-solver must do; an implementation's test names the solver and inherits this. */
interface EigenSolverContract {

  EigenSolver solver();

  /** Whether eigenvalues closer than a hundredth can be told apart in reasonable time. */
  default boolean separatesCloseEigenvalues() {
    return true;
  }

  /** Whether eigenvalues below the wanted ones are seen too. */
  default boolean looksBelowTheWanted() {
    return true;
  }

  /** Order of the operators for tests of threads and memory. */
  default int largeOrder() {
    return 5000;
  }

  @Test
  default void nameFindsTheSolver() {
    assertThat(solver().kind().solver()).hasSameClassAs(solver());
  }

  @Test
  default void geometricDecay() {
    checkSpectrum(6, spectrum(200, i -> Math.pow(0.7, i)));
  }

  @Test
  default void flatTail() {
    checkSpectrum(4, spectrum(150, i -> i < 4 ? 6 - i : 1));
  }

  @Test
  default void wantedReachIntoFlatTail() {
    checkSpectrum(7, spectrum(150, i -> i < 4 ? 6 - i : 1));
  }

  @Test
  default void linearDecay() {
    Assumptions.assumeTrue(
        separatesCloseEigenvalues(), "needs gap / spread = 1/300 of the spectrum resolved");
    checkSpectrum(5, spectrum(300, i -> 300 - i));
  }

  @Test
  default void clusters() {
    Assumptions.assumeTrue(separatesCloseEigenvalues(), "needs neighbors 1e-5 apart resolved");
    checkSpectrum(7, spectrum(120, i -> 10 - i / 3 + 1e-5 * (i % 3)));
  }

  @Test
  default void largestRepeatedMoreOftenThanWanted() {
    checkSpectrum(15, spectrum(100, i -> i < 20 ? 3 : 1.0 / i));
  }

  @Test
  default void repeatedWithinTheWanted() {
    checkSpectrum(20, spectrum(90, i -> i < 3 ? 9 - i : i < 17 ? 4 : i < 20 ? 3 : 1.0 / i));
  }

  @Test
  default void repeatedZeroBelowNegligible() {
    checkSpectrum(9, spectrum(80, i -> i < 5 ? 5 - i : 0));
  }

  @Test
  default void projection() {
    checkSpectrum(12, spectrum(70, i -> i < 30 ? 1 : 0));
  }

  @Test
  default void identity() {
    checkSpectrum(9, spectrum(50, i -> 1));
  }

  @Test
  default void zero() {
    EigenResult result = checkSpectrum(9, new double[50]);
    assertThat(result.values()).containsOnly(0);
    assertThat(result.residuals()).containsOnly(0);
    assertThat(result.negativeSeen()).isZero();
  }

  @Test
  default void rankOne() {
    checkSpectrum(3, spectrum(64, i -> i == 0 ? 2 : 0));
  }

  @Test
  default void tinyScale() {
    checkSpectrum(4, spectrum(60, i -> 1e-150 * Math.pow(0.6, i)));
  }

  @Test
  default void hugeScale() {
    checkSpectrum(4, spectrum(60, i -> 1e150 * Math.pow(0.6, i)));
  }

  @Test
  default void orderOne() {
    checkSpectrum(1, new double[] {-3.5});
  }

  @Test
  default void orderTwo() {
    checkSpectrum(1, new double[] {2, -5});
    checkSpectrum(2, new double[] {2, -5});
  }

  @Test
  default void everyPair() {
    checkSpectrum(17, spectrum(17, i -> 8 - i));
  }

  @Test
  default void allButOne() {
    checkSpectrum(24, spectrum(25, i -> 12 - i));
  }

  @Test
  default void negativeEigenvaluesDominate() {
    EigenResult result =
        checkSpectrum(5, spectrum(150, i -> i < 20 ? Math.pow(0.7, i) : -30.0 / (i - 19)));
    assertThat(result.negativeSeen()).isLessThanOrEqualTo(130);
    assertThat(result.smallest()).isGreaterThanOrEqualTo(-30 - 1e-9);
    if (looksBelowTheWanted()) {
      assertThat(result.negativeSeen()).isPositive();
      assertThat(result.smallest()).isNegative();
    }
    if (result.negativeExact()) {
      assertThat(result.negativeSeen()).isEqualTo(130);
    }
  }

  @Test
  default void allNegative() {
    checkSpectrum(3, spectrum(40, i -> -1.0 - i));
  }

  @Test
  default void positiveOperatorShowsNoNegative() {
    EigenResult result = checkSpectrum(5, spectrum(200, i -> Math.pow(0.5, i)));
    assertThat(result.negativeSeen()).isZero();
  }

  @Test
  default void gaussianGramMatrixAgreesWithDense() {
    int n = 300;
    int rank = 6;
    double[] gram = gaussianGram(n, 2, 1.5);
    MatrixOperator operator = new MatrixOperator(n, gram);
    EigenResult dense = new DenseSolver().solve(operator, rank + 1, request(1));
    EigenResult result = solver().solve(operator, rank, request(5));
    double largest = dense.values()[0];
    for (int i = 0; i < rank; i++) {
      assertThat(result.values()[i]).isCloseTo(dense.values()[i], within(1e-10 * largest));
    }
    // Davis and Kahan: sin of the largest angle <= |R|_F / gap, for both of the subspaces.
    double gap = dense.values()[rank - 1] - dense.values()[rank];
    double residual = Math.sqrt(rank) * EigenRequest.DEFAULT_TOLERANCE * largest;
    double[] angles =
        SubspaceAngles.between(
            result.vectors(),
            leadingColumns(dense.vectors().values(), n, rank + 1, rank),
            Backend.instance().blas());
    assertThat(angles[rank - 1]).isLessThan(2 * residual / gap);
  }

  @Test
  default void sameSeedGivesSameBits() {
    SpectrumOperator operator = new SpectrumOperator(spectrum(80, i -> Math.pow(0.6, i)));
    EigenResult first = solver().solve(operator, 4, request(3));
    EigenResult second = solver().solve(operator, 4, request(3));
    assertSameBits(first, second);
  }

  @Test
  default void numberOfThreadsChangesNoBit() {
    SpectrumOperator operator = new SpectrumOperator(spectrum(largeOrder(), i -> Math.pow(.5, i)));
    List<EigenResult> results = new ArrayList<>();
    for (int threads : new int[] {1, 2, 3}) {
      try (Workers workers = Workers.of(threads)) {
        results.add(solver().solve(operator, 4, EigenRequest.of(3, workers)));
      }
    }
    assertSameBits(results.get(0), results.get(1));
    assertSameBits(results.get(0), results.get(2));
  }

  @Test
  default void memoryStaysWithinWhatBytesSays() {
    Assumptions.assumeTrue(
        Backend.instance().blas().name().equals("native"),
        "the Java BLAS packs operands into arrays of its own");
    int n = largeOrder();
    SpectrumOperator operator = new SpectrumOperator(spectrum(n, i -> Math.pow(0.5, i)));
    solver().solve(operator, 4, request(3)); // classes are loaded
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    EigenResult result = solver().solve(operator, 4, request(3));
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    // The projected problem's LAPACK workspace and the task lists come anew in every pass.
    long slack = result.iterations() * 200_000L;
    assertThat(solver().bytes(n, 4)).isBetween(allocated - slack, 3 * allocated);
  }

  @Test
  default void monitorHearsOfProgress() {
    List<Double> heard = new ArrayList<>();
    long[] products = new long[1];
    SpectrumOperator operator = new SpectrumOperator(spectrum(100, i -> Math.pow(0.8, i)));
    EigenResult result =
        solver()
            .solve(
                operator,
                3,
                new EigenRequest(
                    1e-10,
                    1,
                    Workers.of(1),
                    (count, converged, worst) -> {
                      assertThat(count).isGreaterThan(products[0]);
                      assertThat(converged).isBetween(0, 3);
                      products[0] = count;
                      heard.add(worst);
                    }));
    assertThat(heard).isNotEmpty();
    assertThat(heard.get(heard.size() - 1)).isLessThanOrEqualTo(1e-10);
    assertThat(products[0]).isEqualTo(result.products());
    assertThat(result.iterations()).isPositive();
    assertThat(result.products()).isGreaterThanOrEqualTo(result.iterations());
  }

  @Test
  default void monitorCanStopTheSolve() {
    SpectrumOperator operator = new SpectrumOperator(spectrum(100, i -> Math.pow(0.8, i)));
    EigenRequest request =
        new EigenRequest(
            1e-10,
            1,
            Workers.of(1),
            (count, converged, worst) -> {
              throw new CancellationException("enough");
            });
    assertThatThrownBy(() -> solver().solve(operator, 3, request))
        .isInstanceOf(CancellationException.class)
        .hasMessage("enough");
  }

  @Test
  default void checkpointCanStopTheSolve() {
    SpectrumOperator operator = new SpectrumOperator(spectrum(100, i -> Math.pow(0.8, i)));
    int[] tasks = new int[1];
    Workers stopping =
        Workers.of(
            1,
            () -> {
              if (++tasks[0] > 1) {
                throw new CancellationException("interrupted");
              }
            });
    assertThatThrownBy(() -> solver().solve(operator, 3, EigenRequest.of(1, stopping)))
        .isInstanceOf(CancellationException.class)
        .hasMessage("interrupted");
  }

  @Test
  default void rankOutsideTheOrderIsRefused() {
    SpectrumOperator operator = new SpectrumOperator(1, 2, 3);
    for (int rank : new int[] {-1, 0, 4}) {
      assertThatThrownBy(() -> solver().solve(operator, rank, request(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rank = " + rank)
          .hasMessageContaining("1 to 3");
    }
  }

  @Test
  default void productsThatAreNotFiniteAreRefused() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      double[] matrix = gaussianGram(20, 2, 1);
      matrix[7 * 20 + 5] = bad;
      matrix[5 * 20 + 7] = bad;
      assertThatThrownBy(() -> solver().solve(new MatrixOperator(20, matrix), 3, request(1)))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("finite");
    }
  }

  @Test
  default void noisyProductsFailWithTheResidualReached() {
    SymmetricOperator exact = new SpectrumOperator(spectrum(100, i -> Math.pow(0.6, i)));
    // Products with errors of single precision: not symmetric, not linear, never twice the same.
    SplittableRandom random = new SplittableRandom(5);
    SymmetricOperator noisy =
        new SymmetricOperator() {
          @Override
          public int size() {
            return exact.size();
          }

          @Override
          public void apply(int columns, double[] x, double[] y) {
            exact.apply(columns, x, y);
            for (int i = 0; i < exact.size() * columns; i++) {
              y[i] += 1e-8 * random.nextGaussian();
            }
          }
        };
    assertThatThrownBy(() -> solver().solve(noisy, 3, request(1)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("1.00e-10")
        .hasMessageContaining("residual");
    EigenRequest loose = new EigenRequest(1e-5, 1, Workers.of(1), (p, c, r) -> {});
    EigenResult result = solver().solve(noisy, 3, loose);
    assertThat(result.values()[2]).isCloseTo(0.36, within(1e-5));
  }

  /**
   * A matrix that is the small difference of large ones: its products are noise below a level that
   * the operator knows. What is above is found, and nobody looks for the rest.
   */
  @Test
  default void whatIsBelowTheRoundingOfProductsIsNotSought() {
    double level = 1e-6;
    for (int above : new int[] {0, 1, 3}) {
      double[] spectrum = spectrum(100, i -> i < above ? 4 >> i : 1e-8 * Math.pow(0.9, i));
      EigenResult result = solver().solve(new RoundedBelow(spectrum, level), 8, request(1));
      assertThat(result.iterations()).isLessThan(2500);
      for (int j = 0; j < 8; j++) {
        assertThat(result.values()[j])
            .isCloseTo(j < above ? 4 >> j : 0, within(j < above ? level / 4 : level));
        assertThat(result.residuals()[j]).isLessThanOrEqualTo(level);
      }
    }
  }

  /** Products with an error of about 1/40 of the level, never twice the same. */
  final class RoundedBelow implements SymmetricOperator {
    private final SymmetricOperator exact;
    private final double level;
    private final SplittableRandom random = new SplittableRandom(5);
    private boolean applied;

    RoundedBelow(double[] spectrum, double level) {
      this.exact = new SpectrumOperator(spectrum);
      this.level = level;
    }

    @Override
    public int size() {
      return exact.size();
    }

    @Override
    public void apply(int columns, double[] x, double[] y) {
      exact.apply(columns, x, y);
      for (int i = 0; i < exact.size() * columns; i++) {
        y[i] += level / 40 / Math.sqrt(exact.size()) * random.nextGaussian();
      }
      applied = true;
    }

    @Override
    public Rounding rounding() {
      return applied ? new Rounding(level, level / 4) : Rounding.UNKNOWN;
    }
  }

  /** Solves and checks everything the contract promises of a known spectrum. */
  private EigenResult checkSpectrum(int rank, double[] eigenvalues) {
    SpectrumOperator operator = new SpectrumOperator(eigenvalues);
    EigenResult result = solver().solve(operator, rank, request(42));
    double[] expected = operator.descending();
    checkResult(operator, Arrays.copyOf(expected, rank), magnitude(expected), result);
    return result;
  }

  /** Values, order, orthonormality and residuals of a result. */
  static void checkResult(
      SymmetricOperator operator, double[] expected, double magnitude, EigenResult result) {
    int n = operator.size();
    int rank = expected.length;
    // Products and projections round to about sqrt(n) eps of the largest magnitude.
    double rounding = 16 * Math.sqrt(n) * Math.ulp(1.0) * magnitude;
    double tolerance = EigenRequest.DEFAULT_TOLERANCE * magnitude;
    assertThat(result.values()).hasSize(rank);
    assertThat(result.vectors().rows()).isEqualTo(n);
    assertThat(result.vectors().columns()).isEqualTo(rank);
    double[] images = new double[n * rank];
    double[] vectors = result.vectors().values();
    operator.apply(rank, vectors, images);
    for (int j = 0; j < rank; j++) {
      double value = result.values()[j];
      assertThat(value).isCloseTo(expected[j], within(tolerance + rounding));
      if (j > 0) {
        assertThat(value).isLessThanOrEqualTo(result.values()[j - 1]);
      }
      double norm = 0;
      for (int i = 0; i < n; i++) {
        norm = Math.hypot(norm, images[i * rank + j] - value * vectors[i * rank + j]);
      }
      assertThat(norm).isLessThanOrEqualTo(tolerance + rounding);
      assertThat(result.residuals()[j])
          .isCloseTo(norm, within(rounding))
          .isLessThanOrEqualTo(tolerance);
      for (int l = 0; l <= j; l++) {
        double inner = 0;
        for (int i = 0; i < n; i++) {
          inner += vectors[i * rank + l] * vectors[i * rank + j];
        }
        assertThat(inner).isCloseTo(l == j ? 1 : 0, within(1e-12));
      }
    }
  }

  static double magnitude(double[] eigenvalues) {
    return Arrays.stream(eigenvalues).map(Math::abs).max().orElseThrow();
  }

  static EigenRequest request(long seed) {
    return EigenRequest.of(seed, Workers.of(1));
  }

  static double[] spectrum(int n, IntToDoubleFunction value) {
    double[] result = new double[n];
    Arrays.setAll(result, value);
    return result;
  }

  /** exp(-|x - y|^2 / (2 sigma^2)) of n Gaussian points. */
  static double[] gaussianGram(int n, int dimension, double sigma) {
    SplittableRandom random = new SplittableRandom(17);
    double[] points = random.doubles((long) n * dimension, -2, 2).toArray();
    double[] gram = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double square = 0;
        for (int d = 0; d < dimension; d++) {
          double difference = points[i * dimension + d] - points[j * dimension + d];
          square += difference * difference;
        }
        gram[i * n + j] = Math.exp(-square / (2 * sigma * sigma));
      }
    }
    return gram;
  }

  private static Matrix leadingColumns(double[] values, int rows, int columns, int count) {
    double[] result = new double[rows * count];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(values, i * columns, result, i * count, count);
    }
    return Matrix.wrap(rows, count, result);
  }

  private static void assertSameBits(EigenResult a, EigenResult b) {
    assertThat(a.values()).isEqualTo(b.values());
    assertThat(a.vectors().values()).isEqualTo(b.vectors().values());
    assertThat(a.residuals()).isEqualTo(b.residuals());
    assertThat(a.iterations()).isEqualTo(b.iterations());
    assertThat(a.products()).isEqualTo(b.products());
  }
}
