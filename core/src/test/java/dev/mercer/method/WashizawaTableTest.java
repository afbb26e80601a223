package dev.mercer.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.Rows;
import dev.mercer.internal.gram.Definition;
import dev.mercer.landmark.KMeans;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * SK Table 1, random landmarks: 1,000 points in the plane, k = exp(-0.1 |x - y|^2), five
 * components, 50 landmarks, ten trials. The paper's points are not published; these lie on a wide
 * arc with noise, like those of its Figure 1.
 */
class WashizawaTableTest {

  private static final int TRIALS = 10;

  private static Rows arc(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] points = new double[1000][];
    for (int i = 0; i < points.length; i++) {
      double angle = Math.PI * (0.1 + 1.3 * random.nextDouble());
      double radius = 5 + 0.6 * random.nextGaussian();
      points[i] = new double[] {radius * Math.cos(angle), radius * Math.sin(angle)};
    }
    return Definition.rows(points);
  }

  @Test
  void errorsAreOrderedAsInTheTable() {
    Rows rows = arc(1);
    KernelPca settings =
        KernelPca.with(Definition.kernel("gaussian(gamma=0.1)")).rank(5).center(false).threads(2);
    KernelPcaModel exact = settings.fit(rows);
    double best = exact.report().empiricalError();
    double ceiling = exact.report().totalVariance() / (1000 * best);
    double subset = average(rows, settings, best, Subset::of);
    double reduced = average(rows, settings, best, Reduced::new);
    double improved = average(rows, settings, best, Improved::new);
    double nystrom = average(rows, settings, best, Nystrom::of);
    assertThat(subset).isBetween(1.0, 1.01);
    double clustered = average(rows, settings, best, goal -> Subset.of(goal.with(new KMeans(20))));
    assertThat(clustered).isBetween(1 - 1e-9, 1.001).isLessThan(subset);
    assertThat(reduced).isGreaterThan(subset);
    assertThat(nystrom).isGreaterThan(reduced);
    // Its operator is almost zero: the error is almost all there is.
    assertThat(improved).isCloseTo(ceiling, within(0.02 * ceiling)).isGreaterThan(reduced);
  }

  private static double average(
      Rows rows, KernelPca settings, double best, Function<Landmarking, Method> method) {
    double sum = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      KernelPcaModel model =
          settings.seed(trial).method(method.apply(Landmarking.count(50))).fit(rows);
      sum += model.report().empiricalError() / best;
    }
    return sum / TRIALS;
  }
}
