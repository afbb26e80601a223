package dev.mercer.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.KernelPca;
import dev.mercer.KernelPcaModel;
import dev.mercer.Plan;
import dev.mercer.data.DenseRows;
import dev.mercer.data.Rows;
import dev.mercer.kernel.Gaussian;
import dev.mercer.landmark.Uniform;
import dev.mercer.method.Auto;
import dev.mercer.method.Landmarking;
import dev.mercer.method.Subset;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SelectorPilotTest {

  private static final int LANDMARKS = 20;

  private final Rows rows =
      DenseRows.wrap(600, 500, new SplittableRandom(5).doubles(600 * 500L).toArray());
  private final KernelPca auto =
      KernelPca.with(Gaussian.sigma(9))
          .rank(2)
          .threads(2)
          .method(new Auto(Landmarking.count(LANDMARKS), false, "auto", "auto"));

  @Test
  void keepsToTheMemoryThatTheFitItselfNeeds() {
    Plan subset = auto.method(Subset.of(new Uniform().count(LANDMARKS))).plan(rows, null);
    Plan ample = auto.plan(rows, null);
    assertThat(ample.peakBytes()).isGreaterThan(subset.peakBytes());
    KernelPca tight = auto.memory(subset.peakBytes());
    assertThat(tight.plan(rows, null).peakBytes()).isLessThanOrEqualTo(subset.peakBytes());
    KernelPcaModel model = tight.fit(rows);
    assertThat(model.rank()).isEqualTo(2);
    assertThat(model.report().notes())
        .anySatisfy(note -> assertThat(note).contains("on a pilot of 600 rows"));
  }

  @Test
  void isAStageOfThePlan() {
    Plan plan = auto.plan(rows, null);
    assertThat(plan.stages().get(0).name()).isEqualTo("pilot");
    assertThat(plan.stages().get(0).kernelEvaluations()).isEqualTo(2 * 600 * 150);
  }
}
