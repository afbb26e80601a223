package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.Certificate;
import dev.mercer.Evaluation;
import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.linalg.SubspaceAngles;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Precomputed;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernel Hebbian algorithm converges to exact kernel PCA, and says how far it is from it. */
class HebbianTest {

  private static final int N = 60;

  /** Points in three directions of clearly different spread, so that eigenvalues are apart. */
  private static double[][] points(int n, long seed) {
    double[][] points = Definition.points(n, 3, seed);
    for (double[] point : points) {
      point[1] *= 0.6;
      point[2] *= 0.3;
    }
    return points;
  }

  @ParameterizedTest
  @CsvSource({
    "gaussian(sigma=1.5),true,false,true",
    "gaussian(sigma=1.5),false,true,true",
    "gaussian(sigma=1.5),true,true,false",
    "polynomial(degree=2),true,true,true",
    "linear,true,false,true",
    "linear,false,true,false",
    "laplacian(sigma=2),true,true,true"
  })
  void theSpanConvergesToTheExactOne(
      String spec, boolean center, boolean weighted, boolean adaptive) {
    Rows rows = Definition.rows(points(N, 5));
    double[] weights = weighted ? weights() : null;
    KernelPca pca = KernelPca.with(Definition.kernel(spec)).rank(2).center(center).threads(2);
    KernelPcaModel exact = pca.fit(rows, weights);
    KernelPcaModel model = pca.method(new Hebbian(adaptive, 1000, 30)).fit(rows, weights);
    // Angles shrink like one over the epochs; captured variance is lost like their squares.
    assertThat(angle(model, exact, rows, weights)).isLessThan(0.02);
    double best = Arrays.stream(exact.eigenvalues()).sum();
    assertThat(Arrays.stream(model.eigenvalues()).sum()).isBetween(0.9999 * best, 1.0000001 * best);
    checkModel(model, exact, rows, weights);
  }

  /** What holds after any number of epochs, converged or not. */
  private static void checkModel(
      KernelPcaModel model, KernelPcaModel exact, Rows rows, double[] weights) {
    double total = exact.report().totalVariance();
    double[] scores = model.transform(rows).values();
    int rank = model.rank();
    double[] w = Definition.weights(weights, rows.count());
    double sum = Arrays.stream(w).sum();
    double tolerance = 1e-10 * total;
    for (int c = 0; c < rank; c++) {
      double squares = 0;
      double mean = 0;
      for (int i = 0; i < rows.count(); i++) {
        squares += w[i] * scores[i * rank + c] * scores[i * rank + c];
        mean += w[i] * scores[i * rank + c] / sum;
      }
      assertThat(squares).isCloseTo(model.eigenvalues()[c], within(tolerance));
      if (model.centered()) {
        assertThat(mean).isCloseTo(0, within(1e-10 * Math.sqrt(total)));
      }
    }
    double captured = Arrays.stream(model.eigenvalues()).sum();
    assertThat(model.report().totalVariance()).isCloseTo(total, within(tolerance));
    double error = new Evaluation(model, 1).error(rows, weights);
    assertThat(error).isCloseTo((total - captured) / sum, within(tolerance));
    assertThat(model.report().empiricalError()).isCloseTo(error, within(tolerance));
    assertThat(model.meanSquaredNorm()).isCloseTo(exact.meanSquaredNorm(), within(tolerance));
    Certificate certificate = model.report().certificate();
    double best = 0;
    for (int c = 0; c < rank; c++) {
      best += exact.eigenvalues()[c];
      assertThat(exact.eigenvalues()[c])
          .isBetween(
              certificate.values("eigenvalueLower")[c],
              certificate.values("eigenvalueUpperByAverage")[c]);
      assertThat(certificate.values("eigenvalueUpper")[c])
          .isGreaterThanOrEqualTo(certificate.values("eigenvalueUpperByAverage")[c]);
    }
    assertThat(1 - captured / best).isLessThanOrEqualTo(certificate.value("optimalityGap"));
    assertThat(certificate.value("capturedVariance")).isCloseTo(captured, within(tolerance));
    assertThat(certificate.value("residualTrace")).isCloseTo(total - captured, within(tolerance));
  }

  @ParameterizedTest
  @CsvSource({"1,30", "2,1", "5,1000000", "40,100"})
  void theCertificateHoldsHoweverBadTheAxesAre(int epochs, double rate) {
    for (String spec : new String[] {"gaussian(sigma=0.7)", "polynomial(degree=3)"}) {
      Kernel kernel = Definition.kernel(spec);
      for (int seed = 0; seed < 4; seed++) {
        Rows rows = Definition.rows(points(40, seed));
        double[] weights = seed % 2 == 0 ? null : Arrays.copyOf(weights(), 40);
        KernelPca pca = KernelPca.with(kernel).rank(3).center(seed < 2).seed(seed).threads(1);
        KernelPcaModel model =
            pca.method(new Hebbian(seed % 2 == 0, epochs, rate)).fit(rows, weights);
        checkModel(model, pca.fit(rows, weights), rows, weights);
      }
    }
  }

  /** Eigenvalues 90, 86, 3, 3: one gain for all is too small for the last. */
  @Test
  void adaptedGainsNeedFewerEpochs() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] x = new double[120][4];
    for (int i = 0; i < x.length; i++) {
      for (int c = 0; c < 4; c++) {
        x[i][c] = 0.3 * random.nextGaussian() + (i % 3 == c ? 3 : 0);
      }
    }
    Rows rows = Definition.rows(x);
    KernelPca pca = KernelPca.with(Gaussian.sigma(2)).rank(4).threads(1);
    double best = Arrays.stream(pca.fit(rows).eigenvalues()).sum();
    double[] missed = new double[2];
    for (int kind = 0; kind < 2; kind++) {
      KernelPcaModel model = pca.method(new Hebbian(kind == 1, 30, 30)).fit(rows);
      missed[kind] = best - Arrays.stream(model.eigenvalues()).sum();
    }
    assertThat(missed[1]).isLessThan(0.2 * missed[0]);
  }

  @Test
  void itStopsWhenNothingChanges() {
    Rows rows = Definition.rows(points(N, 3));
    KernelPcaModel model =
        KernelPca.with(Definition.kernel("linear"))
            .rank(3)
            .method(new Hebbian(true, 5000, 30))
            .fit(rows);
    // Three features: the axes span all of them at once.
    assertThat(model.report().solver()).contains("kha-smd");
    assertThat(model.report().notes()).noneMatch(note -> note.contains("still changing"));
    assertThat(model.rank()).isEqualTo(3);
  }

  @Test
  void moreAxesThanTheKernelHasDimensionsAreLeftOut() {
    Rows rows = Definition.rows(points(N, 3));
    KernelPcaModel model =
        KernelPca.with(Definition.kernel("linear"))
            .rank(5)
            .method(new Hebbian(false, 20, 30))
            .fit(rows);
    assertThat(model.rank()).isEqualTo(3);
    assertThat(model.report().rankRequested()).isEqualTo(5);
    assertThat(model.report().rankReason()).contains("only 3");
  }

  @Test
  void aGivenMatrixIsTheKernel() {
    double[][] x = points(N, 4);
    Kernel kernel = Gaussian.sigma(1);
    KernelPca pca = KernelPca.with(kernel).rank(2).seed(3).method(new Hebbian(true, 20, 30));
    KernelPcaModel model = pca.fit(Definition.rows(x));
    KernelPcaModel given =
        KernelPca.with(new Precomputed(true))
            .rank(2)
            .seed(3)
            .method(new Hebbian(true, 20, 30))
            .fit(Definition.rows(Definition.gram(kernel, x)));
    assertThat(given.eigenvalues()).containsExactly(model.eigenvalues(), within(1e-9));
    assertThat(given.report().certificate()).isNotNull();
    KernelPcaModel unknown =
        KernelPca.with(new Precomputed(false))
            .rank(2)
            .method(new Hebbian(true, 20, 30))
            .fit(Definition.rows(Definition.gram(kernel, x)));
    assertThat(unknown.report().certificate()).isNull();
    assertThat(unknown.report().certificateReason()).contains("positive semidefinite");
  }

  @Test
  void unitsDoNotMatter() {
    Rows rows = Definition.rows(points(N, 4));
    for (boolean adaptive : new boolean[] {true, false}) {
      KernelPca pca = KernelPca.with(Gaussian.sigma(1)).rank(2);
      Hebbian method = new Hebbian(adaptive, 5, 30);
      double[] values = pca.method(method).fit(rows).eigenvalues();
      double[] scaled =
          KernelPca.with(Definition.kernel("1024*gaussian(sigma=1)"))
              .rank(2)
              .method(method)
              .fit(rows)
              .eigenvalues();
      for (int c = 0; c < 2; c++) {
        assertThat(scaled[c]).isCloseTo(1024 * values[c], within(1e-9 * scaled[0]));
      }
    }
  }

  /** Enough rows for two blocks of points, with and without room for the matrix. */
  @Test
  void threadsAndMemoryChangeNoBit() {
    Rows rows = Definition.rows(points(4200, 3));
    KernelPca pca =
        KernelPca.with(Gaussian.sigma(1)).rank(2).seed(1).method(new Hebbian(true, 1, 30));
    KernelPcaModel one = pca.threads(1).memory(1L << 40).fit(rows);
    KernelPcaModel three = pca.threads(3).memory(100L << 20).fit(rows);
    assertThat(one.report().operator().toString()).contains("stored");
    assertThat(three.report().operator().toString()).contains("tiled");
    assertThat(three.coefficients().values()).isEqualTo(one.coefficients().values());
    assertThat(three.eigenvalues()).isEqualTo(one.eigenvalues());
    assertThat(pca.seed(2).threads(2).memory(100L << 20).fit(rows).eigenvalues())
        .isNotEqualTo(one.eigenvalues());
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    Rows rows = Definition.rows(points(N, 3));
    KernelPca pca = KernelPca.with(Gaussian.sigma(1)).method(Hebbian.withMetaDescent());
    assertThatThrownBy(() -> pca.variance(0.9).fit(rows)).hasMessageContaining("give a rank");
    assertThatThrownBy(() -> pca.rank(61).fit(rows)).hasMessageContaining("exceeds the 60 rows");
    assertThatThrownBy(() -> pca.memory(10_000).fit(rows))
        .isInstanceOf(MemoryExceededException.class);
    assertThatThrownBy(() -> pca.rank(1).fit(Definition.rows(new double[9][2])))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no variance");
    assertThatThrownBy(() -> new Hebbian(true, 0, 1)).hasMessageContaining("epochs = 0");
    assertThatThrownBy(() -> new Hebbian(true, 1, 0)).hasMessageContaining("rate = 0");
    assertThatThrownBy(() -> read("hebbian(smt=true)")).hasMessageContaining("smd");
  }

  @Test
  void textsComeBack() {
    for (String text :
        new String[] {
          "hebbian(smd=true)", "hebbian(smd=false)", "hebbian(smd=true,epochs=7,rate=2.5)"
        }) {
      assertThat(read(text).spec()).isEqualTo(text);
    }
    assertThat(read("hebbian")).isEqualTo(Hebbian.withMetaDescent());
  }

  /** Largest principal angle between the components' scores over the rows. */
  private static double angle(
      KernelPcaModel model, KernelPcaModel exact, Rows rows, double[] weights) {
    return SubspaceAngles.largest(
        normalized(model, rows, weights),
        normalized(exact, rows, weights),
        Backend.instance().blas());
  }

  private static Matrix normalized(KernelPcaModel model, Rows rows, double[] weights) {
    double[] scores = model.transform(rows).toArray();
    double[] w = Definition.weights(weights, rows.count());
    for (int k = 0; k < scores.length; k++) {
      int c = k % model.rank();
      scores[k] *= Math.sqrt(w[k / model.rank()] / model.eigenvalues()[c]);
    }
    return Matrix.wrap(rows.count(), model.rank(), scores);
  }

  private static double[] weights() {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> i % 9 == 8 ? 0 : random.nextDouble(0.2, 3));
    return weights;
  }

  private static Method read(String text) {
    return MethodCatalog.parse(
        text, new MethodCatalog.Wishes(null, null, null, null, null, "auto", "auto"));
  }
}
