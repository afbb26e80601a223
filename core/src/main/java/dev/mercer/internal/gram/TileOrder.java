package dev.mercer.internal.gram;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.TileGrid;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Runs a task for every tile of the lower triangle of a symmetric matrix, in parallel and such that
 * no two tasks that work at the same time have a stretch of rows in common.
 *
 * <p>Tiles come in a fixed order, first those on the diagonal, then the rounds of the grid's
 * tournament. A tile waits for those before it that share one of its stretches, and for no others:
 * threads do not meet at the end of a round, where one of two would wait for an odd task. Every
 * stretch sees its tiles in the order of the list, whatever the number of threads.
 */
final class TileOrder {

  /** What is done with tile (i, j), j at most i. */
  interface Task {
    void run(int i, int j, int worker);
  }

  private final int stretches;
  // Of each tile its two stretches, and how many tiles before it each of them has.
  private final int[] rows;
  private final int[] columns;
  private final int[] beforeRows;
  private final int[] beforeColumns;

  TileOrder(TileGrid grid) {
    stretches = grid.count();
    rows = new int[grid.tiles()];
    columns = new int[grid.tiles()];
    beforeRows = new int[grid.tiles()];
    beforeColumns = new int[grid.tiles()];
    int[] seen = new int[stretches];
    int next = 0;
    for (int i = 0; i < stretches; i++) {
      add(next++, i, i, seen);
    }
    for (int round = 0; round < grid.rounds(); round++) {
      int[] pairs = grid.pairs(round);
      for (int k = 0; k < pairs.length; k += 2) {
        add(next++, pairs[k], pairs[k + 1], seen);
      }
    }
  }

  private void add(int tile, int i, int j, int[] seen) {
    rows[tile] = i;
    columns[tile] = j;
    beforeRows[tile] = seen[i];
    beforeColumns[tile] = seen[j];
    seen[i]++;
    if (i != j) {
      seen[j]++;
    }
  }

  void run(Workers workers, Task task) {
    AtomicIntegerArray done = new AtomicIntegerArray(stretches); // tiles of each stretch
    workers.run(
        rows.length,
        (tile, worker) -> {
          int i = rows[tile];
          int j = columns[tile];
          task.run(i, j, worker);
          done.incrementAndGet(i);
          if (i != j) {
            done.incrementAndGet(j);
          }
        },
        tile ->
            done.get(rows[tile]) == beforeRows[tile]
                && done.get(columns[tile]) == beforeColumns[tile]);
  }
}
