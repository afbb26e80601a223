package dev.mercer.internal.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TileGridTest {

  @Property(tries = 200)
  void theRoundsMeetEveryPairOnceAndNoStretchTwiceInARound(
      @ForAll @IntRange(min = 1, max = 30_000) int size) {
    TileGrid grid = new TileGrid(size);
    int count = grid.count();
    BitSet met = new BitSet();
    for (int round = 0; round < grid.rounds(); round++) {
      BitSet busy = new BitSet();
      int[] pairs = grid.pairs(round);
      for (int k = 0; k < pairs.length; k += 2) {
        int i = pairs[k];
        int j = pairs[k + 1];
        assertThat(i).isGreaterThan(j);
        assertThat(busy.get(i) || busy.get(j)).isFalse();
        busy.set(i);
        busy.set(j);
        assertThat(met.get(grid.index(i, j))).isFalse();
        met.set(grid.index(i, j));
      }
    }
    assertThat(met.cardinality()).isEqualTo(count * (count - 1) / 2);
  }

  @Property(tries = 200)
  void theStretchesCoverAllRows(@ForAll @IntRange(min = 1, max = 100_000) int size) {
    TileGrid grid = new TileGrid(size);
    int next = 0;
    for (int s = 0; s < grid.count(); s++) {
      assertThat(grid.first(s)).isEqualTo(next);
      assertThat(grid.rows(s)).isBetween(1, grid.tileRows());
      next += grid.rows(s);
    }
    assertThat(next).isEqualTo(size);
    assertThat((long) grid.tileRows() * grid.tileRows() * 8).isLessThan(2 << 20);
  }
}
