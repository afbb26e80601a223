package dev.mercer.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every routine against its definition, on both back ends. */
class BlasTest {

  private static final double EPS = 0x1p-52;

  static Stream<Blas> backEnds() {
    // The native one is required: a build that silently tests only the Java one tests nothing.
    return Stream.of(Backend.of("native", "scalar").blas(), Backend.of("java", "scalar").blas());
  }

  private static final int[][] SHAPES = {
    {1, 1, 1}, {2, 3, 4}, {5, 1, 7}, {1, 6, 3}, {8, 8, 8}, {13, 9, 17}, {33, 20, 5}
  };

  @ParameterizedTest
  @MethodSource("backEnds")
  void productsInDouble(Blas blas) {
    Random random = new Random(1);
    for (int[] shape : SHAPES) {
      for (int transposes = 0; transposes < 4; transposes++) {
        for (double beta : new double[] {0, 1, -0.5}) {
          boolean ta = (transposes & 1) != 0;
          boolean tb = (transposes & 2) != 0;
          int m = shape[0];
          int n = shape[1];
          int k = shape[2];
          int lda = (ta ? m : k) + 2;
          int ldb = (tb ? k : n) + 1;
          int ldc = n + 3;
          // The arrays end with the last entry of the block, as at the right edge of a matrix.
          double[] a = normals(random, 5 + lda * (ta ? k : m) - 2);
          double[] b = normals(random, 4 + ldb * (tb ? n : k) - 1);
          double[] c = normals(random, 3 + ldc * m - 3);
          double[] expected = c.clone();
          for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
              double sum = 0;
              for (int l = 0; l < k; l++) {
                double left = a[5 + (ta ? l * lda + i : i * lda + l)];
                double right = b[4 + (tb ? j * ldb + l : l * ldb + j)];
                sum += left * right;
              }
              expected[3 + i * ldc + j] = 1.5 * sum + beta * c[3 + i * ldc + j];
            }
          }
          blas.gemm(ta, tb, m, n, k, 1.5, a, 5, lda, b, 4, ldb, beta, c, 3, ldc);
          // Standard normals below 5: each of k terms is below 25 and rounded a few times.
          assertThat(c).containsExactly(expected, within(4 * (k + 2) * 25 * EPS));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void productsInFloat(Blas blas) {
    Random random = new Random(2);
    for (int[] shape : SHAPES) {
      for (int transposes = 0; transposes < 4; transposes++) {
        boolean ta = (transposes & 1) != 0;
        boolean tb = (transposes & 2) != 0;
        int m = shape[0];
        int n = shape[1];
        int k = shape[2];
        int lda = (ta ? m : k) + 2;
        int ldb = (tb ? k : n) + 1;
        int ldc = n + 3;
        float[] a = floats(normals(random, 5 + lda * (ta ? k : m) - 2));
        float[] b = floats(normals(random, 4 + ldb * (tb ? n : k) - 1));
        float[] c = floats(normals(random, 3 + ldc * m - 3));
        float[] expected = c.clone();
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++) {
              double left = a[5 + (ta ? l * lda + i : i * lda + l)];
              double right = b[4 + (tb ? j * ldb + l : l * ldb + j)];
              sum += left * right;
            }
            expected[3 + i * ldc + j] = (float) (1.5 * sum - 0.5 * c[3 + i * ldc + j]);
          }
        }
        blas.gemm(ta, tb, m, n, k, 1.5f, a, 5, lda, b, 4, ldb, -0.5f, c, 3, ldc);
        assertThat(c).containsExactly(expected, within(4 * (k + 2) * 25 * 0x1p-23f));
      }
    }
  }

  /** With room behind the block nothing has to be cut. */
  @ParameterizedTest
  @MethodSource("backEnds")
  void aBlockInsideAnArrayEqualsTheBlockAtItsEdge(Blas blas) {
    Random random = new Random(6);
    int size = 40;
    double[] a = normals(random, size * size);
    double[] roomy = Arrays.copyOf(a, size * size + size);
    double[] edge = new double[30 * 30];
    double[] inside = new double[30 * 30 + 30];
    blas.gemm(
        false,
        true,
        30,
        30,
        20,
        1,
        a,
        10 * size + 20,
        size,
        a,
        10 * size + 20,
        size,
        0,
        edge,
        0,
        30);
    blas.gemm(
        false,
        true,
        30,
        30,
        20,
        1,
        roomy,
        10 * size + 20,
        size,
        roomy,
        10 * size + 20,
        size,
        0,
        inside,
        0,
        30);
    assertThat(Arrays.copyOf(inside, 900)).containsExactly(edge, within(4 * 22 * 25 * EPS));
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void emptyProducts(Blas blas) {
    double[] c = {1, 2, 3, 4};
    blas.gemm(false, false, 0, 2, 2, 1, c, 0, 2, c, 0, 2, 0, c, 0, 2);
    blas.gemm(false, false, 2, 0, 2, 1, c, 0, 2, c, 0, 2, 0, c, 0, 2);
    assertThat(c).containsExactly(1, 2, 3, 4);
    // No terms: only beta C remains.
    blas.gemm(false, false, 2, 2, 0, 1, new double[2], 0, 1, new double[2], 0, 2, 0.5, c, 0, 2);
    assertThat(c).containsExactly(0.5, 1, 1.5, 2);
    blas.syrkTransposed(2, 0, 1, new double[2], 0, 2, 2, c, 0, 2);
    assertThat(c).containsExactly(1, 1, 3, 4);
    blas.syrk(2, 0, 1, new double[2], 0, 1, 2, c, 0, 2);
    assertThat(c).containsExactly(2, 1, 6, 8);
  }

  /** 1100 * 1100 * 300 is over the limit of one Java call, so the product is cut along k. */
  @Test
  void aJavaProductOverTheLimitIsCutAndStillRight() {
    Blas java = Backend.of("java", "scalar").blas();
    int m = 1100;
    int n = 1100;
    int k = 300;
    double[] a = new double[m * k];
    double[] b = new double[k * n];
    // Rank one in whole numbers: every entry is known and exact.
    for (int i = 0; i < m; i++) {
      for (int l = 0; l < k; l++) {
        a[i * k + l] = (i % 7) * (l % 5);
      }
    }
    for (int l = 0; l < k; l++) {
      for (int j = 0; j < n; j++) {
        b[l * n + j] = (l % 3) * (j % 11);
      }
    }
    double inner = 0;
    for (int l = 0; l < k; l++) {
      inner += (l % 5) * (l % 3);
    }
    double[] c = new double[m * n];
    Arrays.fill(c, 2);
    java.gemm(false, false, m, n, k, 1, a, 0, k, b, 0, n, 0.5, c, 0, n);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        if (c[i * n + j] != (i % 7) * (j % 11) * inner + 1) {
          assertThat(c[i * n + j]).as("%d,%d", i, j).isEqualTo((i % 7) * (j % 11) * inner + 1);
        }
      }
    }
    float[] cf = new float[m * n];
    java.gemm(false, false, m, n, k, 1f, floats(a), 0, k, floats(b), 0, n, 0f, cf, 0, n);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        if (cf[i * n + j] != (i % 7) * (j % 11) * inner) {
          assertThat((double) cf[i * n + j])
              .as("%d,%d", i, j)
              .isEqualTo((i % 7) * (j % 11) * inner);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void lowerTriangleOfAPrimeA(Blas blas) {
    Random random = new Random(3);
    int n = 9;
    int k = 14;
    int lda = n + 2;
    int ldc = n + 1;
    double[] a = normals(random, 1 + k * lda - 2);
    double[] c = normals(random, 2 + n * ldc - 1);
    double[] expected = c.clone();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int l = 0; l < k; l++) {
          sum += a[1 + l * lda + i] * a[1 + l * lda + j];
        }
        expected[2 + i * ldc + j] = 0.5 * sum - c[2 + i * ldc + j];
      }
    }
    blas.syrkTransposed(n, k, 0.5, a, 1, lda, -1, c, 2, ldc);
    assertThat(c).containsExactly(expected, within(4 * (k + 2) * 25 * EPS));
  }

  /** One row, few, and many; blocks that end with their array. */
  @ParameterizedTest
  @MethodSource("backEnds")
  void lowerTriangleOfAAPrime(Blas blas) {
    Random random = new Random(4);
    for (int n : new int[] {1, 2, 9}) {
      for (int k : new int[] {1, 14}) {
        int lda = k + 2;
        int ldc = n + 1;
        double[] a = normals(random, 1 + n * lda - 2);
        double[] c = normals(random, 2 + n * ldc - 1);
        double[] expected = c.clone();
        for (int i = 0; i < n; i++) {
          for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++) {
              sum += a[1 + i * lda + l] * a[1 + j * lda + l];
            }
            expected[2 + i * ldc + j] = 0.5 * sum - c[2 + i * ldc + j];
          }
        }
        blas.syrk(n, k, 0.5, a, 1, lda, -1, c, 2, ldc);
        assertThat(c).containsExactly(expected, within(4 * (k + 2) * 25 * EPS));
        // With room behind, one call does it.
        double[] roomy = Arrays.copyOf(a, a.length + 2);
        double[] square = new double[n * n];
        blas.syrk(n, k, 1, roomy, 1, lda, 0, square, 0, n);
        double corner = blas.dot(k, a, 1 + (n - 1) * lda, a, 1);
        assertThat(square[(n - 1) * n]).isCloseTo(corner, within(4 * (k + 2) * 25 * EPS));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void dotAndNorm(Blas blas) {
    assertThat(blas.dot(3, new double[] {9, 1, 2, 3}, 1, new double[] {9, 9, 4, 5, 6}, 2))
        .isEqualTo(32);
    assertThat(blas.norm(2, new double[] {7, 3e200, 4e200}, 1)).isEqualTo(5e200, within(1e186));
    assertThat(blas.norm(2, new double[] {3e-200, 4e-200}, 0)).isEqualTo(5e-200, within(1e-214));
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void eigenpairsOfASymmetricMatrix(Blas blas) {
    for (int n : new int[] {1, 2, 7, 40}) {
      double[] a = symmetric(new Random(n), n);
      double[] vectors = onlyLower(n, a);
      double[] values = new double[n];
      blas.symmetricEigen(n, vectors, values);
      assertThat(values).isSorted();
      requireEigenpairs(n, a, n, values, vectors);

      double[] valuesOnly = new double[n];
      blas.symmetricEigenvalues(n, onlyLower(n, a), valuesOnly);
      assertThat(valuesOnly).containsExactly(values, within(tolerance(n, a)));

      int count = (n + 2) / 3;
      double[] largest = new double[n];
      double[] largestVectors = new double[count * n];
      blas.symmetricEigenLargest(n, onlyLower(n, a), count, largest, largestVectors);
      assertThat(Arrays.copyOf(largest, count))
          .containsExactly(Arrays.copyOfRange(values, n - count, n), within(tolerance(n, a)));
      requireEigenpairs(n, a, count, largest, largestVectors);
    }
  }

  /**
   * Many equal eigenvalues at the end of what is wanted: LAPACK's search by index finds none of
   * them for some sizes and processors, and says that all went well.
   */
  @ParameterizedTest
  @MethodSource("backEnds")
  void largestEigenvaluesReachIntoManyEqualOnes(Blas blas) {
    for (int n = 20; n <= 300; n += 7) {
      int distinct = 4;
      // H D H with a reflection H = I - 2 v v': eigenvalues 6, 5, 4, 3, 1, 1, 1, …
      double[] v = normals(new Random(n), n);
      double length = blas.norm(n, v, 0);
      double[] a = new double[n * n];
      for (int i = 0; i < n; i++) {
        a[i * n + i] = 1;
      }
      for (int e = 0; e < distinct; e++) {
        double excess = 5 - e;
        for (int i = 0; i < n; i++) {
          double left = (i == e ? 1 : 0) - 2 * v[e] * v[i] / (length * length);
          for (int j = 0; j < n; j++) {
            double right = (j == e ? 1 : 0) - 2 * v[e] * v[j] / (length * length);
            a[i * n + j] += excess * left * right;
          }
        }
      }
      int count = 7;
      double[] values = new double[n];
      double[] vectors = new double[count * n];
      blas.symmetricEigenLargest(n, onlyLower(n, a), count, values, vectors);
      assertThat(Arrays.copyOf(values, count))
          .containsExactly(new double[] {1, 1, 1, 3, 4, 5, 6}, within(tolerance(n, a)));
      requireEigenpairs(n, a, count, values, vectors);
    }
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void choleskyAndTriangularSolves(Blas blas) {
    int n = 12;
    Random random = new Random(4);
    double[] root = normals(random, n * n);
    double[] a = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int l = 0; l < n; l++) {
          a[i * n + j] += root[i * n + l] * root[j * n + l];
        }
        a[i * n + j] += i == j ? 1 : 0;
      }
    }
    double[] l = a.clone();
    assertThat(blas.cholesky(n, l)).isZero();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (j > i) {
          assertThat(l[i * n + j]).as("the strict upper triangle").isEqualTo(a[i * n + j]);
        } else {
          double sum = 0;
          for (int t = 0; t <= j; t++) {
            sum += l[i * n + t] * l[j * n + t];
          }
          assertThat(sum).isEqualTo(a[i * n + j], within(tolerance(n, a)));
        }
      }
    }

    int rows = 5;
    int ldx = n + 2;
    double[] x = normals(random, 3 + rows * ldx - 2);
    double[] solved = x.clone();
    double[] transposed = x.clone();
    blas.solveLowerForRows(rows, n, l, n, solved, 3, ldx);
    blas.solveLowerTransposedForRows(rows, n, l, n, transposed, 3, ldx);
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        double forward = 0;
        double backward = 0;
        double size = 0;
        for (int j = 0; j < n; j++) {
          forward += j <= i ? l[i * n + j] * solved[3 + r * ldx + j] : 0;
          backward += j >= i ? l[j * n + i] * transposed[3 + r * ldx + j] : 0;
          size += Math.abs(l[i * n + j]) * Math.abs(solved[3 + r * ldx + j]);
          size += Math.abs(l[j * n + i]) * Math.abs(transposed[3 + r * ldx + j]);
        }
        // Substitution is backward stable row by row: the residual is n eps |L| |y|.
        assertThat(forward).isEqualTo(x[3 + r * ldx + i], within(2 * n * EPS * size));
        assertThat(backward).isEqualTo(x[3 + r * ldx + i], within(2 * n * EPS * size));
      }
      if (r < rows - 1) {
        assertThat(solved[3 + r * ldx + n]).isEqualTo(x[3 + r * ldx + n]);
      }
    }
    blas.solveLowerForRows(0, n, l, n, solved, 0, ldx);
    blas.solveLowerTransposedForRows(0, n, l, n, solved, 0, ldx);
  }

  @ParameterizedTest
  @MethodSource("backEnds")
  void choleskyNamesTheMinorThatIsNotPositive(Blas blas) {
    double[] a = {4, 0, 0, 2, 1, 0, 0, 0, 9}; // the second pivot is 1 - 2^2/4 = 0
    assertThat(blas.cholesky(3, a)).isEqualTo(2);
  }

  private static void requireEigenpairs(
      int n, double[] a, int count, double[] values, double[] vectors) {
    for (int p = 0; p < count; p++) {
      for (int i = 0; i < n; i++) {
        double product = 0;
        for (int j = 0; j < n; j++) {
          product += a[i * n + j] * vectors[p * n + j];
        }
        assertThat(product).isEqualTo(values[p] * vectors[p * n + i], within(tolerance(n, a)));
      }
      for (int q = 0; q <= p; q++) {
        double dot = 0;
        for (int j = 0; j < n; j++) {
          dot += vectors[p * n + j] * vectors[q * n + j];
        }
        assertThat(dot).isEqualTo(p == q ? 1 : 0, within(10 * n * EPS));
      }
    }
  }

  /** Backward stable: n eps times the Frobenius norm, and a constant. */
  private static double tolerance(int n, double[] a) {
    double sum = 0;
    for (double value : a) {
      sum += value * value;
    }
    return 10 * n * EPS * Math.sqrt(sum);
  }

  private static double[] symmetric(Random random, int n) {
    double[] a = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        a[i * n + j] = random.nextGaussian();
        a[j * n + i] = a[i * n + j];
      }
    }
    return a;
  }

  /** The upper triangle holds what must not be read. */
  private static double[] onlyLower(int n, double[] a) {
    double[] lower = a.clone();
    for (int i = 0; i < n; i++) {
      Arrays.fill(lower, i * n + i + 1, (i + 1) * n, 1e30);
    }
    return lower;
  }

  private static double[] normals(Random random, int length) {
    return random.doubles(length).map(u -> random.nextGaussian()).toArray();
  }

  private static float[] floats(double[] values) {
    float[] result = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = (float) values[i];
    }
    return result;
  }
}
