package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClassLabelsTest {

  @Test
  void numbersAreOrderedByValue() {
    ClassLabels labels = ClassLabels.of(new String[] {"10", "2", "-1", "2"});
    assertThat(labels.names()).containsExactly("-1", "2", "10");
    assertThat(labels.codes()).containsExactly(2, 1, 0, 1);
    assertThat(labels.sizes()).containsExactly(1, 2, 1);
    assertThat(labels.rowsOf(1)).containsExactly(1, 3);
  }

  @Test
  void wordsAreOrderedByText() {
    assertThat(ClassLabels.of(new String[] {"b", "10", "2", "a"}).names())
        .containsExactly("10", "2", "a", "b");
  }

  @Test
  void aRowWithoutLabelIsNamed() {
    assertThatThrownBy(() -> ClassLabels.of(new String[] {"1", null}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 1 has no label");
  }
}
