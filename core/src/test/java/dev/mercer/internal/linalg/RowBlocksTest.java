package dev.mercer.internal.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Row blocks against the definitions, for orders around the edges of blocks and slabs. */
class RowBlocksTest {

  private static final int WIDE = 7;
  private static final int NARROW = 3;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64, 65, 2047, 2048, 2049, 4097, 70_000})
  void agreeWithTheDefinitions(int n) {
    agree(n, WIDE, NARROW);
  }

  /** Panels that are full, begun, filled up with zeros; and more columns than are multiplied so. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 15, 16, 17, 24})
  void anyNumberOfColumnsWillDo(int narrow) {
    agree(70, 41, narrow);
    agree(1030, 24, narrow);
    agree(1030, narrow, narrow);
  }

  private static void agree(int n, int wide, int narrow) {
    try (Workers workers = Workers.of(2)) {
      RowBlocks rowBlocks = new RowBlocks(n, wide, narrow, workers);
      Tall a = random(n, wide + 2, 1).columns(1, wide);
      Tall b = random(n, narrow + 1, 2).columns(1, narrow);
      double rounding = 4 * Math.sqrt(n) * Math.ulp(16.0);

      double[] inner = new double[wide * narrow];
      rowBlocks.transposeTimes(a, b, inner, narrow);
      for (int i = 0; i < wide; i++) {
        for (int j = 0; j < narrow; j++) {
          double sum = 0;
          for (int row = 0; row < n; row++) {
            sum += at(a, row, i) * at(b, row, j);
          }
          assertThat(inner[i * narrow + j]).isCloseTo(sum, within(rounding * Math.sqrt(n)));
        }
      }

      double[] s = random(wide, narrow, 3).values();
      Tall product = random(n, narrow, 4);
      Tall before = copy(n, product);
      rowBlocks.addProduct(-2, a, s, narrow, 0.5, product);
      Tall turned = copy(n, a);
      rowBlocks.rotate(turned, s, narrow, narrow);
      Tall mixed = copy(n, product);
      rowBlocks.combine(2, b, -1, before, 0.25, mixed);
      double worst = 0;
      for (int row = 0; row < n; row++) {
        for (int j = 0; j < narrow; j++) {
          double sum = 0;
          for (int i = 0; i < wide; i++) {
            sum += at(a, row, i) * s[i * narrow + j];
          }
          double expected = -2 * sum + 0.5 * at(before, row, j);
          double mean = 2 * at(b, row, j) - at(before, row, j) + 0.25 * at(product, row, j);
          worst = Math.max(worst, Math.abs(at(product, row, j) - expected));
          worst = Math.max(worst, Math.abs(at(turned, row, j) - sum));
          worst = Math.max(worst, Math.abs(at(mixed, row, j) - mean));
        }
        for (int j = narrow; j < wide; j++) {
          worst = Math.max(worst, Math.abs(at(turned, row, j) - at(a, row, j)));
        }
      }
      // Sums of products of Gaussian numbers, all below 100.
      assertThat(worst).isLessThan(wide * Math.ulp(100.0));

      double[] norms = new double[wide];
      rowBlocks.columnNorms(a, norms);
      for (int j = 0; j < wide; j++) {
        double square = 0;
        for (int row = 0; row < n; row++) {
          square += at(a, row, j) * at(a, row, j);
        }
        assertThat(norms[j]).isCloseTo(Math.sqrt(square), within(rounding));
      }
    }
  }

  /** Steps of one sweep see what those before them wrote, and sums are taken apart. */
  @ParameterizedTest
  @ValueSource(ints = {1, 65, 2049, 70_000})
  void aSweepHasTheBitsOfItsSteps(int n) {
    try (Workers workers = Workers.of(2)) {
      RowBlocks rowBlocks = new RowBlocks(n, WIDE, NARROW, workers);
      Tall a = random(n, WIDE, 1);
      Tall b = random(n, NARROW, 2);
      double[] s = random(WIDE, NARROW, 3).values();
      double[] turn = random(NARROW, NARROW, 4).values();

      Tall apart = Tall.allocate(n, NARROW);
      double[] inner = new double[WIDE * NARROW];
      double[] gram = new double[NARROW * NARROW];
      double[] norms = new double[NARROW];
      rowBlocks.copy(b, apart);
      rowBlocks.addProduct(-1, a, s, NARROW, 1, apart);
      rowBlocks.transposeTimes(a, apart, inner, NARROW);
      rowBlocks.rotate(apart, turn, NARROW, NARROW);
      rowBlocks.transposeTimes(apart, apart, gram, NARROW);
      rowBlocks.columnNorms(apart, norms);

      Tall together = Tall.allocate(n, NARROW);
      double[] sweptInner = new double[WIDE * NARROW];
      double[] sweptGram = new double[NARROW * NARROW];
      double[] sweptNorms = new double[NARROW];
      rowBlocks
          .sweep()
          .copy(b, together)
          .addProduct(-1, a, s, NARROW, 1, together)
          .transposeTimes(a, together, sweptInner, NARROW)
          .rotate(together, turn, NARROW, NARROW)
          .transposeTimes(together, together, sweptGram, NARROW)
          .columnNorms(together, sweptNorms)
          .run();
      assertThat(together.values()).isEqualTo(apart.values());
      assertThat(sweptInner).isEqualTo(inner);
      assertThat(sweptGram).isEqualTo(gram);
      assertThat(sweptNorms).isEqualTo(norms);
    }
  }

  @Test
  void aSweepThatNeedsMoreMemoryThanThereIsSaysSo() {
    try (Workers workers = Workers.of(1)) {
      RowBlocks rowBlocks = new RowBlocks(5, 1, 1, workers);
      Tall wide = random(5, 80, 1);
      assertThatThrownBy(() -> rowBlocks.sweep().transposeTimes(wide, wide, new double[6400], 80))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("6400 numbers");
    }
  }

  @Test
  void numberOfThreadsChangesNoBit() {
    int n = 10_000;
    Tall a = random(n, WIDE, 1);
    Tall b = random(n, NARROW, 2);
    double[][] results = new double[3][WIDE * NARROW];
    for (int threads = 1; threads <= 3; threads++) {
      try (Workers workers = Workers.of(threads)) {
        new RowBlocks(n, WIDE, NARROW, workers).transposeTimes(a, b, results[threads - 1], NARROW);
      }
    }
    assertThat(results[1]).isEqualTo(results[0]);
    assertThat(results[2]).isEqualTo(results[0]);
  }

  @Test
  void aMatrixAboveOneArrayIsRefusedWithTheWidthThatFits() {
    assertThatThrownBy(() -> Tall.allocate(10_000_000, 300))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("10000000 x 300")
        .hasMessageContaining("at most 214 columns");
  }

  @Test
  void aViewOutsideTheColumnsIsRefused() {
    Tall tall = Tall.allocate(4, 3);
    assertThatThrownBy(() -> tall.columns(2, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> tall.columns(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  static Tall random(int rows, int columns, long seed) {
    Tall result = Tall.allocate(rows, columns);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < rows * columns; i++) {
      result.values()[i] = random.nextGaussian();
    }
    return result;
  }

  static Tall copy(int rows, Tall tall) {
    Tall result = Tall.allocate(rows, tall.columns());
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < tall.columns(); j++) {
        result.values()[i * tall.columns() + j] = at(tall, i, j);
      }
    }
    return result;
  }

  static double at(Tall tall, int row, int column) {
    return tall.values()[tall.offset() + row * tall.stride() + column];
  }
}
