package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Linear;
import dev.mercer.kernel.Tanh;
import dev.mercer.method.Exact;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Nystrom;
import dev.mercer.method.Subset;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a comparison with the exact model says. Under the linear kernel the axes are vectors of the
 * rows' own space, so that every measure is computed here as it is defined, from these vectors.
 */
class ComparisonTest {

  private static final int N = 60;
  private static final int D = 6;
  private static final Rows TRAIN = DenseRows.of(Definition.points(N, D, 1));
  private static final Rows UNSEEN = DenseRows.of(Definition.points(25, D, 2));

  /** Sums of at most a few hundred products of numbers about 1, and square roots of them. */
  private static final double ROUNDING = 1e-7;

  private static final Workers WORKERS = Workers.of(2);

  @AfterAll
  static void end() {
    WORKERS.close();
  }

  @ParameterizedTest
  @CsvSource({"true, false", "true, true", "false, false", "false, true"})
  void everyMeasureIsThatOfTheDefinition(boolean center, boolean weighted) {
    double[] weights = weighted ? ModelDefinition.weights(N) : null;
    KernelPcaModel exact = linear(3, center).method(Exact.auto()).fit(TRAIN, weights);
    KernelPcaModel model =
        linear(3, center).method(Nystrom.of(Landmarking.count(8))).fit(TRAIN, weights);
    Comparison comparison = new Comparison(exact, TRAIN, weights, UNSEEN, WORKERS.threads());
    Comparison.Measures found = comparison.measure(model);

    double[] mean = center ? mean(weights) : new double[D];
    double[][] exactAxes = operator(exact);
    double[][] axes = operator(model);
    double error = error(axes, TRAIN, weights, mean);
    double best = error(exactAxes, TRAIN, weights, mean);
    double validation = error(axes, UNSEEN, null, mean);
    double bestValidation = error(exactAxes, UNSEEN, null, mean);
    double distance = distance(axes, exactAxes);
    assertThat(comparison.reason()).isNull();
    assertThat(comparison.exactError()).isCloseTo(best, within(ROUNDING));
    assertThat(comparison.exactValidationError()).isCloseTo(bestValidation, within(ROUNDING));
    assertThat(found.empiricalError()).isCloseTo(error, within(ROUNDING));
    assertThat(found.validationError()).isCloseTo(validation, within(ROUNDING));
    assertThat(found.normalizedError()).isCloseTo(error / best, within(ROUNDING));
    assertThat(found.normalizedValidationError())
        .isCloseTo(validation / bestValidation, within(ROUNDING));
    assertThat(found.operatorDistance()).isCloseTo(distance, within(ROUNDING));
    assertThat(found.operatorDistanceSquaredPerRank())
        .isCloseTo(distance * distance / 3, within(ROUNDING));
    assertThat(found.embeddingDifference())
        .isCloseTo(unexplained(exact.transform(UNSEEN), model.transform(UNSEEN)), within(ROUNDING));
    assertThat(distance).as("the models differ").isGreaterThan(0.05);
  }

  /** No error is below exact's, and no captured variance above it. */
  @ParameterizedTest
  @ValueSource(ints = {4, 10, 30})
  void nothingIsBetterThanExactOnTheTrainingRows(int landmarks) {
    KernelPca pca = KernelPca.with(Gaussian.sigma(2)).rank(3);
    KernelPcaModel exact = pca.method(Exact.auto()).fit(TRAIN);
    KernelPcaModel model = pca.method(Subset.of(Landmarking.count(landmarks))).fit(TRAIN);
    Comparison comparison = new Comparison(exact, TRAIN, null, null, WORKERS.threads());
    Comparison.Measures found = comparison.measure(model);
    double best = sum(exact.eigenvalues());
    double captured = model.report().certificate().value("capturedVariance");
    assertThat(found.normalizedError()).isGreaterThanOrEqualTo(1 - ROUNDING);
    assertThat(found.trueGap()).isCloseTo(1 - captured / best, within(ROUNDING));
    assertThat(found.trueGap()).isGreaterThanOrEqualTo(-ROUNDING);
    assertThat(found.operatorDistance()).isPositive();
  }

  @Test
  void aModelDoesNotDifferFromItself() {
    KernelPcaModel exact =
        KernelPca.with(Gaussian.sigma(2)).rank(4).method(Exact.auto()).fit(TRAIN);
    Comparison.Measures found =
        new Comparison(exact, TRAIN, null, UNSEEN, WORKERS.threads()).measure(exact);
    assertThat(found.normalizedError()).isEqualTo(1);
    assertThat(found.normalizedValidationError()).isEqualTo(1);
    assertThat(found.operatorDistance()).isCloseTo(0, within(ROUNDING));
    assertThat(found.embeddingDifference()).isCloseTo(0, within(ROUNDING));
    assertThat(found.eigenvalueDifference()).isZero();
  }

  /** Landmarks that are all the rows leave nothing to be missed. */
  @Test
  void allRowsAsLandmarksAreTheExactFit() {
    KernelPca pca = KernelPca.with(Gaussian.sigma(2)).rank(4);
    KernelPcaModel exact = pca.method(Exact.auto()).fit(TRAIN);
    Comparison.Measures found =
        new Comparison(exact, TRAIN, null, UNSEEN, WORKERS.threads())
            .measure(pca.method(Subset.of(Landmarking.count(N))).fit(TRAIN));
    assertThat(found.normalizedError()).isCloseTo(1, within(ROUNDING));
    assertThat(found.operatorDistance()).isCloseTo(0, within(1e-6));
    assertThat(found.embeddingDifference()).isCloseTo(0, within(1e-6));
    assertThat(found.eigenvalueDifference()).isCloseTo(0, within(ROUNDING));
    assertThat(found.trueGap()).isCloseTo(0, within(ROUNDING));
  }

  /** Without unseen rows the embeddings of the training rows are compared. */
  @Test
  void withoutUnseenRowsThereIsNoValidationError() {
    KernelPcaModel exact = linear(3, true).method(Exact.auto()).fit(TRAIN);
    KernelPcaModel model = linear(3, true).method(Nystrom.of(Landmarking.count(8))).fit(TRAIN);
    Comparison comparison = new Comparison(exact, TRAIN, null, null, WORKERS.threads());
    Comparison.Measures found = comparison.measure(model);
    assertThat(comparison.exactValidationError()).isNaN();
    assertThat(found.validationError()).isNaN();
    assertThat(found.normalizedValidationError()).isNaN();
    assertThat(found.embeddingDifference())
        .isCloseTo(unexplained(exact.transform(TRAIN), model.transform(TRAIN)), within(ROUNDING));
  }

  /** Where all variance is captured there is no error to divide by. */
  @Test
  void aRatioToNoErrorIsNotKnown() {
    KernelPcaModel exact = linear(D, false).method(Exact.auto()).fit(TRAIN);
    Comparison comparison = new Comparison(exact, TRAIN, null, null, WORKERS.threads());
    assertThat(comparison.exactError()).isZero();
    assertThat(comparison.measure(exact).normalizedError()).isNaN();
    assertThat(comparison.measure(exact).empiricalError()).isZero();
  }

  @Test
  void eigenvaluesThatAModelLacksCountAsZero() {
    KernelPcaModel exact = linear(3, true).method(Exact.auto()).fit(TRAIN);
    double[] values = exact.eigenvalues();
    double size = Math.sqrt(Arrays.stream(values).map(v -> v * v).sum());
    assertThat(Comparison.eigenvalueDifference(exact, exact.leading(2)))
        .isCloseTo(values[2] / size, within(ROUNDING));
    assertThat(Comparison.eigenvalueDifference(exact.leading(2), exact)).isZero();
  }

  /** Scores are compared up to any linear map, also one that hardly keeps a column. */
  @Test
  void stretchedAndMixedScoresAreTheSameEmbedding() {
    double[][] scores = Definition.points(N, 2, 5);
    double[][] mixed = new double[N][];
    for (int i = 0; i < N; i++) {
      double[] row = scores[i];
      mixed[i] = new double[] {row[0] + 2 * row[1], 1e-6 * (row[0] - row[1])};
    }
    assertThat(Comparison.embeddingDifference(Matrix.of(scores), Matrix.of(mixed)))
        .isCloseTo(0, within(ROUNDING));
    double[][] first = new double[N][];
    double[][] zero = new double[N][1];
    for (int i = 0; i < N; i++) {
      first[i] = new double[] {scores[i][0]};
    }
    assertThat(Comparison.embeddingDifference(Matrix.of(scores), Matrix.of(first)))
        .isCloseTo(unexplained(Matrix.of(scores), Matrix.of(first)), within(ROUNDING));
    assertThat(Comparison.embeddingDifference(Matrix.of(scores), Matrix.of(zero)))
        .isCloseTo(1, within(ROUNDING));
  }

  /** Under a kernel that may be indefinite only scores and eigenvalues have a meaning. */
  @Test
  void anIndefiniteKernelHasNoErrorsAndSaysWhy() {
    Kernel tanh = new Tanh(0.2, 0);
    KernelPcaModel exact = KernelPca.with(tanh).rank(3).method(Exact.auto()).fit(TRAIN);
    Comparison comparison = new Comparison(exact, TRAIN, null, UNSEEN, WORKERS.threads());
    Comparison.Measures found = comparison.measure(exact.leading(2));
    assertThat(comparison.reason()).contains("not known to be positive semidefinite");
    assertThat(comparison.exactError()).isNaN();
    assertThat(comparison.exactValidationError()).isNaN();
    assertThat(
            new double[] {
              found.empiricalError(),
              found.validationError(),
              found.normalizedError(),
              found.normalizedValidationError(),
              found.operatorDistance(),
              found.operatorDistanceSquaredPerRank(),
              found.trueGap()
            })
        .containsOnly(Double.NaN);
    assertThat(found.embeddingDifference()).isBetween(0.0, 1.0);
    assertThat(found.eigenvalueDifference()).isBetween(0.0, 1.0);
  }

  /** Eigenvalues whose squares are beyond double differ by the same share as any others. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-100, 1e100})
  void eigenvaluesOfAnySizeAreCompared(double scale) {
    KernelPcaModel exact = linear(3, true).fit(TRAIN);
    double expected = Comparison.eigenvalueDifference(exact, exact.leading(2));
    double[][] scaled = Definition.points(N, D, 1);
    for (double[] row : scaled) {
      Arrays.setAll(row, j -> scale * row[j]);
    }
    KernelPcaModel extreme = linear(3, true).fit(DenseRows.of(scaled));
    assertThat(Comparison.eigenvalueDifference(extreme, extreme.leading(2)))
        .isCloseTo(expected, within(1e-9));
  }

  private static KernelPca linear(int rank, boolean center) {
    return KernelPca.with(new Linear()).rank(rank).center(center);
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }

  private static double[] mean(double[] weights) {
    double[] mean = new double[D];
    double total = 0;
    for (int i = 0; i < N; i++) {
      double weight = weights == null ? 1 : weights[i];
      total += weight;
      double[] row = row(TRAIN, i);
      for (int j = 0; j < D; j++) {
        mean[j] += weight * row[j];
      }
    }
    for (int j = 0; j < D; j++) {
      mean[j] /= total;
    }
    return mean;
  }

  private static double[] row(Rows rows, int i) {
    double[] row = new double[D];
    rows.copy(i, 1, row, 0);
    return row;
  }

  /** U U' of a model's axes U, d x d: score c of e_j, less that of 0, is entry j of axis c. */
  private static double[][] operator(KernelPcaModel model) {
    double[][] units = new double[D + 1][D];
    for (int j = 0; j < D; j++) {
      units[j][j] = 1;
    }
    Matrix scores = model.transform(DenseRows.of(units));
    double[][] operator = new double[D][D];
    for (int i = 0; i < D; i++) {
      for (int j = 0; j < D; j++) {
        for (int c = 0; c < model.rank(); c++) {
          double a = scores.get(i, c) - scores.get(D, c);
          double b = scores.get(j, c) - scores.get(D, c);
          operator[i][j] += a * b;
        }
      }
    }
    return operator;
  }

  /** The mean of |z - X z|^2, z the row less the mean. */
  private static double error(double[][] operator, Rows rows, double[] weights, double[] mean) {
    double sum = 0;
    double total = 0;
    for (int i = 0; i < rows.count(); i++) {
      double[] z = row(rows, i);
      for (int j = 0; j < D; j++) {
        z[j] -= mean[j];
      }
      double squared = 0;
      for (int j = 0; j < D; j++) {
        double rest = z[j];
        for (int k = 0; k < D; k++) {
          rest -= operator[j][k] * z[k];
        }
        squared += rest * rest;
      }
      double weight = weights == null ? 1 : weights[i];
      sum += weight * squared;
      total += weight;
    }
    return sum / total;
  }

  private static double distance(double[][] a, double[][] b) {
    double squared = 0;
    for (int i = 0; i < D; i++) {
      for (int j = 0; j < D; j++) {
        squared += (a[i][j] - b[i][j]) * (a[i][j] - b[i][j]);
      }
    }
    return Math.sqrt(squared);
  }

  /** |O - O~ A| / |O| with the best A, by Gram-Schmidt on the columns of O~, twice. */
  private static double unexplained(Matrix wanted, Matrix given) {
    double[][] basis = new double[given.columns()][];
    for (int c = 0; c < basis.length; c++) {
      double[] column = given.column(c);
      for (int pass = 0; pass < 2; pass++) {
        for (int before = 0; before < c; before++) {
          takeAway(column, basis[before]);
        }
      }
      double norm = Math.sqrt(dot(column, column));
      basis[c] = Arrays.stream(column).map(v -> v / norm).toArray();
    }
    double rest = 0;
    double size = 0;
    for (int c = 0; c < wanted.columns(); c++) {
      double[] column = wanted.column(c);
      size += dot(column, column);
      for (double[] one : basis) {
        takeAway(column, one);
      }
      rest += dot(column, column);
    }
    return Math.sqrt(rest / size);
  }

  private static void takeAway(double[] column, double[] unit) {
    double share = dot(column, unit);
    for (int i = 0; i < column.length; i++) {
      column[i] -= share * unit[i];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
