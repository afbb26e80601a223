package dev.mercer.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.data.Matrix;
import dev.mercer.internal.kernel.Bandwidth;
import dev.mercer.internal.kernel.Pairing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BandwidthTest {

  @Test
  void middleOfAnOddNumberOfPairs() {
    // Distances 1, 2, 3.
    assertThat(Bandwidth.median(line(0, 1, 3))).isEqualTo(2);
  }

  @Test
  void meanOfTheMiddleTwoOfAnEvenNumber() {
    // Distances 1, 3, 7, 2, 6, 4: sorted 1 2 3 4 6 7.
    assertThat(Bandwidth.median(line(0, 1, 3, 7))).isEqualTo(3.5);
  }

  @Test
  void zeroDistancesCountUnlessTheMedianIsZero() {
    assertThat(Bandwidth.median(line(2, 2, 3))).as("of 0 1 1").isEqualTo(1);
    assertThat(Bandwidth.median(line(1, 1, 1, 7))).as("of 0 0 0 6 6 6").isEqualTo(3);
  }

  @Test
  void aZeroMedianGivesWayToTheMedianOfTheRest() {
    assertThat(Bandwidth.median(line(4, 4, 4, 4, 4, 5)))
        .as("ten zeros of 15; the others are five 1s")
        .isEqualTo(1);
    assertThat(Bandwidth.median(line(0, 0, 0, 0, 0, 0, 2, 6)))
        .as("15 zeros of 28; the others are six 2s, a 4, six 6s")
        .isEqualTo(4);
  }

  @Test
  void l1DistancesForTheL1Kernel() {
    Matrix sample = Matrix.of(new double[][] {{0, 0}, {3, 4}});
    assertThat(Bandwidth.median(sample)).isEqualTo(5);
    assertThat(Bandwidth.medianL1(sample)).isEqualTo(7);
  }

  @Test
  void agreesWithTheDefinitionOnRandomRows() {
    Random random = new Random(1);
    for (int n : new int[] {2, 5, 40, 41}) {
      double[][] rows = new double[n][];
      for (int i = 0; i < n; i++) {
        rows[i] = random.doubles(7, -1, 1).toArray();
      }
      List<Double> distances = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          distances.add(Math.sqrt(Pairing.SQUARED_DISTANCE.of(rows[i], rows[j])));
        }
      }
      Collections.sort(distances);
      int count = distances.size();
      double median = (distances.get((count - 1) / 2) + distances.get(count / 2)) / 2;
      // Seven squares are summed in some order.
      assertThat(Bandwidth.median(Matrix.of(rows)))
          .isEqualTo(median, within(16 * 0x1p-52 * median));
    }
  }

  @Test
  void moreRowsAreThinnedEvenly() {
    double[] values = new double[3000];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 3 == 0 ? i : 1e9 * i;
    }
    double[] kept = new double[1000];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = 3 * i;
    }
    assertThat(Bandwidth.median(line(values))).isEqualTo(Bandwidth.median(line(kept)));
  }

  @Test
  void failuresAreArithmetic() {
    assertThatThrownBy(() -> Bandwidth.median(line(3, 3, 3)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("all 3 sampled rows are equal");
    assertThatThrownBy(() -> Bandwidth.median(line(3)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("at least two rows, not 1");
    assertThatThrownBy(() -> Bandwidth.median(line(0, 1e200)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("scale the data");
    assertThatThrownBy(() -> Bandwidth.median(line(0, Double.NaN)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("NaN");
  }

  private static Matrix line(double... values) {
    return Matrix.wrap(values.length, 1, values);
  }
}
