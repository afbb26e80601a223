package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfusionMatrixTest {

  private static Predictions predicted(List<String> names, int... codes) {
    return new Predictions(names, codes, null, null);
  }

  @Test
  void countsTrueByPredicted() {
    ConfusionMatrix confusion =
        ConfusionMatrix.of(
            LabelSets.of("1", "2", "2", "10"), predicted(List.of("1", "2", "10"), 0, 1, 2, 2));
    assertThat(confusion.names()).containsExactly("1", "2", "10");
    assertThat(confusion.counts()).isDeepEqualTo(new int[][] {{1, 0, 0}, {0, 1, 1}, {0, 0, 1}});
    assertThat(confusion.accuracy()).isEqualTo(0.75);
    // Four rows, three right: sqrt(3/4 x 1/4 / 4).
    assertThat(confusion.standardError()).isCloseTo(Math.sqrt(3.0 / 64), within(1e-15));
  }

  @Test
  void aLabelNeverLearnedIsAnError() {
    ConfusionMatrix confusion =
        ConfusionMatrix.of(LabelSets.of("a", "c"), predicted(List.of("a", "b"), 0, 1));
    assertThat(confusion.names()).containsExactly("a", "b", "c");
    assertThat(confusion.counts()[2]).containsExactly(0, 1, 0);
    assertThat(confusion.correct()).isEqualTo(1);
  }

  @Test
  void ofSeveralLabelsEachIsRight() {
    LabelSets truth = LabelSets.of(new String[] {"b;a", "b;a"}, ";");
    Predictions predictions = predicted(List.of("a", "b", "c"), 0, 2);
    ConfusionMatrix confusion = ConfusionMatrix.of(truth, predictions);
    assertThat(confusion.counts()).isDeepEqualTo(new int[][] {{1, 0, 0}, {0, 0, 1}, {0, 0, 0}});
    assertThat(predictions.errors(truth)).isEqualTo(1);
  }

  @Test
  void partsAddUp() {
    ConfusionMatrix sum =
        ConfusionMatrix.of(LabelSets.of("a", "b"), predicted(List.of("a", "b"), 0, 0))
            .plus(ConfusionMatrix.of(LabelSets.of("c", "b"), predicted(List.of("b", "c"), 1, 0)));
    assertThat(sum.names()).containsExactly("a", "b", "c");
    assertThat(sum.counts()).isDeepEqualTo(new int[][] {{1, 0, 0}, {1, 1, 0}, {0, 0, 1}});
    assertThat(sum.total()).isEqualTo(4);
  }

  @Test
  void meanAndDeviation() {
    Accuracies accuracies = new Accuracies(new double[] {0.5, 0.7, 0.9});
    assertThat(accuracies.mean()).isCloseTo(0.7, within(1e-15));
    assertThat(accuracies.standardDeviation()).isCloseTo(0.2, within(1e-15));
    assertThat(new Accuracies(new double[] {1}).standardDeviation()).isNaN();
    assertThatThrownBy(() -> new Accuracies(new double[0])).hasMessageContaining("no accuracies");
  }

  @Test
  void asManyLabelsAsPredictions() {
    assertThatThrownBy(() -> ConfusionMatrix.of(LabelSets.of("a", "b"), predicted(List.of("a"), 0)))
        .hasMessageContaining("2 labels for 1 predictions");
  }
}
