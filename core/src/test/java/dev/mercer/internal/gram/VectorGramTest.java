package dev.mercer.internal.gram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.KernelTiles;
import dev.mercer.kernel.Kernel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A matrix so large that the vector maps are taken where there are any. */
class VectorGramTest {

  private static final int N = 4200;
  private static final int COLUMNS = 9; // one or two registers and one more

  @Test
  void theMatrixIsLargeEnough() {
    Backend backend = Backend.instance();
    assertThat(backend.simdFor((long) N * N / 2)).isSameAs(backend.simd());
    assertThat(backend.simdFor(1000).name()).isEqualTo("scalar");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void storedEqualsTiledAndBothTheDefinition(boolean single) {
    Kernel kernel = Definition.kernel("gaussian(sigma=1.5)");
    double[][] points = Definition.points(N, 3, 12);
    Rows rows = Definition.rows(points);
    double[] x = new SplittableRandom(1).doubles((long) N * COLUMNS, -1, 1).toArray();
    double[] stored = new double[x.length];
    double[] tiled = new double[x.length];
    double[] alone = new double[x.length];
    try (Workers workers = Workers.of(2)) {
      KernelTiles tiles = GramOperatorTest.tiles(rows, kernel, single, workers);
      new StoredGram(tiles, single, workers).apply(COLUMNS, x, stored);
      new TiledGram(tiles, single, workers).apply(COLUMNS, x, tiled);
    }
    try (Workers workers = Workers.of(1)) {
      KernelTiles tiles = GramOperatorTest.tiles(rows, kernel, single, workers);
      new TiledGram(tiles, single, workers).apply(COLUMNS, x, alone);
    }
    assertThat(tiled).isEqualTo(stored);
    assertThat(alone).isEqualTo(stored);
    double entry = GramOperatorTest.entryTolerance(new double[1][1], single);
    double relative = single ? 504 * Math.ulp(1f) : N * Math.ulp(1.0);
    for (int i = 0; i < N; i += 97) {
      double[] expected = new double[COLUMNS];
      double sum = 0;
      for (int j = 0; j < N; j++) {
        double value = kernel.value(points[i], points[j]);
        sum += value;
        for (int c = 0; c < COLUMNS; c++) {
          expected[c] += value * x[j * COLUMNS + c];
        }
      }
      for (int c = 0; c < COLUMNS; c++) {
        double tolerance = N * entry + relative * sum;
        Definition.requireClose(stored[i * COLUMNS + c], expected[c], tolerance, "(%d, %d)", i, c);
      }
    }
  }
}
