package dev.mercer.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.DenseRows;
import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.gram.GramColumns;
import dev.mercer.internal.gram.KernelScores;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of pixels through everything that makes blocks of kernel values, against the definition. */
class LatticesTest {

  private static final int COLUMNS = 96;
  private static final Kernel GAUSSIAN = Definition.kernel("gaussian(gamma=0.2)");
  private static final Kernel SUM = Definition.kernel("0.1*linear+gaussian(gamma=0.2)*cosine");

  /** Mostly zero, as images are; beyond {@code odd} some rows are not on the lattice. */
  private static double[][] pixels(int count, int odd, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][COLUMNS];
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < COLUMNS; c++) {
        rows[i][c] = random.nextInt(4) > 0 ? 0 : random.nextInt(256) / 255.0;
      }
      if (i >= odd && i % 5 == 0) {
        rows[i][i % COLUMNS] = random.nextGaussian();
      }
    }
    return rows;
  }

  @Test
  void pixelsAreFound() {
    assertThat(Lattices.of(DenseRows.of(pixels(700, 700, 1)), null, Backend.instance()))
        .isNotNull();
    assertThat(Lattices.of(DenseRows.of(pixels(700, 0, 1)), null, Backend.instance())).isNull();
    assertThat(
            Lattices.of(DenseRows.of(pixels(700, 700, 1)), new double[COLUMNS], Backend.instance()))
        .isNull();
  }

  /** Of 1,100 rows a sample of 64 is looked at: in the last 17 it sees nothing odd. */
  @ParameterizedTest
  @ValueSource(ints = {1083, 1100})
  void columnsAndTilesAndScores(int odd) {
    double[][] x = pixels(1100, odd, 2);
    double[][] y = pixels(40, 40, 3);
    y[7] = x[1090].clone(); // off the lattice if some are
    y[8] = x[3].clone();
    assertThat(Lattices.of(DenseRows.of(x), null, Backend.instance())).isNotNull();
    for (Kernel kernel : new Kernel[] {GAUSSIAN, SUM}) {
      double[][] expected = new double[x.length][y.length];
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < y.length; j++) {
          expected[i][j] = kernel.value(x[i], y[j]);
        }
      }
      for (int threads : new int[] {1, 2}) {
        try (Workers workers = Workers.of(threads)) {
          GramColumns gram = new GramColumns(DenseRows.of(x), kernel, 1, workers);
          close(gram.of(DenseRows.of(y)).all(), expected);
          double[] gathered = new double[3 * y.length];
          gram.of(DenseRows.of(y)).fill(new int[] {5, 1095, 3}, 0, 3, gathered, 0, 0);
          close(gathered, new double[][] {expected[5], expected[1095], expected[3]});
          double[] among = gram.of(new int[] {0, 1090, 3, 9}).among();
          assertThat(among[6]).isCloseTo(kernel.value(x[1090], x[3]), Offset.offset(1e-13));
          assertThat(among[3]).isCloseTo(kernel.value(x[0], x[9]), Offset.offset(1e-13));

          KernelTiles tiles = new KernelTiles(DenseRows.of(x), kernel, false, 504, workers);
          double[] columns = new double[x.length * y.length];
          tiles.columns(DenseRows.of(y), columns, workers);
          close(columns, expected);
          double[] tile = new double[96 * 504];
          tiles.tile(1004, 96, 0, 504, tile, false, 0);
          assertThat(tile[95 * 504 + 3])
              .isCloseTo(kernel.value(x[1099], x[3]), Offset.offset(1e-13));

          double[] scores = new double[y.length * 2];
          Matrix twice = Matrix.wrap(x.length, 2, new double[2 * x.length]);
          Arrays.fill(twice.values(), 0.5);
          new KernelScores(DenseRows.of(x), kernel, twice, new double[2], false, 1, workers)
              .score(DenseRows.of(y), scores, workers);
          for (int j = 0; j < y.length; j++) {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
              sum += 0.5 * expected[i][j];
            }
            assertThat(scores[2 * j + 1]).isCloseTo(sum, Offset.offset(1e-12 * Math.abs(sum)));
          }
        }
      }
    }
  }

  private static void close(double[] found, double[][] expected) {
    int columns = expected[0].length;
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < columns; j++) {
        assertThat(found[i * columns + j])
            .as("row %d, column %d", i, j)
            .isCloseTo(expected[i][j], Offset.offset(1e-13));
      }
    }
  }
}
