package dev.mercer.internal.exact;

import static dev.mercer.internal.exact.FeatureSpaceTest.KERNEL;
import static dev.mercer.internal.exact.FeatureSpaceTest.MAP;
import static dev.mercer.internal.exact.FeatureSpaceTest.plane;
import static dev.mercer.internal.exact.FeatureSpaceTest.problem;
import static dev.mercer.internal.exact.FeatureSpaceTest.solve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.MemoryExceededException;
import dev.mercer.NumericalException;
import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.explicit.FeatureMap;
import dev.mercer.internal.fastsum.SignedFeatures;
import dev.mercer.internal.gram.Definition;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.problem.Target;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What cannot be solved in feature space is refused, with the number or the map that is wrong. */
class FeatureSpaceRefusalsTest {

  private static final ExactRoute.InFeatureSpace OF_MAP = new ExactRoute.OwnFeatures(MAP);

  @Test
  void dataWithoutVarianceAreRefused() {
    double[][] equal = new double[30][];
    Arrays.fill(equal, new double[] {0.1, 0.7});
    assertThatThrownBy(() -> solve(MAP, KERNEL, equal, null, true, Target.rank(1), 1))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no variance");
    assertThat(solve(MAP, KERNEL, equal, null, false, Target.rank(1), 1).axes().eigenvalues()[0])
        .isCloseTo(30 * KERNEL.value(equal[0], equal[0]), within(1e-12));
  }

  @Test
  void featuresThatOverflowAreRefused() {
    double[][] x = plane(30, 2);
    x[3][0] = 1e160;
    assertThatThrownBy(() -> solve(MAP, KERNEL, x, null, true, Target.rank(1), 1))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("beyond double")
        .hasMessageContaining("scale the data");
  }

  @Test
  void termsOfNegativeSignAreNoFeatures() {
    FeatureMap signed = new SignedFeatures();
    assertThatThrownBy(() -> solve(signed, KERNEL, plane(9, 1), null, true, Target.rank(1), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'signed'");
  }

  /** How many components a share takes is known after the eigenvalues are, and then it must fit. */
  @Test
  void aShareThatTakesTooMuchMemoryIsRefused() {
    Rows rows = Definition.rows(plane(3000, 1));
    long enough = rows.bytes() + FeatureSpace.bytes(3000, MAP, 5, 1);
    try (Workers workers = Workers.of(1)) {
      Problem roomy = problem(KERNEL, rows, null, true, Target.variance(1), enough, workers);
      assertThat(new FeatureSpace(roomy, OF_MAP, 0).solve().axes().eigenvalues()).hasSize(5);
      Problem tight = problem(KERNEL, rows, null, true, Target.variance(1), enough - 1, workers);
      assertThatThrownBy(() -> new FeatureSpace(tight, OF_MAP, 0).solve())
          .isInstanceOf(MemoryExceededException.class)
          .hasMessageContaining("5 components");
    }
  }
}
