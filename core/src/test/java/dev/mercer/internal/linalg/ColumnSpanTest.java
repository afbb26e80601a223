package dev.mercer.internal.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Backend;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ColumnSpanTest {

  private static double[] normal(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextGaussian();
    }
    return values;
  }

  /** Columns of lengths from 1e-150 to 1e150, every other one nearly that before it. */
  private static double[] hard(int rows, int columns, long seed) {
    double[] values = normal(rows * columns, seed);
    SplittableRandom random = new SplittableRandom(seed + 1);
    for (int j = 0; j < columns; j++) {
      double scale = Math.pow(10, 300 * random.nextDouble() - 150);
      double near = Math.pow(10, -12 * random.nextDouble());
      for (int i = 0; i < rows; i++) {
        if (j % 2 == 1) {
          values[i * columns + j] = values[i * columns] + near * values[i * columns + j];
        }
      }
      for (int i = 0; i < rows && j > 0; i++) {
        values[i * columns + j] *= scale;
      }
    }
    return values;
  }

  @Property(tries = 60)
  void theBasisIsOrthonormalAndMakesTheColumns(
      @ForAll @IntRange(min = 1, max = 60) int rows,
      @ForAll @IntRange(min = 1, max = 12) int columns,
      @ForAll @IntRange(max = 100_000) int seed) {
    double[] x = hard(rows, columns, seed);
    ColumnSpan span = new ColumnSpan(rows, columns, x, Backend.instance().blas());
    int rank = span.rank();
    assertThat(rank).isEqualTo(Math.min(rows, columns));
    double[] q = span.basis();
    double[] r = span.triangle();
    for (int a = 0; a < rank; a++) {
      for (int b = 0; b <= a; b++) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
          sum += q[i * rank + a] * q[i * rank + b];
        }
        assertThat(sum).isCloseTo(a == b ? 1 : 0, within(4 * rows * Math.ulp(1.0)));
      }
    }
    for (int j = 0; j < columns; j++) {
      double length = 0;
      for (int e = 0; e < rank; e++) {
        length = Math.hypot(length, r[e * columns + j]);
        assertThat(e <= j || r[e * columns + j] == 0).isTrue();
      }
      for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int e = 0; e < rank; e++) {
          sum += q[i * rank + e] * r[e * columns + j];
        }
        assertThat(sum / length)
            .isCloseTo(x[i * columns + j] / length, within(4 * rows * Math.ulp(1.0)));
      }
    }
  }

  @Test
  void dependentColumnsAndColumnsOfZerosAddNothing() {
    double[] two = normal(40, 3);
    double[] x = new double[20 * 5];
    for (int i = 0; i < 20; i++) {
      x[i * 5] = two[2 * i];
      x[i * 5 + 1] = -3e20 * two[2 * i];
      x[i * 5 + 2] = 0;
      x[i * 5 + 3] = 1e-20 * two[2 * i + 1];
      x[i * 5 + 4] = two[2 * i] + two[2 * i + 1];
    }
    ColumnSpan span = new ColumnSpan(20, 5, x, Backend.instance().blas());
    assertThat(span.rank()).isEqualTo(2);
    assertThat(new int[] {span.rank(0), span.rank(1), span.rank(2), span.rank(3), span.rank(4)})
        .containsExactly(0, 1, 1, 1, 2);
  }

  /** The more nearly a column depends on those before it, the farther its vector may be turned. */
  @Test
  void dependentColumnsTurnFar() {
    double[] x = {1, 7, 0, 0, 7 * 3e-9, 0, 0, 0, 5};
    double[] turned =
        new ColumnSpan(3, 3, x, Backend.instance().blas())
            .turned(new double[] {1e-16, 1e-15, 1e-14});
    assertThat(turned[0]).isCloseTo(1e-16, within(1e-22));
    assertThat(turned[1]).isCloseTo((1e-16 + 1e-15) / 3e-9, within(1e-14));
    assertThat(turned[2]).isCloseTo(1e-14, within(1e-22));
  }

  /** Columns that differ as much span vectors no farther away than that, to first order. */
  @Property(tries = 40)
  void whatIsOffTurnsTheSpanNoFarther(@ForAll @IntRange(max = 100_000) int seed) {
    int rows = 20;
    int columns = 6;
    double[] x = normal(rows * columns, seed);
    double[] off = new double[columns];
    double[] moved = x.clone();
    double[] noise = normal(rows * columns, seed + 1);
    for (int j = 0; j < columns; j++) {
      off[j] = 1e-9 * (j + 1);
      double length = 0;
      double moves = 0;
      for (int i = 0; i < rows; i++) {
        x[i * columns + j] = (j % 2) * 1e3 * x[i * columns] + x[i * columns + j];
        length = Math.hypot(length, x[i * columns + j]);
        moves = Math.hypot(moves, noise[i * columns + j]);
      }
      for (int i = 0; i < rows; i++) {
        moved[i * columns + j] =
            x[i * columns + j] + off[j] * length / moves * noise[i * columns + j];
      }
    }
    ColumnSpan span = new ColumnSpan(rows, columns, x, Backend.instance().blas());
    double[] turned = span.turned(off);
    double[] q = span.basis();
    ColumnSpan other = new ColumnSpan(rows, columns, moved, Backend.instance().blas());
    for (int j = 0; j < columns; j++) {
      double[] vector = new double[rows];
      for (int i = 0; i < rows; i++) {
        vector[i] = q[i * columns + j];
      }
      assertThat(other.distance(1, vector)).isLessThan(1.01 * turned[j]);
    }
  }

  @Test
  void distanceIsWhatTheSpanLeaves() {
    double[] x = {1, 1, 0, 1e-12, 0, 0, 0, 0}; // spans the first two rows
    double[] y = {1, 0, 2, 5, 3, 7, 0, 4};
    assertThat(new ColumnSpan(4, 2, x, Backend.instance().blas()).distance(2, y))
        .isCloseTo(Math.sqrt(9 + 49 + 16), within(1e-14));
  }
}
