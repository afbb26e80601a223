package dev.mercer.internal.gram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.Precomputed;
import org.junit.jupiter.api.Test;

/** Columns of the Gram matrix, by blocks of rows and by rows that do not lie together. */
class GramColumnsTest {

  private static final int[] COLUMNS = {5, 0, 299, 17};
  private static final int[] SOME = {299, 3, 3, 260, 0};

  @Test
  void blocksAndRowsApartAreTheDefinition() {
    double[][] points = Definition.points(300, 3, 4);
    for (double away : new double[] {0, 1e4}) {
      for (double[] point : points) {
        point[1] += away;
      }
      for (String spec : Definition.KERNELS) {
        if (away == 0 || spec.startsWith("gauss") || spec.equals("linear")) {
          Kernel kernel = Definition.kernel(spec);
          check(spec, points, kernel, Definition.gram(kernel, points));
        }
      }
    }
    double[][] gram = Definition.gram(Definition.kernel("cosine"), points);
    check("precomputed", gram, new Precomputed(true), gram);
  }

  private static void check(String spec, double[][] rows, Kernel kernel, double[][] gram) {
    double tolerance = GramOperatorTest.entryTolerance(gram, false);
    int m = COLUMNS.length;
    try (Workers workers = Workers.of(2)) {
      GramColumns columns = new GramColumns(Definition.rows(rows), kernel, 1000, workers);
      double[] all = columns.of(COLUMNS).all();
      double[] some = new double[SOME.length * m + 2];
      columns.of(COLUMNS).fill(SOME, 1, SOME.length - 1, some, 2, 0);
      double[] among = columns.of(COLUMNS).among();
      for (int c = 0; c < m; c++) {
        for (int i = 0; i < rows.length; i++) {
          Definition.requireClose(
              all[i * m + c], gram[i][COLUMNS[c]], tolerance, "%s (%d, %d)", spec, i, c);
        }
        for (int i = 1; i < SOME.length; i++) {
          double value = some[2 + (i - 1) * m + c];
          Definition.requireClose(
              value, gram[SOME[i]][COLUMNS[c]], tolerance, "%s some (%d, %d)", spec, i, c);
        }
        for (int j = 0; j < m; j++) {
          Definition.requireClose(
              among[j * m + c], gram[COLUMNS[j]][COLUMNS[c]], tolerance, "%s (%d %d)", spec, j, c);
          assertThat(among[j * m + c]).isEqualTo(among[c * m + j]);
        }
      }
    }
  }
}
