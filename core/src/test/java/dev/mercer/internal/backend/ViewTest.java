package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ViewTest {

  private final Blas blas = Backend.instance().blas();
  private final SplittableRandom random = new SplittableRandom(1);

  /** Every combination of transposed and partial operands against the definition. */
  @Test
  void productsOfViewsAreTheProducts() {
    for (int choice = 0; choice < 64; choice++) {
      int m = 1 + choice % 5;
      int n = 1 + choice / 5 % 4;
      int k = choice % 7;
      View a = random(m, k, (choice & 1) != 0);
      View b = random(k, n, (choice & 2) != 0);
      View c = random(m, n, (choice & 4) != 0);
      double[][] expected = new double[m][n];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          expected[i][j] = 3 * c.get(i, j);
          for (int l = 0; l < k; l++) {
            expected[i][j] += 2 * a.get(i, l) * b.get(l, j);
          }
        }
      }
      double[] before = c.values().clone();
      blas.multiply(2, a, b, 3, c);
      double[] outside = c.values().clone();
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          assertThat(c.get(i, j)).isCloseTo(expected[i][j], within(1e-12));
          int at = c.offset() + (c.transposed() ? j * c.stride() + i : i * c.stride() + j);
          outside[at] = before[at];
        }
      }
      assertThat(outside).as("nothing but the view is written").isEqualTo(before);
    }
  }

  @Test
  void partsOfPartsAreFound() {
    double[] values = new double[20];
    for (int i = 0; i < 20; i++) {
      values[i] = i;
    }
    View all = View.of(values, 4, 5);
    View part = all.rows(1, 3).columns(2, 2);
    assertThat(part.get(0, 0)).isEqualTo(7);
    assertThat(part.t().get(1, 2)).isEqualTo(part.get(2, 1)).isEqualTo(18);
    assertThat(part.t().rows(1, 1).get(0, 2)).isEqualTo(18);
    assertThat(part.t().height()).isEqualTo(2);
    assertThat(all.row(3).get(0, 4)).isEqualTo(19);
  }

  @Test
  void copiesHoldTheEntriesByRows() {
    View all = View.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
    assertThat(all.rowMajor()).isSameAs(all.values());
    assertThat(all.t().rowMajor()).containsExactly(1, 4, 2, 5, 3, 6);
    assertThat(all.columns(1, 2).rowMajor()).containsExactly(2, 3, 5, 6);
    assertThat(all.column(2).rowMajor()).containsExactly(3, 6);
    View copy = all.copy();
    copy.set(1, 0, 9);
    copy.t().set(2, 0, 8);
    assertThat(copy.values()).containsExactly(1, 2, 8, 9, 5, 6);
    assertThat(all.get(1, 0)).isEqualTo(4);
    assertThat(View.column(new double[] {7, 8}).t().get(0, 1)).isEqualTo(8);
    assertThat(View.of(new double[] {1, 9, 9, 2}, 2, 2).trace()).isEqualTo(3);
  }

  @Test
  void columnsAreSummedOverTheRows() {
    View all = View.of(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);
    assertThat(all.transposeTimes(new double[] {1, 10})).containsExactly(41, 52, 63);
    assertThat(all.t().transposeTimes(new double[] {1, 0, 2})).containsExactly(7, 16);
    assertThat(all.columnMeans()).containsExactly(2.5, 3.5, 4.5);
    assertThat(all.t().columnMeans()[1]).isCloseTo(5, within(1e-15));
  }

  @Test
  void innerProductsAndNormsAreThoseOfTheEntries() {
    for (int choice = 0; choice < 4; choice++) {
      View a = random(4, 5, (choice & 1) != 0);
      View b = random(4, 5, (choice & 2) != 0);
      double product = 0;
      double square = 0;
      double[] squares = new double[5];
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 5; j++) {
          product += a.get(i, j) * b.get(i, j);
          square += a.get(i, j) * a.get(i, j);
          squares[j] += a.get(i, j) * a.get(i, j);
        }
      }
      assertThat(blas.dot(a, b)).isCloseTo(product, within(1e-13));
      assertThat(blas.norm(a)).isCloseTo(Math.sqrt(square), within(1e-13));
      double row = 0;
      for (int j = 0; j < 5; j++) {
        row += a.get(2, j) * b.get(1, j);
        assertThat(blas.columnNorms(a)[j]).isCloseTo(Math.sqrt(squares[j]), within(1e-13));
      }
      assertThat(blas.dot(a.row(2), b.row(1))).isCloseTo(row, within(1e-13));
    }
    assertThatThrownBy(() -> blas.dot(View.zeros(2, 3), View.zeros(3, 2)))
        .hasMessageContaining("2 x 3 and 3 x 2");
  }

  @Test
  void productsOfColumnsFillTheLowerTriangle() {
    View a = random(5, 3, false);
    View c = random(3, 3, false);
    View before = c.copy();
    View expected = blas.product(a.t(), a);
    blas.lowerGram(2, a, 3, c);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double whole = 2 * expected.get(i, j) + 3 * before.get(i, j);
        assertThat(c.get(i, j)).isCloseTo(j <= i ? whole : before.get(i, j), within(1e-13));
      }
    }
    assertThatThrownBy(() -> blas.lowerGram(1, a, 0, View.zeros(2, 2)))
        .hasMessageContaining("5 x 3");
  }

  @Test
  void rowsAreSolvedForWithBothTriangles() {
    double[] lower = {2, 0, 0, 1, 3, 0, -1, 0.5, 1};
    View l = View.of(lower, 3, 3);
    View x = View.of(new double[] {1, 2, 3, -1, 0, 4}, 2, 3);
    View rows = View.zeros(2, 5).columns(1, 3);
    blas.product(x, blas.product(l, l.t()), rows);
    blas.solveForRows(lower, rows);
    assertThat(rows.rowMajor()).containsExactly(x.values(), within(1e-14));
    assertThat(rows.values()[0]).as("nothing but the view is written").isZero();
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> View.of(new double[5], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("ends at entry 6 of an array of 5");
    assertThatThrownBy(() -> blas.product(View.zeros(2, 3), View.zeros(2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 x 3 and 2 x 3");
  }

  private View random(int rows, int columns, boolean transposed) {
    int height = transposed ? columns : rows;
    int width = transposed ? rows : columns;
    double[] values = random.doubles(3 + (height + 1) * (width + 2)).toArray();
    View view = View.at(values, 3, height, width, width + 2);
    return transposed ? view.t() : view;
  }
}
