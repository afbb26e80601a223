package dev.mercer.evidence.reproduce.ny;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mercer.data.Matrix;
import dev.mercer.evidence.reproduce.Experiment;
import dev.mercer.evidence.reproduce.Lab;
import dev.mercer.evidence.reproduce.Outcome;
import dev.mercer.evidence.reproduce.SmallLab;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * NY's figures and table on few images: all run and judge, and the data are what they should be.
 */
class NyExperimentsTest {

  private static final int ROWS = 120;
  private static final SmallLab LAB = new SmallLab();

  @AfterAll
  static void close() {
    LAB.close();
  }

  private static Lab lab() {
    return LAB.lab("mnist/train-images-idx3-ubyte.gz", "mnist/train-labels-idx1-ubyte.gz");
  }

  @Test
  void allAreListed() {
    assertThat(NyExperiments.all().stream().map(Experiment::id))
        .containsExactly("ny-fig1", "ny-fig2", "ny-fig3", "ny-fig4", "ny-table1");
  }

  @Test
  void digitsAreHalfTwosAndHalfSixes() {
    Digits raw = Digits.raw(lab(), ROWS);
    assertThat(raw.count("2")).isEqualTo(ROWS / 2);
    assertThat(raw.count("6")).isEqualTo(ROWS / 2);
    double[] pixels = new double[784];
    double[] unit = new double[784];
    raw.rows().copy(3, 1, pixels, 0);
    raw.unit().rows().copy(3, 1, unit, 0);
    assertThat(Arrays.stream(pixels).max().orElseThrow()).isGreaterThan(200);
    for (int i = 0; i < pixels.length; i++) {
      assertThat(unit[i]).isEqualTo(pixels[i] / 255);
    }
  }

  @Test
  void embeddingsOfTheWholeMatrix() {
    Outcome outcome = SmallLab.judged(new StandardEmbedding(ROWS), lab());
    assertThat(outcome.plots()).hasSize(6);
    // Unscaled pixels make the images orthogonal under RBF, scaled ones almost leave it linear.
    assertThat(SmallLab.verdict(outcome, "pixels 0 to 255").holds()).isTrue();
    assertThat(SmallLab.verdict(outcome, "pixels 0 to 1:").holds()).isFalse();
  }

  @Test
  void screes() {
    SmallLab.judged(new StandardScree(ROWS, 60), lab());
    Outcome outcome = SmallLab.judged(new SampledScree(ROWS), lab());
    assertThat(SmallLab.verdict(outcome, "linear: they represent the whole set").holds()).isTrue();
  }

  @Test
  void errorsAndEmbeddingsOfTenImages() {
    SmallLab.judged(new SampledEmbedding(ROWS), lab());
    Outcome outcome = SmallLab.judged(new ReconstructionErrors(ROWS, 6), lab());
    assertThat(SmallLab.verdict(outcome, "two linear components").holds()).isFalse();
    assertThat(outcome.notes()).anyMatch(note -> note.contains("cannot be matched"));
  }

  @Test
  void cumulativeShares() {
    double[] shares = StandardScree.cumulative(new double[] {6, 3, 0.5}, 10);
    assertThat(shares[1]).isCloseTo(0.9, within(1e-15));
    assertThat(StandardScree.needed(new double[] {0.5, 0.89, 0.9, 1})).isEqualTo(3);
    assertThat(StandardScree.needed(new double[] {0.5, 0.89})).isZero();
  }

  @Test
  void missingVarianceIsThatOfWhatCannotBeAligned() {
    Matrix scatter = Matrix.of(new double[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}});
    Matrix turned = Matrix.of(new double[][] {{0, 2}, {0, -2}, {2, 0}, {-2, 0}});
    Matrix flat = Matrix.of(new double[][] {{1}, {-1}, {0}, {0}});
    assertThat(StandardEmbedding.missing(scatter, turned)).isCloseTo(0, within(1e-12));
    assertThat(StandardEmbedding.missing(scatter, flat)).isCloseTo(0.5, within(1e-12));
  }
}
