package dev.mercer.internal.gram;

import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.blocks.TileGrid;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Runs a task for every tile of the lower triangle of a symmetric matrix, in parallel, so that no
 * two tasks that run at the same time write to the same rows. The grid divides the rows into row
 * ranges (called stretches in the code); a tile belongs to two of them, or to one if it is on the
 * diagonal.
 *
 * <p>Tiles have a fixed order: first those on the diagonal, then the rounds of the grid's
 * tournament, in which every two row ranges meet once. A tile waits only for those before it that
 * share one of its row ranges. Threads therefore do not have to wait for each other at the end of
 * every round. Every row range sees its tiles in the order of the list, whatever the number of
 * threads.
 */
final class TileOrder {

  /** What is done with tile (i, j), where j is at most i. */
  interface Task {
    void run(int i, int j, int worker);
  }

  private final int stretches;
  // For each tile: its two row ranges, and how many tiles before it belong to each of them.
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
    // for each row range, the number of its tiles that are done
    AtomicIntegerArray done = new AtomicIntegerArray(stretches);
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
