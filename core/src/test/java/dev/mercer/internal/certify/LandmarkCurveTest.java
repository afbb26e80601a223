package dev.mercer.internal.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.data.DenseRows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.kernel.Gaussian;
import dev.mercer.kernel.Tanh;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LandmarkCurveTest {

  private final DenseRows rows = points(120, 3);

  @Test
  void theLastShareIsTheResidualTraceOfTheCertificate() {
    KernelPcaModel model =
        KernelPca.with(Gaussian.sigma(1))
            .rank(4)
            .method(Subset.of(Landmarking.count(20)))
            .fit(rows);
    double[] shares = curve(model).residualShares();
    double trace = rows.count(); // k(x, x) = 1
    assertThat(shares).hasSize(20);
    assertThat(shares[19] * trace)
        .isCloseTo(model.report().certificate().value("residualTrace"), within(1e-9 * trace));
  }

  @Test
  void moreLandmarksNeverLeaveMoreOutAndAllLeaveNothing() {
    KernelPcaModel model = KernelPca.with(Gaussian.sigma(1)).rank(4).fit(rows);
    LandmarkCurve curve = curve(model);
    double[] shares = curve.residualShares();
    for (int j = 1; j < shares.length; j++) {
      assertThat(shares[j]).isLessThanOrEqualTo(shares[j - 1]);
    }
    assertThat(shares[shares.length - 1]).isLessThan(1e-8);
    int enough = curve.enough(0.1).orElseThrow();
    assertThat(shares[enough - 1]).isLessThanOrEqualTo(0.1);
    assertThat(shares[enough - 2]).isGreaterThan(0.1);
    assertThat(curve.enough(-1)).isEmpty();
    assertThat(curve.allLandmarks()).isTrue();
  }

  @Test
  void anIndefiniteKernelIsRefused() {
    KernelPcaModel model = KernelPca.with(new Tanh(1, 0)).rank(2).fit(rows);
    assertThat(LandmarkCurve.possible(model)).isFalse();
    assertThatThrownBy(() -> curve(model)).isInstanceOf(IllegalArgumentException.class);
  }

  private LandmarkCurve curve(KernelPcaModel model) {
    try (Workers workers = Workers.of(2)) {
      return LandmarkCurve.of(model, rows, workers);
    }
  }

  private static DenseRows points(int n, int columns) {
    SplittableRandom random = new SplittableRandom(7);
    double[] values = new double[n * columns];
    for (int k = 0; k < values.length; k++) {
      values[k] = random.nextDouble(-2, 2);
    }
    return DenseRows.wrap(n, columns, values);
  }
}
