package dev.mercer.internal.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.internal.backend.Backend;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.linalg.MatrixOperator;
import dev.mercer.internal.linalg.Tall;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Eigenpairs of P B C^-1 B' P against that matrix written out, and its order below A. */
class LowRankSpectrumTest {

  private static final int N = 90;

  /** With all columns the operator is A itself, but for the ridge. */
  @Property(tries = 20)
  void allColumnsGiveTheOperatorItself(@ForAll @IntRange(min = 1, max = 60) int n) {
    double[] gram = EigenSolverContract.gaussianGram(n, 2, 0.5);
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    LowRankSpectrum spectrum = Columns.of(new MatrixOperator(n, gram), all, null, Workers.of(1));
    double[] values = new double[n];
    double[] copy = gram.clone();
    Backend.instance().blas().symmetricEigen(n, copy, values);
    double largest = values[n - 1];
    for (int j = 0; j < spectrum.count(); j++) {
      // The ridge lowers an eigenvalue by at most itself, 1e-8 of the diagonal.
      assertThat(spectrum.value(j)).isCloseTo(values[n - 1 - j], within(2e-8 * largest));
    }
    assertThat(spectrum.trace()).isCloseTo(n, within(2e-8 * n * n));
  }

  @Test
  void eigenvectorsAreOrthonormalAndThoseOfTheCenteredMatrix() {
    double[] gram = EigenSolverContract.gaussianGram(N, 2, 1.0);
    MatrixOperator operator = new MatrixOperator(N, gram);
    double[] unit = new double[N];
    Arrays.fill(unit, 1 / Math.sqrt(N));
    int[] chosen = {2, 5, 11, 30, 31, 47, 60, 72, 80, 88};
    LowRankSpectrum spectrum = Columns.of(operator, chosen, unit, Workers.of(2));
    int k = spectrum.count();
    Tall vectors = Tall.allocate(N, k);
    spectrum.vectors(0, vectors);
    double[] inner = new double[k * k];
    spectrum.project(vectors, inner);
    double[] written = centered(gram, chosen, unit);
    for (int j = 0; j < k; j++) {
      double sum = 0;
      for (int i = 0; i < N; i++) {
        sum += vectors.values()[i * k + j];
        double image = 0;
        for (int l = 0; l < N; l++) {
          image += written[i * N + l] * vectors.values()[l * k + j];
        }
        double expected = spectrum.value(j) * vectors.values()[i * k + j];
        assertThat(image).isCloseTo(expected, within(1e-6 * spectrum.value(0)));
      }
      assertThat(sum).isCloseTo(0, within(1e-6));
      for (int l = 0; l < k; l++) {
        // Rounding is amplified by the smallest kappa kept, and by the ridge.
        assertThat(inner[j * k + l]).isCloseTo(j == l ? 1 : 0, within(1e-6));
      }
    }
  }

  /** P B (C + ridge)^-1 B' P by Gauss-Jordan elimination. */
  private static double[] centered(double[] gram, int[] chosen, double[] unit) {
    int s = chosen.length;
    double[][] system = new double[s][s + N];
    for (int i = 0; i < s; i++) {
      for (int j = 0; j < s; j++) {
        system[i][j] = gram[chosen[i] * N + chosen[j]] + (i == j ? 1e-8 : 0);
      }
      for (int j = 0; j < N; j++) {
        system[i][s + j] = gram[chosen[i] * N + j];
      }
    }
    for (int p = 0; p < s; p++) {
      for (int i = 0; i < s; i++) {
        double factor = i == p ? 0 : system[i][p] / system[p][p];
        for (int j = p; j < s + N; j++) {
          system[i][j] -= factor * system[p][j];
        }
      }
    }
    double[] result = new double[N * N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        for (int p = 0; p < s; p++) {
          result[i * N + j] += gram[i * N + chosen[p]] * system[p][s + j] / system[p][p];
        }
      }
    }
    double[] left = new double[N];
    double total = 0;
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        left[i] += result[i * N + j] * unit[j];
      }
      total += left[i] * unit[i];
    }
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        result[i * N + j] += total * unit[i] * unit[j] - left[i] * unit[j] - unit[i] * left[j];
      }
    }
    return result;
  }

  /** Repeated columns make C singular; the ridge stands in. */
  @Test
  void repeatedColumnsChangeNothing() {
    MatrixOperator operator = new MatrixOperator(N, EigenSolverContract.gaussianGram(N, 2, 1.0));
    LowRankSpectrum once = Columns.of(operator, new int[] {3, 40, 77}, null, Workers.of(1));
    LowRankSpectrum twice =
        Columns.of(operator, new int[] {3, 40, 77, 77, 3, 40}, null, Workers.of(1));
    for (int j = 0; j < 3; j++) {
      assertThat(twice.value(j)).isCloseTo(once.value(j), within(1e-6 * once.value(0)));
    }
  }

  @Test
  void scaleMovesOut() {
    double[] gram = EigenSolverContract.gaussianGram(N, 2, 1.0);
    int[] chosen = {3, 40, 77};
    double value = Columns.of(new MatrixOperator(N, gram), chosen, null, Workers.of(1)).value(1);
    for (double scale : new double[] {0x1p-600, 0x1p600}) {
      double[] scaled = Arrays.stream(gram).map(entry -> entry * scale).toArray();
      LowRankSpectrum spectrum =
          Columns.of(new MatrixOperator(N, scaled), chosen, null, Workers.of(1));
      assertThat(spectrum.value(1)).isEqualTo(scale * value);
    }
  }

  @Test
  void whatCannotBeUsedIsRefused() {
    for (double bad : new double[] {0, Double.NaN, Double.POSITIVE_INFINITY}) {
      double[] matrix = new double[9];
      Arrays.fill(matrix, bad);
      assertThat(Columns.of(new MatrixOperator(3, matrix), new int[] {0, 2}, null, Workers.of(1)))
          .isNull();
    }
    double[] indefinite = {1, 2, 0, 2, 1, 0, 0, 0, 1};
    assertThat(Columns.of(new MatrixOperator(3, indefinite), new int[] {0, 1}, null, Workers.of(1)))
        .isNull();
  }
}
