package dev.mercer.internal.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.features.Landmarks;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.PivotedCholesky;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pivoted Cholesky by blocks against the same, one column at a time by plain loops. */
class PivotedCholeskySelectorTest {

  private static final PivotedCholesky SELECTOR = new PivotedCholesky();
  private static final String KERNEL = "gaussian(sigma=1.5)";

  /** Every pivot of the dense elimination, in order; stops below the cut-off. */
  private static int[] definition(Selection selection) {
    double[][] gram = selection.gram();
    double[] w = selection.weightsOrOnes();
    double largest = 0;
    for (int i = 0; i < gram.length; i++) {
      largest = w[i] > 0 ? Math.max(largest, gram[i][i]) : largest;
    }
    double[][] residual = gram;
    int[] chosen = new int[selection.count()];
    for (int k = 0; k < chosen.length; k++) {
      double[] mass = new double[gram.length];
      for (int i = 0; i < gram.length; i++) {
        mass[i] = w[i] > 0 && residual[i][i] > 1e-10 * largest ? residual[i][i] : 0;
      }
      double most = Arrays.stream(mass).max().orElseThrow();
      if (most == 0) {
        return Arrays.copyOf(chosen, k);
      }
      // Diagonals that should be equal differ in the last digit: those of the cosine.
      while (mass[chosen[k]] < most - 1e-13 * largest) {
        chosen[k]++;
      }
      residual = Selection.residual(residual, chosen[k]);
    }
    return chosen;
  }

  @Test
  void everyKernel() {
    double[][] points = Definition.points(120, 3, 7);
    double[] weights = new double[120];
    Arrays.setAll(weights, i -> i % 4 * 0.5);
    for (String spec : Definition.KERNELS) {
      for (double[] given : new double[][] {null, weights}) {
        // The linear kernel has 3 pivots, the cosine too: what follows is rounding.
        Selection selection = Selection.of(spec, points, 15).weights(given);
        assertThat(selection.by(SELECTOR).rows()).as(spec).isEqualTo(definition(selection));
      }
    }
  }

  @Property(tries = 25)
  void blocksOfPivotsAreThoseOfOneAtATime(
      @ForAll @IntRange(min = 1, max = 400) int n,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll long seed) {
    double[][] points = Definition.points(n, d, seed);
    double[] weights = new double[n];
    SplittableRandom random = new SplittableRandom(seed);
    Arrays.setAll(weights, i -> random.nextInt(3) + (i == 0 ? 1 : 0));
    int candidates = (int) Arrays.stream(weights).filter(weight -> weight > 0).count();
    // Far from the cut-off, where rounding would decide.
    Selection selection =
        Selection.of("laplacian(sigma=2)", points, Math.min(candidates, 60)).weights(weights);
    assertThat(selection.by(SELECTOR).rows()).isEqualTo(definition(selection));
  }

  @Test
  void featuresAreTheFactor() {
    Selection selection = Selection.of(KERNEL, Definition.points(600, 4, 2), 250).threads(2);
    Landmarks landmarks = selection.by(SELECTOR);
    double[][] f = Selection.rows(landmarks.features());
    double[][] gram = selection.gram();
    for (int j = 0; j < landmarks.count(); j++) {
      int row = landmarks.rows()[j];
      for (int c = j + 1; c < landmarks.count(); c++) {
        assertThat(f[row][c]).isZero();
      }
      for (int i = 0; i < 600; i++) {
        double sum = 0;
        for (int c = 0; c <= j; c++) {
          sum += f[i][c] * f[row][c];
        }
        // Rounding of a sum of 250 products, over the root of the cut-off.
        Definition.requireClose(sum, gram[i][row], 250 * 1e-16 / 1e-5, "(%d, %d)", i, row);
      }
    }
  }

  @Test
  void threadsChangeNoBit() {
    Selection selection = Selection.of(KERNEL, Definition.points(1500, 5, 9), 300);
    Landmarks expected = selection.by(SELECTOR);
    Landmarks landmarks = selection.threads(2).by(SELECTOR);
    assertThat(landmarks.rows()).isEqualTo(expected.rows());
    assertThat(Selection.rows(landmarks.features()))
        .isDeepEqualTo(Selection.rows(expected.features()));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 30_000_000})
  void littleMemoryGivesTheSameRows(long memory) {
    Selection selection = Selection.of(KERNEL, Definition.points(3000, 5, 9), 150);
    Landmarks landmarks = selection.memory(memory).threads(2).by(SELECTOR);
    assertThat(landmarks.features() == null).isEqualTo(memory == 0);
    assertThat(landmarks.rows()).isEqualTo(selection.by(SELECTOR).rows());
  }

  @Test
  void stopsWhereTheToleranceIsFirstMet() {
    for (double tolerance : new double[] {0.3, 0.05, 0.003}) {
      Selection selection =
          Selection.of(KERNEL, Definition.points(200, 2, 3), 120).tolerance(tolerance);
      int[] rows = selection.by(SELECTOR).rows();
      double[][] gram = selection.gram();
      assertThat(selection.trace(Selection.residual(gram, rows)))
          .isLessThanOrEqualTo(tolerance * 200 * (1 + 1e-9));
      int[] fewer = Arrays.copyOf(rows, rows.length - 1);
      assertThat(selection.trace(Selection.residual(gram, fewer)))
          .isGreaterThan(tolerance * 200 * (1 - 1e-9));
    }
  }

  /** Equal rows have equal residuals up to rounding: the first of them is the landmark. */
  @Test
  void tiesGoToTheLowestIndex() {
    double[][] points = new double[700][];
    double[][] distinct = Definition.points(50, 3, 5);
    Arrays.setAll(points, i -> distinct[i % 50]);
    for (int threads = 1; threads <= 2; threads++) {
      Landmarks landmarks = Selection.of(KERNEL, points, 60).threads(threads).by(SELECTOR);
      assertThat(landmarks.rows())
          .isEqualTo(definition(Selection.of(KERNEL, distinct, 50)))
          .hasSize(50);
      assertThat(landmarks.notes()).singleElement().asString().contains("50 landmarks instead of");
    }
  }

  @Test
  void aPrecomputedMatrixGivesTheRowsOfItsKernel() {
    Selection selection = Selection.of(KERNEL, Definition.points(400, 3, 5), 60);
    assertThat(selection.precomputed().threads(2).by(SELECTOR).rows())
        .isEqualTo(selection.by(SELECTOR).rows());
  }

  @Test
  void specs() {
    assertThat(SelectorCatalog.parse("pivoted-cholesky").spec()).isEqualTo("pivoted-cholesky");
    assertThatThrownBy(() -> SelectorCatalog.parse("pivoted-cholesky(block=3)"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("block");
  }
}
