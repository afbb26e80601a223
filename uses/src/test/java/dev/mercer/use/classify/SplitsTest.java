package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SplitsTest {

  /** Every class has at least {@code least} rows. */
  private static LabelSets labels(int rows, int classes, int least, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String[] names = new String[rows + classes * least];
    for (int i = 0; i < names.length; i++) {
      names[i] = "c" + (i < rows ? random.nextInt(classes) : (i - rows) % classes);
    }
    return LabelSets.of(names);
  }

  @Property(tries = 100)
  void foldsDivideEveryClassEvenly(
      @ForAll @IntRange(max = 80) int rows,
      @ForAll @IntRange(min = 1, max = 5) int classes,
      @ForAll @IntRange(min = 2, max = 6) int folds,
      @ForAll long seed) {
    LabelSets labels = labels(rows, classes, 6, seed);
    Splits splits = Splits.folds(labels, folds, seed);
    assertThat(splits.parts()).hasSize(folds);
    int[] judged = new int[labels.rows()];
    for (Splits.Part part : splits.parts()) {
      requireDivision(labels, part);
      Arrays.stream(part.test()).forEach(row -> judged[row]++);
      assertThat(part.test().length - labels.rows() / folds).isBetween(0, 1);
      int[] all = labels.sizes();
      LabelSets test = labels.select(part.test());
      for (int k = 0; k < all.length; k++) {
        int here = test.sizes()[test.names().indexOf(labels.names().get(k))];
        assertThat(here - all[k] / folds).isBetween(0, 1);
      }
    }
    assertThat(judged).containsOnly(1);
    int[] foldOf = (int[]) splits.assignment();
    for (int row = 0; row < foldOf.length; row++) {
      assertThat(splits.parts().get(foldOf[row]).test()).contains(row);
    }
  }

  @Property(tries = 100)
  void aShareIsHeldBackOfEveryClass(
      @ForAll @IntRange(max = 80) int rows,
      @ForAll @IntRange(min = 1, max = 5) int classes,
      @ForAll @DoubleRange(min = 0.1, max = 0.9) double share,
      @ForAll @IntRange(max = 1000) int seed) {
    LabelSets labels = labels(rows, classes, 10, seed);
    Splits splits = Splits.repeated(labels, 3, share, seed);
    assertThat(splits.seeds()).containsExactly(seed, seed + 1L, seed + 2L);
    for (Splits.Part part : splits.parts()) {
      requireDivision(labels, part);
      assertThat(Math.abs(part.test().length - share * labels.rows())).isLessThanOrEqualTo(0.5);
      int[] left = labels.select(part.train()).sizes();
      for (int k = 0; k < left.length; k++) {
        // Rounding is carried on, so a class may be one row off.
        assertThat(Math.abs(left[k] - (1 - share) * labels.sizes()[k])).isLessThan(1 + 1e-9);
      }
    }
  }

  private static void requireDivision(LabelSets labels, Splits.Part part) {
    int[] all =
        IntStream.concat(Arrays.stream(part.train()), Arrays.stream(part.test()))
            .sorted()
            .toArray();
    assertThat(all).containsExactly(IntStream.range(0, labels.rows()).toArray());
    assertThat(part.train()).isSorted();
    assertThat(part.test()).isSorted();
  }

  @Test
  void theSeedDecides() {
    LabelSets labels = labels(60, 3, 5, 1);
    assertThat((int[]) Splits.folds(labels, 4, 9).assignment())
        .containsExactly((int[]) Splits.folds(labels, 4, 9).assignment())
        .isNotEqualTo(Splits.folds(labels, 4, 10).assignment());
    // A repeat is what its own seed gives.
    assertThat(Splits.repeated(labels, 3, 0.3, 5).parts().get(2).test())
        .containsExactly(Splits.repeated(labels, 1, 0.3, 7).parts().get(0).test());
  }

  @Test
  void rowsOfSeveralLabelsGoWithTheFirst() {
    LabelSets labels =
        LabelSets.of(new String[] {"a;z", "a", "b;z", "b", "a", "b"}, ";"); // z is never first
    for (Splits.Part part : Splits.folds(labels, 3, 0).parts()) {
      assertThat(part.test()).hasSize(2);
      assertThat(labels.select(part.test()).names()).contains("a", "b");
    }
  }

  @Test
  void aClassKeepsARowToLearnFrom() {
    LabelSets labels = LabelSets.of("a", "b", "b", "b", "b", "b", "b", "b", "b", "b");
    for (long seed = 0; seed < 20; seed++) {
      Splits.Part part = Splits.repeated(labels, 1, 0.9, seed).parts().get(0);
      assertThat(labels.select(part.train()).names()).isEqualTo(List.of("a", "b"));
    }
  }

  @Test
  void whatCannotBeDivided() {
    LabelSets labels = LabelSets.of("a", "a", "a", "b", "b");
    assertThatThrownBy(() -> Splits.folds(labels, 3, 0))
        .hasMessage("folds = 3; allowed are 2 to 2, the rows of the smallest class, 'b'");
    assertThatThrownBy(() -> Splits.folds(labels, 1, 0)).hasMessageContaining("folds = 1");
    assertThatThrownBy(() -> Splits.folds(LabelSets.of("a", "b", "b"), 2, 0))
        .hasMessageContaining("too small to be divided");
    assertThatThrownBy(() -> Splits.repeated(labels, 0, 0.5, 0)).hasMessageContaining("repeats");
    assertThatThrownBy(() -> Splits.repeated(labels, 1, 1, 0)).hasMessageContaining("below 1");
    assertThatThrownBy(() -> Splits.repeated(labels, 1, Double.NaN, 0)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Splits.repeated(labels, 1, 0.01, 0))
        .hasMessageContaining("leaves no row");
  }
}
