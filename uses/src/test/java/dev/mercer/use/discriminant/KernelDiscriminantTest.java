package dev.mercer.use.discriminant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import dev.mercer.kernel.Precomputed;
import dev.mercer.landmark.GivenRows;
import dev.mercer.method.Landmarking;
import dev.mercer.use.classify.ClassLabels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernel LDA against the generalised eigenproblem written out, and what must not change it. */
class KernelDiscriminantTest {

  private static final int N = 40;
  private static final int CLASSES = 4;
  private static final int[] LANDMARKS = {11, 3, 28, 0, 19, 33, 7, 24, 38, 14};

  private static final double[][] X = points(N, 3, 5);
  private static final int[] CODES = IntStream.range(0, N).map(i -> i * 7 % 11 % CLASSES).toArray();

  /** Classes of unequal sizes whose means differ. */
  private static double[][] points(int n, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][d];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        x[i][j] = random.nextGaussian() + (i * 7 % 11 % CLASSES == j + 1 ? 1.5 : 0);
      }
    }
    return x;
  }

  private static ClassLabels labels(int... codes) {
    return ClassLabels.of(Arrays.stream(codes).mapToObj(c -> "c" + c).toArray(String[]::new));
  }

  private static double[] weights(int n) {
    double[] weights = new double[n];
    Arrays.setAll(weights, i -> i % 5 == 0 ? 0 : 1 + i % 3);
    return weights;
  }

  private static KernelPcaModel fit(
      Kernel kernel, double[][] x, double[] weights, Ridge ridge, Landmarking landmarks, int rank) {
    return KernelPca.with(kernel)
        .rank(rank)
        .threads(1)
        .method(new KernelDiscriminant(labels(CODES), ridge, landmarks))
        .fit(DenseRows.of(x), weights);
  }

  private static Landmarking given(int... rows) {
    return Landmarking.by(new GivenRows(rows));
  }

  /** Mika's M and N over the points, both as means over the rows. */
  private static DensePencil dense(
      Kernel kernel, double[][] x, double[] weights, double[][] points, Ridge ridge) {
    double[][] h = Definition.cross(kernel, x, points);
    double[] w = Definition.weights(weights, x.length);
    double total = Arrays.stream(w).sum();
    double[][] between = new double[points.length][points.length];
    double[][] inside = new double[points.length][points.length];
    double[] center = DensePencil.mean(h, w, CODES, 0, 1, 2, 3);
    for (int c = 0; c < CLASSES; c++) {
      double[] mean = DensePencil.mean(h, w, CODES, c);
      double size = 0;
      for (int i = 0; i < x.length; i++) {
        if (CODES[i] == c) {
          DensePencil.add(inside, w[i] / total, h[i], mean);
          size += w[i];
        }
      }
      DensePencil.add(between, size / total, mean, center);
    }
    return DensePencil.of(
        between,
        inside,
        ridge.amount(),
        ridge.ofCoefficients()
            ? DensePencil.identity(points.length)
            : Definition.gram(kernel, points));
  }

  private static void assertEqual(KernelPcaModel model, DensePencil dense, double[][] expected) {
    double tolerance = 100 * N * Math.ulp(1.0) * dense.condition();
    for (int c = 0; c < model.rank(); c++) {
      assertThat(model.eigenvalues()[c])
          .isCloseTo(dense.values()[c], within(tolerance * dense.values()[0]));
    }
    assertClose(model.transform(DenseRows.of(X)), expected, tolerance);
  }

  private static void assertClose(Matrix actual, double[][] expected, double tolerance) {
    double scale = Definition.largest(expected);
    for (int i = 0; i < expected.length; i++) {
      for (int c = 0; c < expected[0].length; c++) {
        assertThat(actual.get(i, c))
            .as("row %d, component %d", i, c)
            .isCloseTo(expected[i][c], within(tolerance * scale));
      }
    }
  }

  private static double[][] rows(Matrix matrix) {
    return IntStream.range(0, matrix.rows()).mapToObj(matrix::row).toArray(double[][]::new);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "gaussian(sigma=1);1e-3;false;false",
        "gaussian(sigma=1);1e-3;false;true",
        "gaussian(sigma=1);0.1;true;false",
        "laplacian(sigma=2);0.02;false;true",
        "laplacian(sigma=2);0.02;true;true",
        "gaussian(sigma=1)+0.1*linear;0.01;false;false"
      })
  void allPointsEqualTheDenseEigenproblem(
      String spec, double amount, boolean ofCoefficients, boolean weighted) {
    Kernel kernel = KernelSpec.kernel(spec);
    double[] w = weighted ? weights(N) : null;
    Ridge ridge = new Ridge(amount, ofCoefficients);
    // Rows of weight zero are no points.
    double[][] points =
        IntStream.range(0, N)
            .filter(i -> w == null || w[i] > 0)
            .mapToObj(i -> X[i])
            .toArray(double[][]::new);
    DensePencil dense = dense(kernel, X, w, points, ridge);
    double[] center =
        DensePencil.mean(
            Definition.cross(kernel, X, points), Definition.weights(w, N), CODES, 0, 1, 2, 3);
    assertEqual(
        fit(kernel, X, w, ridge, null, 3), dense, dense.scores(kernel, X, points, center, 3));
  }

  @ParameterizedTest
  @CsvSource({"false,1e-3", "true,1e-3", "false,0"})
  void someLandmarksEqualTheDenseEigenproblemOverThem(boolean ofCoefficients, double amount) {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1.5)");
    Ridge ridge = new Ridge(amount, ofCoefficients);
    double[] w = weights(N);
    double[][] points = Arrays.stream(LANDMARKS).mapToObj(i -> X[i]).toArray(double[][]::new);
    DensePencil dense = dense(kernel, X, w, points, ridge);
    double[] center = DensePencil.mean(Definition.cross(kernel, X, points), w, CODES, 0, 1, 2, 3);
    KernelPcaModel model = fit(kernel, X, w, ridge, given(LANDMARKS), 3);
    assertEqual(model, dense, dense.scores(kernel, X, points, center, 3));
    assertThat(model.report().selector()).contains("given-rows");
    assertThat(model.report().landmarks().orElseThrow()).isEqualTo(LANDMARKS.length);
    assertThat(model.points().count()).isEqualTo(LANDMARKS.length);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void allRowsAsLandmarksAreAllPoints(boolean ofCoefficients) {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    Ridge ridge = new Ridge(1e-2, ofCoefficients);
    KernelPcaModel full = fit(kernel, X, null, ridge, null, 3);
    KernelPcaModel landmarks =
        fit(kernel, X, null, ridge, given(IntStream.range(0, N).toArray()), 3);
    DensePencil dense = dense(kernel, X, null, X, ridge);
    assertClose(
        landmarks.transform(DenseRows.of(X)),
        rows(full.transform(DenseRows.of(X))),
        100 * N * Math.ulp(1.0) * dense.condition());
    assertThat(full.report().landmarks()).isEmpty();
    assertThat(full.report().landmarks()).isEmpty();
  }

  /** Fisher's own: with a linear kernel and no ridge the axes are those of LDA on the columns. */
  @Test
  void theLinearKernelIsLinearDiscriminantAnalysis() {
    double[][] inside = new double[3][3];
    double[][] between = new double[3][3];
    double[] ones = Definition.weights(null, N);
    double[] center = DensePencil.mean(X, ones, CODES, 0, 1, 2, 3);
    for (int c = 0; c < CLASSES; c++) {
      double[] mean = DensePencil.mean(X, ones, CODES, c);
      for (int i = 0; i < N; i++) {
        if (CODES[i] == c) {
          DensePencil.add(inside, 1.0 / N, X[i], mean);
          DensePencil.add(between, 1.0 / N, mean, center);
        }
      }
    }
    DensePencil lda = DensePencil.of(between, inside, 0, DensePencil.identity(3));
    KernelPcaModel model = fit(KernelSpec.kernel("linear"), X, null, Ridge.of(0), null, 3);
    double tolerance = 1000 * N * Math.ulp(1.0) * lda.condition();
    Matrix scores = model.transform(DenseRows.of(X));
    for (int c = 0; c < 3; c++) {
      assertThat(model.eigenvalues()[c]).isCloseTo(lda.values()[c], within(tolerance));
      double sign = 0;
      for (int i = 0; i < N; i++) {
        double expected = 0;
        for (int j = 0; j < 3; j++) {
          expected += lda.coefficients()[c][j] * (X[i][j] - center[j]);
        }
        sign = sign == 0 ? Math.signum(expected * scores.get(i, c)) : sign;
        assertThat(sign * scores.get(i, c)).isCloseTo(expected, within(10 * tolerance));
      }
    }
  }

  @Property(tries = 25)
  void aWeightOfTwoIsTheRowTwice(
      @ForAll @IntRange(min = 0, max = 1000) int seed,
      @ForAll @DoubleRange(min = 0.01, max = 1) double amount,
      @ForAll boolean landmarks) {
    int n = 24;
    double[][] x = points(n, 2, seed);
    int[] codes = IntStream.range(0, n).map(i -> i * 7 % 11 % CLASSES).toArray();
    int[] times = IntStream.range(0, n).map(i -> (i + seed) % 3).toArray();
    Arrays.setAll(times, i -> i < 7 ? 1 : times[i]); // every class stays, as do the landmarks
    int[] repeated =
        IntStream.range(0, n).flatMap(i -> IntStream.generate(() -> i).limit(times[i])).toArray();
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    Landmarking few = landmarks ? given(0, 1, 2, 3) : null;
    KernelPca settings = KernelPca.with(kernel).rank(2).threads(1);
    KernelPcaModel weighted =
        settings
            .method(new KernelDiscriminant(labels(codes), Ridge.of(amount), few))
            .fit(DenseRows.of(x), Arrays.stream(times).asDoubleStream().toArray());
    KernelPcaModel twice =
        settings
            .method(
                new KernelDiscriminant(
                    labels(Arrays.stream(repeated).map(i -> codes[i]).toArray()),
                    Ridge.of(amount),
                    few))
            .fit(
                DenseRows.of(Arrays.stream(repeated).mapToObj(i -> x[i]).toArray(double[][]::new)));
    // Scores up to sign: the copy of a point that is kept decides which coefficient is largest.
    // A point given twice is dropped at 1e-10 of k_ii, which the ridge divides.
    double tolerance = 1e-9 / amount;
    for (int c = 0; c < 2; c++) {
      double value = weighted.eigenvalues()[c];
      assertThat(twice.eigenvalues()[c])
          .isCloseTo(value, within(tolerance * weighted.eigenvalues()[0]));
    }
    double[][] a = rows(weighted.transform(DenseRows.of(x)));
    double[][] b = rows(twice.transform(DenseRows.of(x)));
    double gap =
        (weighted.eigenvalues()[0] - weighted.eigenvalues()[1]) / weighted.eigenvalues()[0];
    net.jqwik.api.Assume.that(gap > 1e-3);
    for (int i = 0; i < n; i++) {
      assertThat(Math.abs(b[i][0]))
          .isCloseTo(
              Math.abs(a[i][0]), within(tolerance / gap * Math.max(1, Definition.largest(a))));
    }
  }

  /** What the class comment says of scores: centred, S_b is lambda, S_w is 1 - ridge |w|^2. */
  @Test
  void scoresHaveTheMomentsPromised() {
    double amount = 0.01;
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    KernelPcaModel model = fit(kernel, X, null, Ridge.of(amount), given(LANDMARKS), 3);
    double[][] y = rows(model.transform(DenseRows.of(X)));
    double[] ones = Definition.weights(null, N);
    double[] center = DensePencil.mean(y, ones, CODES, 0, 1, 2, 3);
    double[][] a = rows(model.coefficients());
    double[][] points = Arrays.stream(LANDMARKS).mapToObj(i -> X[i]).toArray(double[][]::new);
    double[][] gram = Definition.gram(kernel, points);
    double[][] between = new double[3][3];
    double[][] inside = new double[3][3];
    for (int i = 0; i < N; i++) {
      double[] mean = DensePencil.mean(y, ones, CODES, CODES[i]);
      DensePencil.add(between, 1.0 / N, mean, center);
      DensePencil.add(inside, 1.0 / N, y[i], mean);
    }
    for (int c = 0; c < 3; c++) {
      assertThat(center[c]).isCloseTo(0, within(1e-10));
      double length = 0;
      for (int i = 0; i < points.length; i++) {
        for (int j = 0; j < points.length; j++) {
          length += a[i][c] * gram[i][j] * a[j][c];
        }
      }
      for (int e = 0; e < 3; e++) {
        assertThat(between[c][e]).isCloseTo(c == e ? model.eigenvalues()[c] : 0, within(1e-8));
      }
      assertThat(inside[c][c]).isCloseTo(1 - amount * length, within(1e-8));
    }
  }

  @Test
  void threadsChangeNoBit() {
    int n = 700;
    double[][] x = points(n, 4, 3);
    int[] codes = IntStream.range(0, n).map(i -> i * 7 % 11 % CLASSES).toArray();
    for (Landmarking landmarks : Arrays.asList(null, Landmarking.count(60))) {
      double[][] found = new double[3][];
      for (int threads = 1; threads <= 3; threads++) {
        KernelPcaModel model =
            KernelPca.with(KernelSpec.kernel("gaussian(sigma=2)"))
                .rank(3)
                .threads(threads)
                .method(new KernelDiscriminant(labels(codes), Ridge.usual(), landmarks))
                .fit(DenseRows.of(x));
        found[threads - 1] = model.coefficients().toArray();
      }
      assertThat(found[1]).isEqualTo(found[0]);
      assertThat(found[2]).isEqualTo(found[0]);
    }
  }

  /** More landmarks span more: the quotient of the best axis with no ridge can only grow. */
  @Test
  void moreLandmarksNeverSeparateLess() {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1.5)");
    double before = 0;
    for (int m = 4; m <= LANDMARKS.length; m++) {
      double value =
          fit(kernel, X, null, Ridge.of(1e-6), given(Arrays.copyOf(LANDMARKS, m)), 1)
              .eigenvalues()[0];
      assertThat(value).isGreaterThanOrEqualTo(before * (1 - 1e-9));
      before = value;
    }
    double full = fit(kernel, X, null, Ridge.of(1e-6), null, 1).eigenvalues()[0];
    assertThat(full).isGreaterThanOrEqualTo(before * (1 - 1e-9));
  }

  @Test
  void aGivenGramMatrixIsTheSame() {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    for (Landmarking landmarks : Arrays.asList(null, given(LANDMARKS))) {
      KernelPcaModel points = fit(kernel, X, null, Ridge.of(0.01), landmarks, 3);
      KernelPcaModel matrix =
          KernelPca.with(new Precomputed(true))
              .rank(3)
              .method(new KernelDiscriminant(labels(CODES), Ridge.of(0.01), landmarks))
              .fit(DenseRows.of(Definition.gram(kernel, X)));
      assertClose(
          matrix.transform(DenseRows.of(Definition.gram(kernel, X))),
          rows(points.transform(DenseRows.of(X))),
          1e-10);
    }
  }

  @Test
  void anIndefiniteKernelIsSeenByItsPositivePart() {
    KernelPcaModel model =
        fit(KernelSpec.kernel("tanh(scale=0.3)"), X, null, Ridge.usual(), null, 3);
    assertThat(model.eigenvalues()[0]).isPositive();
    assertThat(model.report().notes()).anyMatch(note -> note.contains("have no part in the axes"));
  }

  @Test
  void theUsualRidgeFollowsTheScaleOfTheKernel() {
    KernelPcaModel one =
        fit(KernelSpec.kernel("gaussian(sigma=1)"), X, null, Ridge.usual(), null, 3);
    KernelPcaModel ten =
        fit(KernelSpec.kernel("100*gaussian(sigma=1)"), X, null, Ridge.usual(), null, 3);
    assertClose(ten.transform(DenseRows.of(X)), rows(one.transform(DenseRows.of(X))), 1e-9);
    double share =
        (double) one.report().fact("withinVariance").orElseThrow()
            + (double) one.report().fact("betweenVariance").orElseThrow();
    assertThat((double) one.report().fact("ridge").orElseThrow())
        .isEqualTo(Ridge.USUAL_SHARE * share);
    // tr of the centred Gram matrix over n: what kernel PCA calls the total variance.
    double total =
        KernelPca.with(KernelSpec.kernel("gaussian(sigma=1)"))
            .rank(1)
            .fit(DenseRows.of(X))
            .report()
            .totalVariance();
    assertThat(share).isCloseTo(total / N, within(1e-10));
  }

  @Test
  void theReportSaysWhatWasDone(@TempDir Path folder) throws IOException {
    KernelPcaModel model =
        fit(KernelSpec.kernel("gaussian(sigma=1)"), X, weights(N), Ridge.of(0.5), null, 2);
    Path file = folder.resolve("m.safetensors");
    model.save(file);
    KernelPcaModel read = KernelPcaModel.load(file);
    assertThat(read.report().method()).isEqualTo("klda");
    assertThat(read.report().fact("classes").orElseThrow())
        .isEqualTo(List.of("c0", "c1", "c2", "c3"));
    assertThat(read.report().fact("ridge").orElseThrow()).isEqualTo(0.5);
    assertThat(read.report().fact("penalty").orElseThrow()).isEqualTo("norm");
    assertThat(read.report().novelty()).isEmpty();
    assertThat(read.report().noveltyReason()).contains("which the axes of klda are not");
    assertThat(read.report().certificate()).isNull();
    assertThat(read.report().certificateReason()).contains("no principal components");
    assertThat(read.transform(DenseRows.of(X)).toArray())
        .isEqualTo(model.transform(DenseRows.of(X)).toArray());
    assertThat(new KernelDiscriminant(labels(CODES), Ridge.of(1).withCoefficients(), null).spec())
        .isEqualTo("klda(penalty=coefficients)");
  }

  @Test
  void whatCannotBeIsRefused() {
    Kernel kernel = KernelSpec.kernel("gaussian(sigma=1)");
    assertThatThrownBy(() -> fit(kernel, X, null, Ridge.usual(), null, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exceeds the 3 discriminants that 4 classes have");
    assertThatThrownBy(() -> Ridge.of(-1)).hasMessageContaining("not negative");
    assertThatThrownBy(() -> Ridge.of(Double.NaN)).hasMessageContaining("not negative");
    KernelPca settings = KernelPca.with(kernel).rank(1);
    KernelDiscriminant alone = new KernelDiscriminant(labels(new int[N]), Ridge.usual(), null);
    assertThatThrownBy(() -> settings.method(alone).fit(DenseRows.of(X)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("every row is of class 'c0'");
    double[] onlyFirst = new double[N];
    Arrays.setAll(onlyFirst, i -> CODES[i] == 0 ? 1 : 0);
    assertThatThrownBy(() -> fit(kernel, X, onlyFirst, Ridge.usual(), null, 1))
        .hasMessageContaining("every row is of class 'c0'");
    assertThatThrownBy(
            () ->
                settings
                    .method(new KernelDiscriminant(labels(0, 1), Ridge.usual(), null))
                    .fit(DenseRows.of(X)))
        .hasMessageContaining("2 labels for 40 rows");
    assertThatThrownBy(
            () ->
                settings
                    .variance(0.5)
                    .method(new KernelDiscriminant(labels(CODES), Ridge.usual(), null))
                    .fit(DenseRows.of(X)))
        .hasMessageContaining("no share of the variance");
    // n points in n dimensions: the scatter within classes is singular.
    assertThatThrownBy(() -> fit(kernel, X, null, Ridge.of(0), null, 1))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("give a ridge of at least");
    double[][] same = new double[N][3];
    assertThatThrownBy(() -> fit(kernel, same, null, Ridge.of(1), null, 1))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("do not differ");
    assertThatThrownBy(
            () ->
                settings
                    .memory(2_000_000)
                    .method(
                        new KernelDiscriminant(
                            labels(IntStream.range(0, 2000).map(i -> i % 2).toArray()),
                            Ridge.usual(),
                            null))
                    .fit(DenseRows.of(points(2000, 2, 1))))
        .isInstanceOf(MemoryExceededException.class)
        .hasMessageContaining("landmarks would fit");
  }
}
