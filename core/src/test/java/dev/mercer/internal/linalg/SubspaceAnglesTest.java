package dev.mercer.internal.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Backend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubspaceAnglesTest {

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-12, 1e-6, 0.3, 0.785, 0.79, 1.2, 1.5707, Math.PI / 2})
  void angleOfTwoLines(double angle) {
    Matrix a = Matrix.of(new double[][] {{1}, {0}, {0}});
    Matrix b = Matrix.of(new double[][] {{Math.cos(angle)}, {0}, {Math.sin(angle)}});
    // Relative: the point of taking sines for small angles.
    assertThat(SubspaceAngles.largest(a, b, Backend.instance().blas()))
        .isCloseTo(angle, within(4e-16 * (angle + 1e-3)));
  }

  @Test
  void severalAnglesComeAscending() {
    double[] angles = {1e-9, 0.4, 1.3};
    double[][] a = new double[6][3];
    double[][] b = new double[6][3];
    for (int j = 0; j < 3; j++) {
      a[j][j] = 1;
      int shuffled = (j + 1) % 3;
      b[j][shuffled] = Math.cos(angles[j]);
      b[j + 3][shuffled] = Math.sin(angles[j]);
    }
    double[] found =
        SubspaceAngles.between(Matrix.of(a), turned(b, 0.7), Backend.instance().blas());
    for (int j = 0; j < 3; j++) {
      assertThat(found[j]).isCloseTo(angles[j], within(1e-15));
    }
  }

  @Test
  void aSubspaceOfTheOtherHasNoAngle() {
    double[][] plane = {{1, 0}, {0, 1}, {0, 0}};
    double[][] line = {{Math.sqrt(0.5)}, {Math.sqrt(0.5)}, {0}};
    assertThat(SubspaceAngles.between(Matrix.of(plane), Matrix.of(line), Backend.instance().blas()))
        .hasSize(1);
    assertThat(SubspaceAngles.largest(Matrix.of(line), Matrix.of(plane), Backend.instance().blas()))
        .isCloseTo(0, within(1e-15));
  }

  @Test
  void basesOfDifferentLengthAreRefused() {
    Matrix a = Matrix.of(new double[][] {{1}, {0}});
    Matrix b = Matrix.of(new double[][] {{1}, {0}, {0}});
    assertThatThrownBy(() -> SubspaceAngles.between(a, b, Backend.instance().blas()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 and 3 rows");
  }

  /** The same span: columns 0 and 1 turned against each other. */
  private static Matrix turned(double[][] rows, double angle) {
    for (double[] row : rows) {
      double first = row[0];
      row[0] = Math.cos(angle) * first - Math.sin(angle) * row[1];
      row[1] = Math.sin(angle) * first + Math.cos(angle) * row[1];
    }
    return Matrix.of(rows);
  }
}
