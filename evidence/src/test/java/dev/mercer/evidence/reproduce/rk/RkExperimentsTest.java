package dev.mercer.evidence.reproduce.rk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.evidence.reproduce.Experiment;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.SmallLab;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** RK's figure and table: both run and judge. */
class RkExperimentsTest {

  private static final SmallLab LAB = new SmallLab();

  @AfterAll
  static void close() {
    LAB.close();
  }

  @Test
  void allAreListed() {
    assertThat(RkExperiments.all().stream().map(Experiment::id))
        .containsExactly("rk-fig1", "rk-table");
  }

  @Test
  void crossedArms() {
    Outcome outcome = SmallLab.judged(new CrossedDirections(), LAB.lab());
    assertThat(SmallLab.verdict(outcome, "PCA's directions are at right angles").holds()).isTrue();
    assertThat(SmallLab.verdict(outcome, "the data have several directions").holds()).isFalse();
  }

  @Test
  void digits() {
    Outcome outcome =
        SmallLab.judged(new DigitsTable(2, 0, List.of("linear", "cosine")), LAB.lab());
    assertThat(outcome.tables()).hasSize(3);
    // Far from what two splits could change: PCA of five components is 25 points above the paper's.
    assertThat(SmallLab.verdict(outcome, "five components of PCA").holds()).isFalse();
    assertThat(outcome.notes()).anyMatch(note -> note.contains("in 594 rows"));
  }

  @Test
  void peaksOfAPeriodicProfile() {
    assertThat(CrossedArms.peaks(new double[] {0, 1, 0, 0, 3, 0})).containsExactly(30.0, 120.0);
    assertThat(CrossedArms.peaks(new double[] {5, 1, 0, 1})).containsExactly(0.0);
    assertThat(CrossedArms.peaks(new double[] {1, 1, 1})).isEmpty();
  }

  @Test
  void directionsHaveNoSign() {
    assertThat(CrossedArms.distance(5, 175)).isEqualTo(10);
    assertThat(CrossedArms.distance(0, 90)).isEqualTo(90);
    assertThat(CrossedArms.distance(10, 190)).isZero();
  }

  @Test
  void squaredCorrelations() {
    double[] line = {1, 2, 3, 4};
    assertThat(CrossedDirections.squaredCorrelation(line, new double[] {8, 6, 4, 2}))
        .isCloseTo(1, within(1e-12));
    assertThat(CrossedDirections.squaredCorrelation(line, new double[] {1, -1, -1, 1}))
        .isCloseTo(0, within(1e-12));
  }
}
