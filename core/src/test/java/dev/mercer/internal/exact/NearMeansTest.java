package dev.mercer.internal.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearMeansTest {

  /** Against the loop that defines it, also far from the origin. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e6})
  void everyPointIsTheMeanOfTheRowsNearestToItsCenter(double shift) {
    double[][] x = Definition.points(700, 3, 4);
    for (double[] row : x) {
      row[1] += shift;
    }
    int[] drawn = new int[600];
    Arrays.setAll(drawn, i -> (7 * i + 1) % 700);
    int count = 20;
    double[][] sums = new double[count][3];
    int[] sizes = new int[count];
    for (int row : drawn) {
      int best = 0;
      for (int j = 1; j < count; j++) {
        if (distance(x[row], x[drawn[j]]) < distance(x[row], x[drawn[best]])) {
          best = j;
        }
      }
      sizes[best]++;
      for (int c = 0; c < 3; c++) {
        sums[best][c] += x[row][c] - x[drawn[best]][c];
      }
    }
    for (int threads : new int[] {1, 3}) {
      try (Workers workers = Workers.of(threads)) {
        Rows means = NearMeans.of(Definition.rows(x), drawn, count, workers);
        assertThat(means.count()).isEqualTo(count);
        double[] mean = new double[3];
        for (int j = 0; j < count; j++) {
          means.copy(j, 1, mean, 0);
          for (int c = 0; c < 3; c++) {
            double expected = x[drawn[j]][c] + sums[j][c] / sizes[j];
            assertThat(mean[c]).isCloseTo(expected, within(1e-12 + 4 * Math.ulp(shift)));
          }
        }
      }
    }
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int c = 0; c < a.length; c++) {
      sum += (a[c] - b[c]) * (a[c] - b[c]);
    }
    return sum;
  }

  /** Centres that no other row is near stay where they are. */
  @Test
  void rowsDrawnAloneAreTheirOwnMeans() {
    double[][] x = Definition.points(9, 2, 4);
    try (Workers workers = Workers.of(1)) {
      Rows means = NearMeans.of(Definition.rows(x), new int[] {4, 0, 8}, 3, workers);
      double[] values = new double[6];
      means.copy(0, 3, values, 0);
      assertThat(values).containsExactly(x[4][0], x[4][1], x[0][0], x[0][1], x[8][0], x[8][1]);
    }
  }
}
