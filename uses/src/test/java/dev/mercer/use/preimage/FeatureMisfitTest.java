package dev.mercer.use.preimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Misfits of a block by their definition, and steps by the slope of the misfit. */
class FeatureMisfitTest {

  private static final int COLUMNS = 3;
  private static final int CANDIDATES = 7;
  private static final int POINTS = 600; // three tiles

  static Stream<String> kernels() {
    return Definition.KERNELS.stream();
  }

  /** Far from the origin, so that kernels of distances see shifted points. */
  private static double[][] away(int n, long seed) {
    double[][] x = Definition.points(n, COLUMNS, seed);
    for (double[] row : x) {
      row[0] += 6;
      row[1] -= 4;
    }
    return x;
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void misfitsAndStepsAreThoseOfTheDefinition(String spec) {
    Kernel kernel = KernelSpec.kernel(spec);
    double[][] points = away(POINTS, 1);
    double[][] candidates = away(CANDIDATES, 2);
    SplittableRandom random = new SplittableRandom(3);
    double[] g = new double[CANDIDATES * POINTS];
    Arrays.setAll(g, k -> random.nextDouble(-0.3, 1) / POINTS);
    try (Workers workers = Workers.of(1)) {
      FeatureMisfit misfit = new FeatureMisfit(DenseRows.of(points), kernel, workers);
      FeatureMisfit.Place place = misfit.place(CANDIDATES);
      double[] z = new double[CANDIDATES * COLUMNS];
      for (int k = 0; k < z.length; k++) {
        double shift = misfit.shift() == null ? 0 : misfit.shift()[k % COLUMNS];
        z[k] = candidates[k / COLUMNS][k % COLUMNS] - shift;
      }
      misfit.evaluate(z, CANDIDATES, g, false, place);
      double[] alone = Arrays.copyOf(place.misfits, CANDIDATES);
      boolean steps = FeatureMisfit.hasSteps(kernel);
      if (steps) {
        misfit.evaluate(z, CANDIDATES, g, true, place);
      }
      for (int i = 0; i < CANDIDATES; i++) {
        double[] own = Arrays.copyOfRange(g, i * POINTS, (i + 1) * POINTS);
        double expected = value(kernel, points, own, candidates[i]);
        double rounding = 1e-13 * place.misfitTerms[i];
        assertThat(alone[i]).as(spec).isCloseTo(expected, within(rounding));
        assertThat(place.misfits[i]).as(spec).isCloseTo(expected, within(rounding));
        for (int c = 0; steps && c < COLUMNS; c++) {
          double h = 1e-5;
          double[] up = candidates[i].clone();
          double[] down = candidates[i].clone();
          up[c] += h;
          down[c] -= h;
          double slope =
              (value(kernel, points, own, up) - value(kernel, points, own, down)) / (2 * h);
          // The weights of a Gaussian are given without the factor 2 gamma.
          double factor = kernel instanceof Gaussian gaussian ? 2 * gaussian.gamma() : 1;
          double step = z[i * COLUMNS + c] - place.targets[i * COLUMNS + c];
          // Differences are good to rounding over h and the third derivative times h^2; those of
          // kernels with kinks at some points to h.
          double error = 1e-16 * place.misfitTerms[i] / h * 30 + 1e-4 * Math.abs(slope) + 1e-7;
          assertThat(2 * factor * place.denominators[i] * step)
              .as(spec + " column " + c)
              .isCloseTo(slope, within(error));
        }
      }
    }
  }

  private static double value(Kernel kernel, double[][] points, double[] g, double[] z) {
    double value = kernel.value(z, z);
    for (int i = 0; i < points.length; i++) {
      value -= 2 * g[i] * kernel.value(points[i], z);
    }
    return value;
  }
}
