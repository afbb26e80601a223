package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.MemoryExceededException;
import dev.mercer.ModelDefinition;
import dev.mercer.Plan;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.KernelSpec;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the method auto takes: exact where that is affordable, else subset, and it says why. */
class AutoTest {

  private static final Rows FEW = DenseRows.of(Definition.points(300, 3, 1));

  /** So many that n^2 (d + 250) flops are beyond what auto spends; planned here, never fitted. */
  private static final Rows MANY = DenseRows.wrap(70_000, 2, uniform(140_000));

  private static double[] uniform(int count) {
    SplittableRandom random = new SplittableRandom(3);
    double[] values = new double[count];
    Arrays.setAll(values, i -> random.nextDouble());
    return values;
  }

  private static Method method(String name, MethodCatalog.Wishes wishes) {
    return MethodCatalog.parse(name, wishes);
  }

  private static Method auto() {
    return method("auto", wishes(null, null, "auto", "auto"));
  }

  private static MethodCatalog.Wishes wishes(
      Integer landmarks, String selector, String solver, String operator) {
    return new MethodCatalog.Wishes(landmarks, null, null, selector, null, solver, operator);
  }

  private static KernelPca pca(String kernel) {
    return KernelPca.with(KernelSpec.parse(kernel)).rank(3).seed(5).memory(1L << 36).method(auto());
  }

  private static void sameBits(KernelPcaModel found, KernelPcaModel wanted) {
    assertThat(found.eigenvalues()).containsExactly(wanted.eigenvalues());
    assertThat(found.coefficients().toArray()).containsExactly(wanted.coefficients().toArray());
  }

  @Test
  void fewRowsAreFittedExactly() {
    KernelPca pca = pca("gaussian(sigma=2)");
    assertThat(pca.plan(FEW, null).method()).isEqualTo("exact");
    sameBits(
        pca.fit(FEW), pca.method(method("exact", wishes(null, null, "auto", "auto"))).fit(FEW));
  }

  @Test
  void manyRowsAreSeenThroughLandmarks() {
    Plan plan = pca("cosine").plan(MANY, null);
    assertThat(plan.method()).isEqualTo("subset");
    assertThat(plan.notes())
        .anyMatch(note -> note.contains("an exact fit would need 1.2e+12 flops"))
        .anyMatch(note -> note.contains("compared on a pilot of 4000 rows"));
  }

  /** Many rows are no reason where the kernel has fast sums, or few features. */
  @ParameterizedTest
  @CsvSource({"gaussian(sigma=2), expansion", "linear, feature-space"})
  void manyRowsAreFittedExactlyWhereThatIsFast(String kernel, String operator) {
    Plan plan = pca(kernel).plan(MANY, null);
    assertThat(plan.method()).isEqualTo("exact");
    assertThat(plan.operator()).isEqualTo(operator);
  }

  /** No certificate could say how good a subset is under these. */
  @Test
  void anIndefiniteKernelIsFittedExactlyHoweverManyRowsThereAre() {
    assertThat(pca("tanh(scale=0.1)").plan(MANY, null).method()).isEqualTo("exact");
  }

  @ParameterizedTest
  @CsvSource({"lanczos, auto", "auto, tiled"})
  void whoAsksForASolverOrAnOperatorWantsAnExactFit(String solver, String operator) {
    Plan plan =
        pca("cosine").method(method("auto", wishes(null, null, solver, operator))).plan(MANY, null);
    assertThat(plan.method()).isEqualTo("exact");
  }

  @Test
  void whatIsNoSolverIsRefused() {
    assertThatThrownBy(() -> method("auto", wishes(null, null, "magic", "auto")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("magic");
  }

  @Test
  void whoAsksForLandmarksGetsThem() {
    KernelPca pca =
        pca("gaussian(sigma=2)").method(method("auto", wishes(20, null, "auto", "auto")));
    Plan plan = pca.plan(FEW, null);
    assertThat(plan.method()).isEqualTo("subset");
    assertThat(plan.notes()).anyMatch(note -> note.contains("because landmarks were asked for"));
    assertThat(pca.fit(FEW).points().count()).isEqualTo(20);
  }

  /** A selector that was asked for is used: there is nothing to compare on a pilot. */
  @Test
  void whoAsksForASelectorGetsItWithoutAPilot() {
    KernelPca pca = pca("gaussian(sigma=2)");
    KernelPca asked = pca.method(method("auto", wishes(20, "farthest", "auto", "auto")));
    KernelPcaModel model = asked.fit(FEW);
    sameBits(model, pca.method(method("subset", wishes(20, "farthest", "auto", "auto"))).fit(FEW));
    assertThat(model.report().toJson()).doesNotContain("\"pilot\"");
    assertThat(model.report().notes()).noneMatch(note -> note.contains("on a pilot of"));
  }

  /**
   * Where memory has no room for an exact fit, auto takes subset with the reason, adds landmarks
   * until the tolerance is met, and the pilot compares selectors by that tolerance.
   */
  @Test
  void memoryThatIsShortIsAReasonForLandmarks() {
    Rows rows = DenseRows.of(Definition.points(20_000, 5, 4));
    KernelPca pca = pca("cosine");
    Method exact = method("exact", wishes(null, null, "auto", "auto"));
    long memory = 1L << 36;
    while (fits(pca.method(exact).memory(memory), rows)) {
      memory -= memory / 8;
    }
    Method tolerant =
        method("auto", new MethodCatalog.Wishes(null, 1e-2, null, null, null, "auto", "auto"));
    KernelPca within = pca.method(tolerant).memory(memory);
    Plan plan = within.plan(rows, null);
    assertThat(plan.method()).isEqualTo("subset");
    assertThat(plan.notes()).anyMatch(note -> note.startsWith("auto takes subset: "));
    KernelPcaModel model = within.fit(rows);
    assertThat(model.report().notes())
        .anyMatch(note -> note.contains("the residual trace share is"));
    assertThat(model.report().certificate().value("residualTrace"))
        .isLessThanOrEqualTo(1e-2 * rows.count());
  }

  private static boolean fits(KernelPca pca, Rows rows) {
    try {
      pca.plan(rows, null);
      return true;
    } catch (MemoryExceededException e) {
      return false;
    }
  }

  /**
   * Uniform landmarks miss the few rows far from all others, and their kernel values hardly show in
   * the rest: the pilot finds that, and the model is that of the better selector.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void thePilotTakesTheBetterSelector(boolean weighted) {
    Rows rows = crowdAndHermits(900, 12);
    double[] weights = weighted ? ModelDefinition.weights(900) : null;
    KernelPca pca = pca("gaussian(sigma=1)").rank(14);
    KernelPcaModel model =
        pca.method(method("auto", wishes(16, null, "auto", "auto"))).fit(rows, weights);
    assertThat(model.report().notes())
        .anyMatch(note -> note.startsWith("rpcholesky landmarks: on a pilot of"));
    assertThat(model.report().toJson()).contains("\"pilot\"");
    sameBits(
        model,
        pca.method(method("subset", wishes(16, "rpcholesky", "auto", "auto"))).fit(rows, weights));
  }

  /** Where both do about as well, the cheaper uniform landmarks are taken. */
  @Test
  void aTieGoesToUniformLandmarks() {
    KernelPca pca = pca("linear").rank(2);
    Rows rows = DenseRows.of(Definition.points(400, 3, 8));
    KernelPcaModel model = pca.method(method("auto", wishes(30, null, "auto", "auto"))).fit(rows);
    assertThat(model.report().notes())
        .anyMatch(note -> note.startsWith("uniform landmarks: on a pilot of 400 rows"));
    sameBits(model, pca.method(method("subset", wishes(30, "uniform", "auto", "auto"))).fit(rows));
  }

  /** Rows without a weight are nobody's pilot. */
  @Test
  void thePilotIsOfRowsThatHaveWeight() {
    double[] weights = new double[400];
    Arrays.fill(weights, 0, 150, 2);
    Rows rows = DenseRows.of(Definition.points(400, 3, 8));
    KernelPca pca =
        pca("gaussian(sigma=2)").method(method("auto", wishes(20, null, "auto", "auto")));
    assertThat(pca.plan(rows, weights).notes())
        .anyMatch(note -> note.contains("compared on a pilot of 150 rows"));
    assertThat(pca.fit(rows, weights).report().notes())
        .anyMatch(note -> note.contains("landmarks: on a pilot of 150 rows with 37 landmarks"));
  }

  /** The library without a word and the program without an option do the same. */
  @Test
  void isTheDefault() {
    Method byName = method("auto", wishes(null, null, "auto", "auto"));
    assertThat(Auto.usual()).isEqualTo(byName);
    KernelPca plain = pca("laplacian(sigma=2)").rank(2);
    assertThat(plain.plan(MANY, null)).isEqualTo(plain.method(byName).plan(MANY, null));
    assertThat(plain.plan(MANY, null).method()).isEqualTo("subset");
    assertThat(plain.plan(FEW, null).method()).isEqualTo("exact");
  }

  /** Rows in one place, and some that are alone, far from it and from each other. */
  private static Rows crowdAndHermits(int n, int hermits) {
    double[][] points = Definition.points(n, 2, 11);
    for (int i = 0; i < n; i++) {
      boolean alone = i % (n / hermits) == 5;
      points[i][0] = alone ? 20 * (1 + i) : 0.3 * points[i][0];
      points[i][1] = alone ? 0 : 0.3 * points[i][1];
    }
    return DenseRows.of(points);
  }
}
