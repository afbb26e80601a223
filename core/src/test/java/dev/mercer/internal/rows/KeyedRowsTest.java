package dev.mercer.internal.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyedRowsTest {

  private static final int D = 3;

  private static double[] row(Random random) {
    // Few values, so that rows repeat.
    return new double[] {random.nextInt(4), random.nextInt(3) - 1, random.nextInt(5) * 0.5};
  }

  private static void offer(KeyedRows rows, double[] row, double weight) {
    rows.offer(RowKeys.key(7, row, 0, D), weight, row, 0);
  }

  @Test
  void partsMergeToTheWholeInAnyOrder() {
    Random random = new Random(1);
    List<double[]> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      all.add(row(random));
    }
    KeyedRows whole = new KeyedRows(D, 12);
    all.forEach(row -> offer(whole, row, 2));
    KeyedRows merged = new KeyedRows(D, 12);
    java.util.Collections.shuffle(all, random);
    for (int part = 0; part < 7; part++) {
      KeyedRows some = new KeyedRows(D, 12);
      for (int i = part; i < all.size(); i += 7) {
        offer(some, all.get(i), 2);
      }
      merged.mergeArray(some.toArray(), 0);
    }
    assertThat(merged.toArray()).isEqualTo(whole.toArray());
    // Every row equal to a kept one is counted.
    double[] first = new double[D];
    whole.rows().copy(0, 1, first, 0);
    long equal = all.stream().filter(row -> java.util.Arrays.equals(row, first)).count();
    assertThat(whole.weights()[0]).isEqualTo(2.0 * equal);
  }

  @Test
  void keysAreUniformAndZerosHaveNoSign() {
    Random random = new Random(3);
    double[] row = new double[D];
    int n = 20_000;
    int low = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      row[0] = i; // rows as alike as integers are
      row[2] = random.nextInt(2);
      double key = RowKeys.key(11, row, 0, D);
      assertThat(key).isBetween(0.0, 1.0);
      sum += key;
      low += key < 0.1 ? 1 : 0;
    }
    // five standard deviations
    assertThat(sum / n).isCloseTo(0.5, within(5 * 0.29 / Math.sqrt(n)));
    assertThat((double) low / n).isCloseTo(0.1, within(5 * 0.3 / Math.sqrt(n)));
    assertThat(RowKeys.key(1, new double[] {-0.0, 2}, 0, 2))
        .isEqualTo(RowKeys.key(1, new double[] {0.0, 2}, 0, 2));
    assertThat(RowKeys.key(1, new double[] {2, 0}, 0, 2))
        .isNotEqualTo(RowKeys.key(1, new double[] {0, 2}, 0, 2));
    assertThat(RowKeys.key(2, new double[] {2, 0}, 0, 2))
        .isNotEqualTo(RowKeys.key(1, new double[] {2, 0}, 0, 2));
  }

  @Test
  void keepsTheFirstByKey() {
    KeyedRows rows = new KeyedRows(1, 2);
    rows.offer(0.5, 1, new double[] {5}, 0);
    rows.offer(0.1, 1, new double[] {1}, 0);
    rows.offer(0.3, 1, new double[] {3}, 0);
    rows.offer(0.9, 1, new double[] {9}, 0);
    double[] values = new double[2];
    rows.rows().copy(0, 2, values, 0);
    assertThat(values).containsExactly(1, 3);
    assertThat(rows.rows(1).count()).isEqualTo(1);
    assertThat(new KeyedRows(1, 0).merge(rows).count()).isZero();
  }
}
