package dev.mercer.use.discriminant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.landmark.GivenRows;
import dev.mercer.method.Landmarking;
import dev.mercer.use.classify.ClassLabels;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernel biased discriminants against the generalised eigenproblem written out. */
class KernelBiasedDiscriminantTest {

  private static final int N = 45;
  private static final int RANK = 3;
  private static final int POSITIVE = 1;
  private static final double[][] X = Definition.points(N, 3, 9);
  private static final int[] CODES = IntStream.range(0, N).map(i -> i * 7 % 11 % 3).toArray();
  private static final int[] SOME = {4, 40, 9, 17, 31, 22, 0, 13};

  private static ClassLabels labels(int... codes) {
    return ClassLabels.of(Arrays.stream(codes).mapToObj(c -> "c" + c).toArray(String[]::new));
  }

  private static double[] weights() {
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 6 == 5 ? 0 : 1 + i % 2);
    return weights;
  }

  private static KernelPcaModel fit(
      Kernel kernel, double[] weights, Ridge ridge, Landmarking landmarks, int threads) {
    return KernelPca.with(kernel)
        .rank(RANK)
        .threads(threads)
        .method(new KernelBiasedDiscriminant(labels(CODES), "c" + POSITIVE, ridge, landmarks))
        .fit(DenseRows.of(X), weights);
  }

  @ParameterizedTest
  @CsvSource({
    "false,false,false",
    "false,true,false",
    "false,true,true",
    "true,false,true",
    "true,true,false"
  })
  void equalTheDenseEigenproblem(boolean ofCoefficients, boolean weighted, boolean landmarks) {
    Kernel kernel = KernelSpec.kernel("laplacian(sigma=2)");
    Ridge ridge = new Ridge(0.05, ofCoefficients);
    double[] given = weighted ? weights() : null;
    double[] w = Definition.weights(given, N);
    int[] used = landmarks ? SOME : IntStream.range(0, N).filter(i -> w[i] > 0).toArray();
    double[][] points = Arrays.stream(used).mapToObj(i -> X[i]).toArray(double[][]::new);
    double[][] h = Definition.cross(kernel, X, points);
    double[] center = DensePencil.mean(h, w, CODES, POSITIVE);
    double[] sizes = new double[2];
    for (int i = 0; i < N; i++) {
      sizes[CODES[i] == POSITIVE ? 1 : 0] += w[i];
    }
    double[][] near = new double[points.length][points.length];
    double[][] far = new double[points.length][points.length];
    for (int i = 0; i < N; i++) {
      boolean inside = CODES[i] == POSITIVE;
      DensePencil.add(inside ? near : far, w[i] / sizes[inside ? 1 : 0], h[i], center);
    }
    DensePencil dense =
        DensePencil.of(
            far,
            near,
            ridge.amount(),
            ofCoefficients ? DensePencil.identity(points.length) : Definition.gram(kernel, points));
    KernelPcaModel model =
        fit(kernel, given, ridge, landmarks ? Landmarking.by(new GivenRows(SOME)) : null, 2);
    double tolerance = 1000 * N * Math.ulp(1.0) * dense.condition();
    Matrix scores = model.transform(DenseRows.of(X));
    double[][] expected = dense.scores(kernel, X, points, center, RANK);
    for (int c = 0; c < RANK; c++) {
      assertThat(model.eigenvalues()[c])
          .isCloseTo(dense.values()[c], within(tolerance * dense.values()[0]));
      for (int i = 0; i < N; i++) {
        assertThat(scores.get(i, c))
            .isCloseTo(expected[i][c], within(tolerance * Definition.largest(expected)));
      }
    }
    assertThat(model.report().fact("positive").orElseThrow()).isEqualTo("c1");
    assertThat(model.report().method())
        .isEqualTo(ofCoefficients ? "kbda(positive=c1,penalty=coefficients)" : "kbda(positive=c1)");
  }

  /** The class lies about the origin; the others' mean square along an axis is its eigenvalue. */
  @Test
  void scoresHaveTheMomentsPromised() {
    KernelPcaModel model =
        fit(KernelSpec.kernel("gaussian(sigma=1)"), null, Ridge.usual(), null, 1);
    Matrix scores = model.transform(DenseRows.of(X));
    for (int c = 0; c < RANK; c++) {
      double mean = 0;
      double inside = 0;
      double outside = 0;
      int others = 0;
      for (int i = 0; i < N; i++) {
        double value = scores.get(i, c);
        if (CODES[i] == POSITIVE) {
          mean += value;
          inside += value * value;
        } else {
          outside += value * value;
          others++;
        }
      }
      assertThat(mean).isCloseTo(0, within(1e-8));
      assertThat(inside / (N - others)).isLessThan(1);
      assertThat(outside / others)
          .isCloseTo(model.eigenvalues()[c], within(1e-8 * model.eigenvalues()[0]));
    }
  }

  @Test
  void threadsChangeNoBit() {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    assertThat(fit(kernel, null, Ridge.usual(), null, 3).coefficients().toArray())
        .isEqualTo(fit(kernel, null, Ridge.usual(), null, 1).coefficients().toArray());
  }

  @Test
  void whatCannotBeIsRefused() {
    KernelPca settings = KernelPca.with(KernelSpec.kernel("gaussian(sigma=1)")).rank(RANK);
    DenseRows rows = DenseRows.of(X);
    assertThatThrownBy(
            () ->
                settings
                    .method(new KernelBiasedDiscriminant(labels(CODES), "x", Ridge.usual(), null))
                    .fit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no row is of the positive class 'x'; the classes are c0, c1, c2");
    double[] without = new double[N];
    Arrays.setAll(without, i -> CODES[i] == POSITIVE ? 0 : 1);
    assertThatThrownBy(
            () ->
                settings
                    .method(new KernelBiasedDiscriminant(labels(CODES), "c1", Ridge.usual(), null))
                    .fit(rows, without))
        .hasMessage("no row is of the positive class 'c1'; the classes are c0, c2");
    int[] almostAll = new int[N];
    almostAll[3] = 1;
    assertThatThrownBy(
            () ->
                settings
                    .method(
                        new KernelBiasedDiscriminant(labels(almostAll), "c0", Ridge.usual(), null))
                    .fit(rows))
        .hasMessageContaining("exceeds the 1 rows that are not of class 'c0'");
    assertThatThrownBy(
            () -> fit(KernelSpec.kernel("gaussian(sigma=1)"), null, Ridge.of(0), null, 1))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("the scatter of class 'c1' is singular");
  }
}
