package dev.mercer.internal.features;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.gram.GramColumns;
import org.junit.jupiter.api.Test;

class RowFeaturesTest {

  private static final int ROWS = 2400;

  @Test
  void blocksOfRowsLieTogetherAndKeepTheirPlaceWhenWidened() {
    RowFeatures features = new RowFeatures(ROWS, 2000, Workers.of(1));
    features.columns(2);
    for (int i = 0; i < ROWS; i++) {
      features.array(i)[features.offset(i)] = i;
      features.array(i)[features.offset(i) + 1] = -i;
    }
    requireRows(features, 2);
    features.widen(4000);
    requireRows(features, 3);
  }

  private static void requireRows(RowFeatures features, int arrays) {
    int seen = 0;
    for (int i = 0; i < ROWS; i++) {
      assertThat(features.array(i)[features.offset(i)]).isEqualTo(i);
      assertThat(features.array(i)[features.offset(i) + 1]).isEqualTo(-i);
      seen += features.offset(i) == 0 ? 1 : 0;
    }
    assertThat(seen).isEqualTo(arrays);
    for (int first = 0; first < ROWS; first += GramColumns.BLOCK_ROWS) {
      int height = Math.min(GramColumns.BLOCK_ROWS, ROWS - first);
      assertThat(features.together(first)).isGreaterThanOrEqualTo(height);
      assertThat(features.array(first + height - 1)).isSameAs(features.array(first));
      // And room for a row more.
      assertThat(features.array(first).length)
          .isGreaterThanOrEqualTo(features.offset(first) + (height + 1) * features.stride());
    }
  }
}
