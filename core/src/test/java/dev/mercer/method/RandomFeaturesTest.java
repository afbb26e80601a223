package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.Evaluation;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.Plan;
import dev.mercer.Stage;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Blas;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.kernel.FourierFeatures;
import dev.mercer.internal.kernel.SpectralMeasure;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random Fourier features: they stand for the kernel, and their PCA is the PCA of its stand-in. */
class RandomFeaturesTest {

  private static final Blas BLAS = Backend.instance().blas();
  private static final int N = 50;
  private static final int FEATURES = 3;

  /** The mean of D independent products, each between -2 and 2 with variance at most 3/2. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(sigma=1.5)",
        "gaussian(gamma=0.3)",
        "laplacian(sigma=2)",
        "laplacian-l1(sigma=3)",
        "matern(nu=0.5,length=2)",
        "matern(nu=1.5,length=2)",
        "matern(nu=2.5,length=1)",
        "rational-quadratic(alpha=0.3,length=2)",
        "rational-quadratic(alpha=1.5,length=2)",
        "rational-quadratic(alpha=40,length=1)",
        "cauchy(sigma=2)",
        "3*gaussian(sigma=2)",
        "0.5*gaussian(sigma=0.7)+2*laplacian(sigma=4)",
        "gaussian(sigma=2)*cauchy(sigma=3)",
        "(gaussian(sigma=2)+laplacian-l1(sigma=2))*(2*matern(nu=1.5,length=3))"
      })
  void productsOfFeaturesAreKernelValues(String spec) {
    Kernel kernel = Definition.kernel(spec);
    int count = 20_000;
    double[][] x = Definition.points(5, FEATURES, 3);
    double atZero = kernel.value(x[0], x[0]);
    assertThat(SpectralMeasure.of(kernel).mass()).isCloseTo(atZero, within(1e-14 * atZero));
    for (boolean orthogonal : new boolean[] {false, true}) {
      if (orthogonal && spec.contains("l1")) {
        continue;
      }
      FourierFeatures features =
          SpectralMeasure.of(kernel)
              .draw(count, FEATURES, orthogonal, new SplittableRandom(4), BLAS);
      double tolerance = 5 * atZero * Math.sqrt(1.5 / count);
      for (double[] a : x) {
        for (double[] b : x) {
          assertThat(product(features, a, b)).isCloseTo(kernel.value(a, b), within(tolerance));
        }
      }
    }
  }

  /** z(x).z(y), z_j(x) as it is defined. */
  private static double product(FourierFeatures features, double[] x, double[] y) {
    double[] phases = features.phases();
    double[] frequencies = features.frequencies().values();
    double amplitude = features.amplitude();
    double sum = 0;
    for (int j = 0; j < phases.length; j++) {
      double a = phases[j];
      double b = phases[j];
      for (int c = 0; c < x.length; c++) {
        a += frequencies[j * x.length + c] * x[c];
        b += frequencies[j * x.length + c] * y[c];
      }
      sum += amplitude * Math.cos(a) * amplitude * Math.cos(b);
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"1,5", "4,3", "4,4", "4,9", "7,20"})
  void orthogonalFrequenciesKeepTheirLengths(int columns, int count) {
    SpectralMeasure measure = SpectralMeasure.of(Definition.kernel("matern(nu=1.5,length=2)"));
    Matrix plain = measure.draw(count, columns, false, new SplittableRandom(6), BLAS).frequencies();
    Matrix turned = measure.draw(count, columns, true, new SplittableRandom(6), BLAS).frequencies();
    for (int i = 0; i < count; i++) {
      double length = Math.sqrt(dot(plain.row(i), plain.row(i)));
      assertThat(Math.sqrt(dot(turned.row(i), turned.row(i))))
          .isCloseTo(length, within(1e-13 * length));
      for (int j = i / columns * columns; j < i; j++) {
        double other = Math.sqrt(dot(turned.row(j), turned.row(j)));
        assertThat(dot(turned.row(i), turned.row(j))).isCloseTo(0, within(1e-13 * length * other));
      }
    }
  }

  /** Orthogonal ones are worth having: over many draws their kernel values are closer. */
  @Test
  void orthogonalFrequenciesHaveLessVariance() {
    Kernel kernel = Gaussian.sigma(2);
    double[][] x = Definition.points(12, 8, 9);
    double[] squares = new double[2];
    for (int draw = 0; draw < 200; draw++) {
      for (int kind = 0; kind < 2; kind++) {
        FourierFeatures features =
            SpectralMeasure.of(kernel).draw(32, 8, kind == 1, new SplittableRandom(draw), BLAS);
        for (int i = 1; i < x.length; i++) {
          // The phase adds variance to both kinds; leave it out: mean of cos(w.(x - y)).
          double[] difference = new double[8];
          for (int c = 0; c < 8; c++) {
            difference[c] = x[i][c] - x[0][c];
          }
          double mean = 0;
          for (int j = 0; j < 32; j++) {
            mean += Math.cos(dot(features.frequencies().row(j), difference)) / 32;
          }
          double error = mean - kernel.value(x[i], x[0]);
          squares[kind] += error * error;
        }
      }
    }
    assertThat(squares[1]).isLessThan(0.8 * squares[0]);
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int c = 0; c < x.length; c++) {
      sum += x[c] * y[c];
    }
    return sum;
  }

  /** The model is exact kernel PCA of the kernel z(x).z(y). */
  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1.5),12,true,true,false",
    "gaussian(sigma=1.5),12,false,false,true",
    "0.5*laplacian-l1(sigma=3),60,true,false,true",
    "cauchy(sigma=2),300,true,true,true",
    "'matern(nu=2.5,length=2)',300,false,true,false"
  })
  void aModelIsThePcaOfItsFeatures(
      String spec, int count, boolean center, boolean orthogonal, boolean weighted) {
    double[][] x = Definition.points(N, FEATURES, 12);
    double[] weights = weighted ? weights() : null;
    KernelPcaModel model =
        KernelPca.with(Definition.kernel(spec))
            .rank(4)
            .center(center)
            .seed(5)
            .threads(2)
            .method(new RandomFeatures(count, orthogonal))
            .fit(Definition.rows(x), weights);
    FourierFeatures features = FourierFeatures.of(model);
    assertThat(model.points()).isNull();
    assertThat(features.count()).isEqualTo(count);
    Kernel approximate = Kernel.of("z", true, (a, b) -> product(features, a, b));
    Definition.Pca expected = Definition.pca(approximate, x, weights, center);
    double size = expected.eigen().values()[0] + expected.weightSum();
    double rounding = 64 * count * Math.ulp(1.0) * size;
    double[][] unseen = Definition.points(9, FEATURES, 13);
    Matrix scores = model.transform(Definition.rows(unseen));
    assertThat(model.rank()).isEqualTo(4);
    for (int c = 0; c < 4; c++) {
      double value = expected.eigen().values()[c];
      assertThat(model.eigenvalues()[c]).isCloseTo(value, within(rounding));
      double sign = Math.signum(scores.get(0, c) * expected.score(c, unseen[0]));
      double tolerance = 8 * rounding / expected.eigen().gap(c) + rounding / value;
      for (int i = 0; i < unseen.length; i++) {
        assertThat(sign * scores.get(i, c))
            .isCloseTo(expected.score(c, unseen[i]), within(tolerance));
      }
      assertThat(largestMagnitude(model.coefficients().column(c))).isPositive();
    }
    assertThat(model.meanSquaredNorm()).isCloseTo(expected.meanSquaredNorm(), within(rounding));
    assertThat(model.centered()).isEqualTo(center);
    assertThat(model.report().certificate()).isNull();
    assertThat(model.report().certificateReason()).contains("not those of the kernel");
    assertThat(model.report().landmarks().orElseThrow()).isEqualTo(count);
    if (!center) {
      double atZero = Definition.kernel(spec).value(x[0], x[0]);
      assertThat(model.report().totalVariance())
          .isCloseTo(atZero * expected.weightSum(), within(rounding));
    }
  }

  private static double largestMagnitude(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.abs(value) > Math.abs(largest) ? value : largest;
    }
    return largest;
  }

  /** Several chunks of rows: more than 2,048. */
  @Test
  void threadsChangeNoBitAndTheSeedDoes() {
    Rows rows = Definition.rows(Definition.points(2500, 5, 2));
    KernelPca pca =
        KernelPca.with(Gaussian.sigma(2)).rank(3).seed(8).method(new RandomFeatures(300, true));
    KernelPcaModel one = pca.threads(1).fit(rows);
    KernelPcaModel three = pca.threads(3).fit(rows);
    assertThat(three.coefficients().values()).isEqualTo(one.coefficients().values());
    assertThat(three.offset()).isEqualTo(one.offset());
    assertThat(three.eigenvalues()).isEqualTo(one.eigenvalues());
    assertThat(pca.seed(9).fit(rows).eigenvalues()).isNotEqualTo(one.eigenvalues());
    // Against the exact fit: 300 features are good to a few percent here.
    double exact = KernelPca.with(Gaussian.sigma(2)).rank(1).fit(rows).eigenvalues()[0];
    assertThat(one.eigenvalues()[0]).isCloseTo(exact, within(0.3 * exact));
  }

  @Test
  void aRowTwiceIsWeightTwo() {
    double[][] x = Definition.points(20, FEATURES, 1);
    double[][] twice = Arrays.copyOf(x, 25);
    double[] weights = new double[20];
    Arrays.setAll(weights, i -> i < 5 ? 2 : 1);
    System.arraycopy(x, 0, twice, 20, 5);
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(3).method(new RandomFeatures(40, false));
    double[] expected = pca.fit(Definition.rows(twice)).eigenvalues();
    assertThat(pca.fit(Definition.rows(x), weights).eigenvalues())
        .containsExactly(expected, within(1e-12));
  }

  @Test
  void aShareOfTheVarianceIsThatOfTheFeatures() {
    Rows rows = Definition.rows(Definition.points(N, FEATURES, 2));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).method(new RandomFeatures(30, false));
    double[] all = pca.variance(1).fit(rows).eigenvalues();
    double[] some = pca.variance(0.8).fit(rows).eigenvalues();
    double total = Arrays.stream(all).sum();
    assertThat(Arrays.stream(some).sum()).isBetween(0.8 * total, total);
    assertThat(Arrays.stream(some, 0, some.length - 1).sum()).isLessThan(0.8 * total);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "linear",
        "polynomial(degree=2)",
        "tanh",
        "cosine",
        "epanechnikov(radius=3)",
        "0.5*gaussian(sigma=2)+linear",
        "precomputed"
      })
  void kernelsWithoutASpectralMeasureAreRefused(String spec) {
    Rows rows = Definition.rows(Definition.gram(Gaussian.sigma(1), Definition.points(5, 2, 1)));
    KernelPca pca =
        KernelPca.with(Definition.kernel(spec)).rank(1).method(new RandomFeatures(10, false));
    assertThatThrownBy(() -> pca.fit(rows))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("need a shift-invariant kernel")
        .hasMessageContaining("allowed are gaussian");
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    Rows rows = Definition.rows(Definition.points(N, FEATURES, 2));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(5);
    assertThatThrownBy(
            () ->
                KernelPca.with(Definition.kernel("laplacian-l1(sigma=1)"))
                    .method(new RandomFeatures(20, true))
                    .fit(rows))
        .hasMessageContaining("same in all directions")
        .hasMessageContaining("orthogonal=false");
    assertThatThrownBy(() -> pca.method(new RandomFeatures(4, false)).fit(rows))
        .hasMessageContaining("rank = 5 exceeds the 4 random features");
    assertThatThrownBy(() -> pca.rank(60).method(new RandomFeatures(100, false)).fit(rows))
        .hasMessageContaining("rank = 60 exceeds the 50 rows");
    assertThatThrownBy(() -> new RandomFeatures(0, false)).hasMessageContaining("0 features");
    assertThatThrownBy(
            () -> pca.method(new RandomFeatures(20_000, false)).memory(1 << 28).fit(rows))
        .isInstanceOf(MemoryExceededException.class)
        .hasMessageContaining("features would fit");
    KernelPcaModel model = pca.method(new RandomFeatures(20, false)).fit(rows);
    assertThatThrownBy(() -> model.transform(Definition.rows(new double[1][2])))
        .hasMessageContaining("2 columns, the model expects 3");
    assertThatThrownBy(() -> new Evaluation(model, 1))
        .hasMessageContaining("random features cannot be evaluated");
  }

  @Test
  void textsComeBack() {
    for (boolean orthogonal : new boolean[] {true, false}) {
      RandomFeatures method = new RandomFeatures(12, orthogonal);
      assertThat(read(method.spec(), 12)).isEqualTo(method);
    }
    assertThat(read("random-features", 3)).isEqualTo(new RandomFeatures(3, false));
    assertThatThrownBy(() -> read("random-features(kind=x)", 3)).hasMessageContaining("kind");
    Plan plan =
        KernelPca.with(Gaussian.sigma(1))
            .method(new RandomFeatures(12, true))
            .plan(Definition.rows(Definition.points(N, FEATURES, 2)), null);
    assertThat(plan.stages()).extracting(Stage::name).contains("draw", "features", "solve");
  }

  private static double[] weights() {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 9 == 8 ? 0 : random.nextDouble(0.2, 3));
    return weights;
  }

  private static Method read(String text, Integer landmarks) {
    return MethodCatalog.parse(
        text, new MethodCatalog.Wishes(landmarks, null, null, null, null, "auto", "auto"));
  }
}
