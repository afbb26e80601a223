package dev.mercer.app.data;

import static dev.mercer.app.data.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnChoiceTest {

  private static final DataRequest DIGITS =
      DataRequest.of("builtin:digits").withRows(RowRange.parse("0:5"));

  @Test
  void columnsComeInTheOrderAsked() {
    double[][] all = Loaded.of(DIGITS).rows();
    Loaded some = Loaded.of(DIGITS.withColumns(List.of("p12", "p3")));
    assertThat(some.names()).containsExactly("p12", "p3");
    assertThat(some.rows()[4]).containsExactly(all[4][12], all[4][3]);
    assertThat(some.labels()).containsExactly("0", "1", "2", "3", "4");
  }

  @Test
  void droppedColumnsAreGone() {
    Loaded rest = Loaded.of(DIGITS.withDrop(List.of("p0", "p63")));
    assertThat(rest.names()).hasSize(62).doesNotContain("p0", "p63");
  }

  @Test
  void unknownNamesSuggestTheNearest() {
    assertRefused(DIGITS.withColumns(List.of("q12")))
        .hasMessageContaining("no column 'q12' (--columns); did you mean 'p")
        .hasMessageContaining("(64 in all)");
    assertRefused(DIGITS.withDrop(List.of("p64"))).hasMessageContaining("(--drop)");
    assertRefused(DIGITS.withWeights("weight")).hasMessageContaining("(--weights)");
    assertRefused(DIGITS.withLabel("lable"))
        .hasMessageContaining("called 'label'; leave --label out");
    assertThat(Loaded.of(DIGITS.withLabel("label")).labels()).hasSize(5);
  }

  @Test
  void contradictionsAreRefused() {
    assertRefused(() -> DIGITS.withColumns(List.of("p1")).withDrop(List.of("p2")))
        .hasMessageContaining("only one of them");
    assertRefused(DIGITS.withColumns(List.of("p1", "p1"))).hasMessageContaining("given twice");
    assertRefused(DIGITS.withColumns(List.of("p1", "p2")).withWeights("p2"))
        .hasMessageContaining("is the --weights");
    assertRefused(DataRequest.of("synthetic:moons").withDrop(List.of("x0", "x1")))
        .hasMessageContaining("no feature column left");
  }

  @Test
  void weightsAreNoFeatures() {
    Loaded data = Loaded.of(DIGITS.withWeights("p2"));
    assertThat(data.names()).hasSize(63).doesNotContain("p2");
    assertThat(data.weights()).containsExactly(5, 0, 0, 7, 0);
  }

  @Test
  void aColumnOfNumbersMayBeTheLabel() {
    Loaded data = Loaded.of(DataRequest.of("synthetic:sphere(n=3,d=4)").withLabel("x1"));
    double[][] all = Loaded.of(DataRequest.of("synthetic:sphere(n=3,d=4)")).rows();
    assertThat(data.names()).containsExactly("x0", "x2", "x3");
    assertThat(Double.parseDouble(data.labels().get(2))).isEqualTo(all[2][1]);
    assertThat(data.rows()[2]).containsExactly(all[2][0], all[2][2], all[2][3]);
  }

  @Test
  void aModelFindsItsColumnsByName() {
    ExpectedColumns model = new ExpectedColumns(2, List.of("p9", "p4"));
    Loaded data = Loaded.of(DIGITS.withExpected(model));
    assertThat(data.names()).containsExactly("p9", "p4");
    assertThat(data.rows())
        .isDeepEqualTo(Loaded.of(DIGITS.withColumns(List.of("p9", "p4"))).rows());
    assertRefused(DIGITS.withExpected(new ExpectedColumns(3, List.of("p9", "age", "size"))))
        .hasMessageContaining("lacks the columns 'age', 'size' that the model was fitted on");
  }

  @Test
  void aModelWithoutNamesCountsColumns() {
    assertThat(Loaded.of(DIGITS.withExpected(new ExpectedColumns(64, List.of()))).names())
        .hasSize(64);
    assertRefused(DIGITS.withExpected(new ExpectedColumns(63, List.of())))
        .hasMessageContaining("has 64 feature columns, the model was fitted on 63");
  }

  @Test
  void rangesAreChecked() {
    for (String wrong : List.of("", ":", "5", "a:b", "3:3", "4:2", "-1:4", "1:2:3", "1.5:2")) {
      assertRefused(() -> RowRange.parse(wrong));
    }
    assertThat(RowRange.parse(" 3 : 7 ")).isEqualTo(new RowRange(3, 7));
    assertThat(RowRange.parse("3:")).isEqualTo(new RowRange(3, RowRange.OPEN));
    assertThat(RowRange.parse(":7")).isEqualTo(new RowRange(0, 7));
    DataRequest all = DataRequest.of("builtin:digits");
    assertRefused(all.withRows(RowRange.parse("1000:1798")))
        .hasMessageContaining("rows 1000:1798 reach past the end")
        .hasMessageContaining("has 1797 rows");
    assertThat(Loaded.of(all.withRows(RowRange.parse("1796:"))).rows()).hasDimensions(1, 64);
  }

  @Test
  void theHintNeverUnderstates() {
    try (DataSource source =
        DataSources.open(DataRequest.of("builtin:digits").withRows(RowRange.parse("7:19")))) {
      assertThat(source.rowCountHint()).hasValue(12);
      assertThat(source.labeled()).isTrue();
      assertThat(source.weighted()).isFalse();
    }
    try (DataSource source =
        DataSources.open(DataRequest.of("builtin:digits").withClasses(List.of("3")))) {
      assertThat(source.rowCountHint()).hasValue(1797);
    }
  }
}
