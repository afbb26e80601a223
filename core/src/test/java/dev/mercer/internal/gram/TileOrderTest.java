package dev.mercer.internal.gram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.TileGrid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every tile once, no stretch in two hands, and always in the same order for each stretch. */
class TileOrderTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "70, 2", "300, 2", "700, 3", "2100, 1", "2100, 2", "4600, 4"})
  void everyStretchSeesItsTilesInTheOrderOfRounds(int size, int threads) {
    TileGrid grid = new TileGrid(size);
    List<List<Integer>> seen = new ArrayList<>();
    for (int i = 0; i < grid.count(); i++) {
      seen.add(Collections.synchronizedList(new ArrayList<>()));
    }
    AtomicIntegerArray busy = new AtomicIntegerArray(grid.count());
    try (Workers workers = Workers.of(threads)) {
      new TileOrder(grid)
          .run(
              workers,
              (i, j, worker) -> {
                assertThat(busy.incrementAndGet(i)).isEqualTo(1);
                assertThat(i == j ? 1 : busy.incrementAndGet(j)).isEqualTo(1);
                seen.get(i).add(j);
                if (i != j) {
                  seen.get(j).add(i);
                  busy.decrementAndGet(j);
                }
                busy.decrementAndGet(i);
              });
    }
    for (int i = 0; i < grid.count(); i++) {
      List<Integer> expected = new ArrayList<>(List.of(i));
      for (int round = 0; round < grid.rounds(); round++) {
        int[] pairs = grid.pairs(round);
        for (int k = 0; k < pairs.length; k++) {
          if (pairs[k] == i) {
            expected.add(pairs[k ^ 1]);
          }
        }
      }
      assertThat(seen.get(i)).containsExactlyElementsOf(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "4"})
  void aFailureReachesTheCallerAndLeavesNobodyWaiting(int threads) {
    TileGrid grid = new TileGrid(4600);
    try (Workers workers = Workers.of(threads)) {
      assertThatThrownBy(
              () ->
                  new TileOrder(grid)
                      .run(
                          workers,
                          (i, j, worker) -> {
                            if (i == 3 && j == 1) {
                              throw new IllegalStateException("tile (3, 1)");
                            }
                          }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("tile (3, 1)");
      // The threads are still there for the next batch.
      int[] runs = new int[1];
      workers.run(1, (index, worker) -> runs[0]++);
      assertThat(runs[0]).isOne();
    }
  }
}
