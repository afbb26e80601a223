package dev.mercer.use.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSetsTest {

  @Test
  void severalLabelsOfACell() {
    LabelSets labels = LabelSets.of(new String[] {"7; 3", "3", "10;10", "7"}, ";");
    assertThat(labels.names()).containsExactly("3", "7", "10");
    assertThat(labels.codes(0)).containsExactly(1, 0);
    assertThat(labels.codes(2)).containsExactly(2);
    assertThat(labels.first(0)).isEqualTo(1);
    assertThat(labels.rowsOf(0)).containsExactly(0, 1);
    assertThat(labels.sizes()).containsExactly(2, 2, 1);
    assertThat(labels.has(0, "3")).isTrue();
    assertThat(labels.has(1, "7")).isFalse();
    assertThat(labels.has(1, "99")).isFalse();
  }

  @Test
  void withoutASeparatorACellIsALabel() {
    assertThat(LabelSets.of("a;b", "c|d").names()).containsExactly("a;b", "c|d");
    assertThat(LabelSets.of(new String[] {"a|b", "c"}, "|").names()).containsExactly("a", "b", "c");
  }

  @Test
  void someRows() {
    LabelSets labels = LabelSets.of(new String[] {"b;a", "c", "a", "d;c"}, ";");
    LabelSets some = labels.select(new int[] {3, 0});
    assertThat(some.names()).containsExactly("a", "b", "c", "d");
    assertThat(some.codes(0)).containsExactly(3, 2);
    LabelSets fewer = labels.select(new int[] {1, 1, 2});
    assertThat(fewer.names()).containsExactly("a", "c");
    assertThat(fewer.sizes()).containsExactly(1, 2);
  }

  @Test
  void oneLabelARow() {
    assertThat(LabelSets.of("2", "10", "2").single().codes()).containsExactly(0, 1, 0);
    assertThatThrownBy(() -> LabelSets.of(new String[] {"a", "a;b"}, ";").single())
        .hasMessageContaining("row 1 has 2 labels");
  }

  @ParameterizedTest
  @ValueSource(strings = {";", "a;", ";a", "a;;b", "a; ;b"})
  void nothingBesideASeparatorIsRefused(String cell) {
    assertThatThrownBy(() -> LabelSets.of(new String[] {"a", cell}, ";"))
        .hasMessageContaining("row 1")
        .hasMessageContaining("3;7");
  }

  @Test
  void aRowWithoutALabelIsNamed() {
    assertThatThrownBy(() -> LabelSets.of("a", null)).hasMessageContaining("row 1 has no label");
  }
}
