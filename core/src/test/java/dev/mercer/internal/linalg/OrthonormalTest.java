package dev.mercer.internal.linalg;

import static dev.mercer.internal.linalg.RowBlocksTest.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrthonormalTest {

  private static final double NEGLIGIBLE = 1e-13;

  @ParameterizedTest
  @ValueSource(ints = {8, 100, 5000})
  void independentColumnsAreAllKept(int n) {
    Tall basis = RowBlocksTest.random(n, 8, 1);
    Orthonormal orthonormal = new Orthonormal(n, 8, 5, Workers.of(1));
    assertThat(orthonormal.extend(basis, 0, 5, 0)).isEqualTo(5);
    assertThat(orthonormal.extend(basis, 5, 3, 0)).isEqualTo(3);
    assertOrthonormal(n, basis, 8);
  }

  @Test
  void spanIsKept() {
    int n = 50;
    Tall basis = RowBlocksTest.random(n, 4, 1);
    Tall before = RowBlocksTest.copy(n, basis);
    new Orthonormal(n, 4, 4, Workers.of(1)).extend(basis, 0, 4, 0);
    for (int j = 0; j < 4; j++) {
      double[] rest = new double[n];
      for (int i = 0; i < n; i++) {
        rest[i] = at(before, i, j);
      }
      for (int l = 0; l < 4; l++) {
        double inner = 0;
        for (int i = 0; i < n; i++) {
          inner += at(basis, i, l) * at(before, i, j);
        }
        for (int i = 0; i < n; i++) {
          rest[i] -= inner * at(basis, i, l);
        }
      }
      assertThat(rest).containsOnly(new double[n], within(1e-13));
    }
  }

  @Test
  void dependentColumnsAreDropped() {
    int n = 200;
    Tall basis = RowBlocksTest.random(n, 9, 2);
    Orthonormal orthonormal = new Orthonormal(n, 9, 6, Workers.of(1));
    orthonormal.extend(basis, 0, 3, 0);
    // Columns 3 to 8: two new ones, their sum, one within the basis, a copy, and zero.
    for (int i = 0; i < n; i++) {
      int row = i * basis.stride();
      basis.values()[row + 5] = basis.values()[row + 3] + basis.values()[row + 4];
      basis.values()[row + 6] = 2 * basis.values()[row] - basis.values()[row + 2];
      basis.values()[row + 7] = basis.values()[row + 3];
      basis.values()[row + 8] = 0;
    }
    assertThat(orthonormal.extend(basis, 3, 6, NEGLIGIBLE)).isEqualTo(2);
    assertOrthonormal(n, basis, 5);
  }

  @Test
  void columnsOfVeryDifferentLengthAndNearlyParallelOnesAreAllKept() {
    int n = 3000;
    Tall basis = RowBlocksTest.random(n, 8, 3);
    for (int i = 0; i < n; i++) {
      for (int j = 1; j < 8; j++) {
        // Column j is column 0 and 10^-j of something of its own.
        int row = i * basis.stride();
        basis.values()[row + j] = basis.values()[row] + Math.pow(10, -j) * basis.values()[row + j];
      }
    }
    Orthonormal orthonormal = new Orthonormal(n, 8, 8, Workers.of(2));
    assertThat(orthonormal.extend(basis, 0, 8, NEGLIGIBLE)).isEqualTo(8);
    assertOrthonormal(n, basis, 8);
  }

  @Test
  void zeroBlockAddsNothing() {
    Tall basis = Tall.allocate(20, 3);
    assertThat(new Orthonormal(20, 3, 3, Workers.of(1)).extend(basis, 0, 3, 0)).isZero();
  }

  @Test
  void moreColumnsThanDimensionsAreCut() {
    Tall basis = RowBlocksTest.random(4, 10, 5);
    Orthonormal orthonormal = new Orthonormal(4, 10, 7, Workers.of(1));
    assertThat(orthonormal.extend(basis, 0, 3, 0)).isEqualTo(3);
    assertThat(orthonormal.extend(basis, 3, 7, 0)).isEqualTo(1);
    assertOrthonormal(4, basis, 4);
    assertThat(orthonormal.extend(basis, 4, 6, 0)).isZero();
  }

  private static void assertOrthonormal(int n, Tall basis, int columns) {
    for (int j = 0; j < columns; j++) {
      for (int l = 0; l <= j; l++) {
        double inner = 0;
        for (int i = 0; i < n; i++) {
          inner += at(basis, i, j) * at(basis, i, l);
        }
        assertThat(inner).isCloseTo(j == l ? 1 : 0, within(1e-14));
      }
    }
  }
}
