package dev.mercer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.data.Precision;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.TileGrid;
import dev.mercer.internal.exact.RouteSizes;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.StoredGram;
import dev.mercer.internal.linalg.SubspaceAngles;
import dev.mercer.internal.score.ModelScorer;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.method.Exact;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All ways to the same model: solvers, operators, precisions, what a memory budget chooses. */
class ExactRoutesTest {

  private static final Kernel KERNEL = Gaussian.sigma(1.5);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void solversAndOperatorsAgree(boolean center) {
    double[][] x = Definition.points(80, 3, 11);
    double[] weights = new double[80];
    java.util.Arrays.setAll(weights, i -> 0.5 + i % 3);
    Definition.Pca expected = Definition.pca(KERNEL, x, weights, center);
    for (String solver :
        new String[] {
          "dense", "lanczos", "block-krylov", "davidson", "subspace", "power", "auto"
        }) {
      for (String operator : new String[] {"stored", "tiled", "auto"}) {
        KernelPcaModel model =
            KernelPca.with(KERNEL)
                .rank(4)
                .center(center)
                .method(new Exact(solver, operator))
                .fit(Definition.rows(x), weights);
        ExactDefinitionTest.check(model, expected, weights);
        FitReport used = model.report();
        assertThat(used.solver()).isEqualTo(solver.equals("auto") ? "dense" : solver);
        double[] residuals = used.residuals();
        assertThat(residuals).hasSize(4);
        for (double residual : residuals) {
          assertThat(residual).isLessThanOrEqualTo(1e-10 * model.eigenvalues()[0]);
        }
      }
    }
  }

  @Test
  void unknownNamesListTheKnownOnes() {
    assertThatThrownBy(() -> new Exact("magic", "auto"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("block-krylov");
    assertThatThrownBy(() -> new Exact("auto", "magic"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("auto, stored, tiled");
  }

  @ParameterizedTest
  @CsvSource({
    "90,auto,auto",
    "600,auto,auto",
    "600,block-krylov,tiled",
    "900,davidson,tiled",
    "600,lanczos,stored"
  })
  void floatIsRightToSixDigits(int n, String solver, String operator) {
    Rows rows = Definition.rows(Definition.points(n, 3, 12));
    KernelPca pca = KernelPca.with(KERNEL).rank(5).method(new Exact(solver, operator));
    KernelPcaModel exact = pca.fit(rows);
    KernelPcaModel single = pca.precision(Precision.FLOAT).fit(rows);
    for (int c = 0; c < 5; c++) {
      double value = exact.eigenvalues()[c];
      assertThat(single.eigenvalues()[c]).isCloseTo(value, within(1e-5 * value));
    }
    assertThat(single.report().totalVariance())
        .isCloseTo(exact.report().totalVariance(), within(1e-5 * exact.report().totalVariance()));
    // Vectors turn by the error of the matrix over the gap.
    double gap = exact.eigenvalues()[4] / 20;
    assertThat(largestAngle(single, exact)).isLessThan(1e-5 * exact.eigenvalues()[0] / gap);
    try (Workers workers = Workers.of(2)) {
      Matrix doubles = ModelScorer.of(exact, Precision.DOUBLE, n, workers).score(rows);
      Matrix floats = ModelScorer.of(exact, Precision.FLOAT, n, workers).score(rows);
      for (int k = 0; k < n * 5; k++) {
        // Coefficients sum to at most sqrt(n / eigenvalue) in magnitude.
        double tolerance = 4e-6 * Math.sqrt(n / exact.eigenvalues()[4]) * 4;
        Definition.requireClose(floats.values()[k], doubles.values()[k], tolerance, "score %d", k);
      }
    }
  }

  /**
   * 2,400 rows: 23 MB in double, 12 in float. One budget between the two plans refines a float
   * matrix, one below recomputes it, and less than that is refused.
   */
  @Test
  void theMemoryAllowedChoosesTheOperator() {
    int n = 2400;
    Rows rows = Definition.rows(Definition.points(n, 4, 13));
    KernelPca pca = KernelPca.with(Gaussian.sigma(2)).method(Exact.auto()).rank(4).threads(2);
    Plan storedPlan = pca.memory(1L << 40).plan(rows, null);
    assertThat(storedPlan.operator()).isEqualTo("stored");
    assertThat(pca.memory(storedPlan.peakBytes()).plan(rows, null)).isEqualTo(storedPlan);

    long tooLittle = Budgets.least(pca, rows, null, "stored") - 1;
    Plan refinedPlan = pca.memory(tooLittle).plan(rows, null);
    assertThat(refinedPlan.operator()).isEqualTo("refined");
    assertThat(refinedPlan.peakBytes()).isLessThanOrEqualTo(tooLittle);
    assertThat(tooLittle).isLessThan(StoredGram.bytes(n, false) * 2);
    assertThat(refinedPlan.notes()).anyMatch(note -> note.contains("lower triangle"));

    Plan tiledPlan = pca.memory(Budgets.least(pca, rows, null, "refined") - 1).plan(rows, null);
    assertThat(tiledPlan.operator()).isEqualTo("tiled");

    KernelPcaModel stored = pca.memory(1L << 40).fit(rows);
    KernelPcaModel refined = pca.memory(tooLittle).fit(rows);
    KernelPcaModel tiled = pca.memory(tiledPlan.peakBytes()).fit(rows);
    assertThat(kind(stored)).isEqualTo("stored");
    assertThat(kind(refined)).isEqualTo("refined");
    assertThat(kind(tiled)).isEqualTo("tiled");
    for (KernelPcaModel model : List.of(refined, tiled)) {
      double largest = stored.eigenvalues()[0];
      double[] residuals = model.report().residuals();
      for (int c = 0; c < 4; c++) {
        double value = stored.eigenvalues()[c];
        assertThat(model.eigenvalues()[c]).isCloseTo(value, within(1e-9 * value));
        assertThat(residuals[c]).isLessThanOrEqualTo(1e-10 * largest);
      }
      assertThat(largestAngle(model, stored)).isLessThan(1e-7);
      assertThat(model.report().totalVariance())
          .isCloseTo(stored.report().totalVariance(), within(1e-11 * n));
    }
    // A third as many kernel values as recomputing takes, and more than storing.
    long triangle = evaluations(stored);
    long tile = new TileGrid(n).tileRows();
    long drawn = RouteSizes.sample(storedPlan.details());
    long sample = drawn * (n + drawn);
    assertThat(triangle).isBetween((long) n * n / 2 + sample, n * (n + tile) / 2 + n + sample);
    assertThat(evaluations(refined)).isBetween(2 * triangle, 5 * triangle);
    assertThat(evaluations(tiled)).isGreaterThan(evaluations(refined));

    KernelPca tight = pca.memory(Budgets.least(pca, rows, null, "tiled") - 1);
    assertThatThrownBy(() -> tight.fit(rows))
        .isInstanceOf(MemoryExceededException.class)
        .hasMessageContaining("tiled matrix")
        .hasMessageContaining("needs")
        .hasMessageContaining("rows would fit")
        .satisfies(
            e -> {
              long needed = ((MemoryExceededException) e).bytesNeeded();
              assertThat(pca.memory(needed).plan(rows, null).operator()).isEqualTo("tiled");
            });
    assertThatThrownBy(() -> tight.plan(rows, null)).isInstanceOf(MemoryExceededException.class);
    // What was asked for by name is not replaced, but what would fit is said.
    assertThatThrownBy(() -> pca.memory(tooLittle).method(new Exact("auto", "stored")).fit(rows))
        .isInstanceOf(MemoryExceededException.class)
        .hasMessageContaining("the operator tiled")
        .hasMessageContaining("would fit");

    // The same bits for any number of threads, of each.
    for (Plan plan : List.of(storedPlan, refinedPlan, tiledPlan)) {
      KernelPca limited = pca.memory(plan.peakBytes()).seed(5);
      assertThat(limited.threads(1).plan(rows, null).operator()).isEqualTo(plan.operator());
      assertSameModel(limited.threads(1).fit(rows), limited.threads(2).fit(rows));
    }
  }

  /** Weights, and no centring, through the refined route. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void refinedWithWeights(boolean center) {
    int n = 2400;
    Rows rows = Definition.rows(Definition.points(n, 4, 14));
    double[] weights = new double[n];
    java.util.Arrays.setAll(weights, i -> i % 5);
    KernelPca pca = KernelPca.with(Gaussian.sigma(2)).rank(6).center(center).threads(2);
    KernelPcaModel stored = pca.fit(rows, weights);
    long budget = Budgets.least(pca, rows, weights, "stored") - 1;
    assertThat(pca.memory(budget).plan(rows, weights).operator()).isEqualTo("refined");
    KernelPcaModel refined = pca.memory(budget).fit(rows, weights);
    for (int c = 0; c < 6; c++) {
      double value = stored.eigenvalues()[c];
      assertThat(refined.eigenvalues()[c]).isCloseTo(value, within(1e-9 * value));
    }
    double[] angles =
        SubspaceAngles.between(
            axes(refined, weights), axes(stored, weights), Backend.instance().blas());
    assertThat(angles[5]).isLessThan(1e-7);
  }

  @ParameterizedTest
  @CsvSource({
    "auto,auto,70",
    "block-krylov,stored,600",
    "davidson,stored,600",
    "lanczos,tiled,300",
    "subspace,stored,300"
  })
  void seedsChangeNothingButRounding(String solver, String operator, int n) {
    Rows rows = Definition.rows(Definition.points(n, 3, 15));
    KernelPca pca = KernelPca.with(KERNEL).rank(4).method(new Exact(solver, operator));
    KernelPcaModel first = pca.seed(1).fit(rows);
    assertSameModel(pca.seed(1).fit(rows), first);
    assertSameModel(pca.seed(1).threads(1).fit(rows), first);
    KernelPcaModel second = pca.seed(2).fit(rows);
    for (int c = 0; c < 4; c++) {
      double value = first.eigenvalues()[c];
      assertThat(second.eigenvalues()[c]).isCloseTo(value, within(1e-10 * first.eigenvalues()[0]));
    }
    assertThat(largestAngle(second, first)).isLessThan(1e-7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gaussian(sigma=1.5)", "linear", "laplacian-l1(sigma=2)"})
  void threadsChangeNoBitOfTheScores(String spec) {
    Rows rows = Definition.rows(Definition.points(1300, 3, 16));
    KernelPcaModel model = KernelPca.with(Definition.kernel(spec)).rank(3).fit(rows);
    for (Precision precision : Precision.values()) {
      double[] expected = null;
      for (int threads = 1; threads <= 3; threads++) {
        try (Workers workers = Workers.of(threads)) {
          double[] scores = ModelScorer.of(model, precision, 1300, workers).score(rows).values();
          expected = expected == null ? scores : expected;
          assertThat(scores).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void theScorerRefusesRowsOfAnotherWidth() {
    KernelPcaModel model =
        KernelPca.with(KERNEL).rank(1).fit(Definition.rows(Definition.points(9, 3, 16)));
    assertThatThrownBy(() -> model.transform(Definition.rows(Definition.points(2, 4, 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 columns")
        .hasMessageContaining("expects 3");
  }

  static void assertSameModel(KernelPcaModel a, KernelPcaModel b) {
    assertThat(a.eigenvalues()).isEqualTo(b.eigenvalues());
    assertThat(a.coefficients().values()).isEqualTo(b.coefficients().values());
    assertThat(a.offset()).isEqualTo(b.offset());
    assertThat(a.meanSquaredNorm()).isEqualTo(b.meanSquaredNorm());
    assertThat(a.report().totalVariance()).isEqualTo(b.report().totalVariance());
  }

  private static String kind(KernelPcaModel model) {
    return model.report().operator().kind();
  }

  private static long evaluations(KernelPcaModel model) {
    return model.report().stages().stream().mapToLong(Stage::kernelEvaluations).sum();
  }

  /** Between the spans of the eigenvectors of two models without weights. */
  private static double largestAngle(KernelPcaModel a, KernelPcaModel b) {
    double[] angles =
        SubspaceAngles.between(axes(a, null), axes(b, null), Backend.instance().blas());
    return angles[angles.length - 1];
  }

  /** The eigenvectors, which are the coefficients over sqrt(w), of length one. */
  private static Matrix axes(KernelPcaModel model, double[] weights) {
    double[] values = model.coefficients().toArray();
    int rank = model.rank();
    for (int k = 0; k < values.length && weights != null; k++) {
      values[k] = weights[k / rank] == 0 ? 0 : values[k] / Math.sqrt(weights[k / rank]);
    }
    for (int c = 0; c < rank; c++) {
      double norm = 0;
      for (int i = 0; i < model.coefficients().rows(); i++) {
        norm = Math.hypot(norm, values[i * rank + c]);
      }
      for (int i = 0; i < model.coefficients().rows(); i++) {
        values[i * rank + c] /= norm;
      }
    }
    return Matrix.wrap(model.coefficients().rows(), rank, values);
  }
}
