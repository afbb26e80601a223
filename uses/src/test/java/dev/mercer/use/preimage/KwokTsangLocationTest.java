package dev.mercer.use.preimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.kernel.Pairing;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import dev.mercer.kernel.KernelSpec;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Locations by distances: the equations of the paper, and kernels turned back into distances. */
class KwokTsangLocationTest {

  private static final List<String> RADIAL =
      List.of(
          "gaussian(sigma=1.5)",
          "laplacian(sigma=2)",
          "matern(nu=0.5,length=2)",
          "matern(nu=1.5,length=2)",
          "matern(nu=2.5,length=2)",
          "rational-quadratic(alpha=1.5,length=2)",
          "cauchy(sigma=2)",
          "3*cauchy(sigma=2)",
          "0.5*gaussian(sigma=2)+laplacian(sigma=1)",
          "gaussian(sigma=2)*matern(nu=1.5,length=3)");

  @Property(tries = 100)
  void distancesComeBack(@ForAll @IntRange(min = 1, max = 8000) int thousandths) {
    double distance = thousandths / 1e3;
    for (String spec : RADIAL) {
      Kernel kernel = KernelSpec.kernel(spec);
      assertThat(RadialInverse.exists(kernel)).as(spec).isTrue();
      double largest = kernel.value(new double[1], new double[1]);
      double loss = 1 - kernel.value(new double[] {0}, new double[] {distance}) / largest;
      double found = Math.sqrt(RadialInverse.of(kernel).squaredDistance(loss));
      // A rounding of the loss moves the distance by that over the kernel's slope.
      double step = 1e-4 * distance;
      double slope =
          (kernel.value(new double[] {0}, new double[] {distance})
                  - kernel.value(new double[] {0}, new double[] {distance + step}))
              / (step * largest);
      assertThat(found).as(spec).isCloseTo(distance, within(1e-13 * distance + 1e-15 / slope));
    }
  }

  @Test
  void onlyKernelsOfDistancesHaveAnInverse() {
    for (String spec : Definition.KERNELS) {
      boolean expected =
          RADIAL.contains(spec)
              || spec.startsWith("gaussian(gamma")
              || spec.startsWith("epanechnikov");
      assertThat(RadialInverse.exists(KernelSpec.kernel(spec))).as(spec).isEqualTo(expected);
    }
  }

  /**
   * With no more neighbors than dimensions and one, all differences of squared distances to them
   * are met: the least-squares equations are solved exactly.
   */
  @Test
  void differencesOfSquaredDistancesAreThoseOfTheFeatures() {
    double[][] train = Definition.points(40, 5, 1);
    double[][] rows = Definition.points(9, 5, 2);
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(2)).rank(6).threads(1).fit(DenseRows.of(train));
    PreimageDefinition definition = new PreimageDefinition(model);
    try (Workers workers = Workers.of(1)) {
      for (int neighbors = 1; neighbors <= 6; neighbors++) {
        Preimages.Result result =
            Preimages.of(model, "kwok-tsang(neighbors=" + neighbors + ")", workers.threads())
                .of(DenseRows.of(rows));
        assertThat(result.failures()).isZero();
        for (int i = 0; i < rows.length; i++) {
          double[] g = definition.coefficients(rows[i]);
          double[] distances =
              Arrays.stream(train).mapToDouble(x -> definition.squaredDistance(g, x)).toArray();
          int[] nearest =
              java.util.stream.IntStream.range(0, train.length)
                  .boxed()
                  .sorted(Comparator.comparingDouble(j -> distances[j]))
                  .limit(neighbors)
                  .mapToInt(j -> j)
                  .toArray();
          double[] z = result.points().row(i);
          double[] excess = new double[neighbors];
          for (int k = 0; k < neighbors; k++) {
            double input = -8 * Math.log(1 - distances[nearest[k]] / 2);
            excess[k] = Pairing.SQUARED_DISTANCE.of(z, train[nearest[k]]) - input;
          }
          for (int k = 1; k < neighbors; k++) {
            // Solved through the neighbors' Gram matrix: its condition times rounding.
            assertThat(excess[k]).isCloseTo(excess[0], within(1e-9));
          }
          if (neighbors == 1) {
            assertThat(z).containsExactly(train[nearest[0]], within(1e-14));
          }
        }
      }
    }
  }

  @Test
  void equalNeighborsAreOnePlace() {
    double[][] train = new double[30][];
    for (int i = 0; i < 30; i++) {
      train[i] = new double[] {i / 15, 0, 1};
    }
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(1)).rank(1).threads(1).fit(DenseRows.of(train));
    try (Workers workers = Workers.of(1)) {
      Preimages.Result result =
          Preimages.of(model, "kwok-tsang(neighbors=5)", workers.threads()).of(DenseRows.of(train));
      for (int i = 0; i < 30; i++) {
        assertThat(result.points().row(i)).containsExactly(train[i], within(1e-14));
      }
    }
  }

  @Test
  void aProjectionFarFromAllFeaturesFails() {
    double[][] train = Definition.points(30, 3, 5);
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(1)).rank(3).threads(1).fit(DenseRows.of(train));
    try (Workers workers = Workers.of(1)) {
      Preimages located = Preimages.of(model, "kwok-tsang", workers.threads());
      // No row has such scores: the projection is farther from all features than they can be.
      var scores = dev.mercer.data.Matrix.of(new double[][] {{50, -50, 50}, {0, 0, 0}});
      Preimages.Result result = located.ofScores(scores);
      assertThat(result.failed()).containsExactly(true, false);
      assertThat(result.failures()).isEqualTo(1);
      assertThat(Arrays.stream(train).anyMatch(x -> Arrays.equals(x, result.points().row(0))))
          .as("the nearest point is the answer")
          .isTrue();
    }
  }
}
