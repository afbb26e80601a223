package dev.mercer.use.manifold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.NumericalException;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Kernel;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Maps of the caller's own. */
class OwnMapTest {

  private static final Kernel KERNEL = Gaussian.sigma(1.5);

  /** Commute times: distances of coordinates are how long the walk takes there and back. */
  private record CommuteMap(double mass) implements ManifoldMap {

    @Override
    public String spec() {
      return "commute";
    }

    @Override
    public double densityFactor(double degree) {
      return 1 / (mass + degree);
    }

    @Override
    public double scale(double eigenvalue, double totalDegree) {
      return Math.sqrt(totalDegree / (1 - eigenvalue));
    }
  }

  /** Clusters by the leading coordinates, the trivial one left out. */
  private record PlainClusters(int parts) implements ManifoldMap {

    @Override
    public String spec() {
      return "plain-clusters";
    }

    @Override
    public double scale(double eigenvalue, double totalDegree) {
      return 1;
    }

    @Override
    public OptionalInt clusterCount() {
      return OptionalInt.of(parts);
    }
  }

  private static double[][] cloud(int n, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[n][2];
    for (double[] row : rows) {
      Arrays.setAll(row, c -> 2 * random.nextGaussian());
    }
    return rows;
  }

  @Test
  void aMapOfTheCallersIsItsDefinition() {
    double[][] values = cloud(60, 1);
    Rows rows = DenseRows.of(values);
    CommuteMap map = new CommuteMap(3);
    WalkDefinition walk = WalkDefinition.of(values, KERNEL, map::densityFactor);
    double total = Arrays.stream(walk.degrees()).sum();
    ManifoldFit fit = Manifold.with(KERNEL).map(map).rank(3).fit(rows);
    for (int c = 0; c < 3; c++) {
      double lambda = fit.model().eigenvalues()[c];
      assertThat(lambda).isCloseTo(walk.eigenvalues()[c + 1], within(1e-12));
      double scale = Math.sqrt(total / (1 - lambda));
      double[] psi = Arrays.stream(fit.coordinates().column(c)).map(f -> f / scale).toArray();
      assertThat(walk.residual(psi, lambda)).isLessThan(1e-8);
      double norm = 0;
      for (int i = 0; i < psi.length; i++) {
        norm += walk.stationary()[i] * psi[i] * psi[i];
      }
      assertThat(norm).isCloseTo(1, within(1e-8));
    }
    // New rows that are points get the coordinates of the points.
    double size = Arrays.stream(fit.coordinates().values()).map(Math::abs).max().orElseThrow();
    assertThat(fit.model().extend(rows, 1).values())
        .containsExactly(fit.coordinates().values(), within(1e-8 * size));
    assertThat(fit.model().toString()).startsWith("commute of 60 points");
  }

  @Test
  void aMapOfTheCallersMayMakeClusters() {
    double[][] values = cloud(60, 2);
    for (int i = 0; i < 60; i++) {
      values[i][0] += 30 * (i % 2);
    }
    ManifoldFit fit =
        Manifold.with(Gaussian.sigma(6)).map(new PlainClusters(2)).fit(DenseRows.of(values));
    assertThat(fit.coordinates().columns()).isEqualTo(2);
    for (int i = 0; i < 60; i++) {
      assertThat(fit.clusters()[i]).isEqualTo(fit.clusters()[i % 2]);
      double[] row = fit.coordinates().row(i);
      assertThat(row[0] * row[0] + row[1] * row[1]).isCloseTo(1, within(1e-12));
    }
    assertThat(fit.clusters()[0]).isNotEqualTo(fit.clusters()[1]);
  }

  @Test
  void aFactorThatIsNoneIsRefusedWithItsPoint() {
    Manifold manifold = Manifold.with(KERNEL).map(new CommuteMap(Double.NEGATIVE_INFINITY));
    assertThatThrownBy(() -> manifold.fit(DenseRows.of(cloud(10, 3))))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("commute gives row 0 of degree")
        .hasMessageContaining("must be finite and above 0");
  }
}
