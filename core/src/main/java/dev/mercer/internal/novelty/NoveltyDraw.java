package dev.mercer.internal.novelty;

import dev.mercer.data.Rows;
import dev.mercer.internal.backend.Workers;
import dev.mercer.internal.problem.Problem;
import dev.mercer.internal.rows.DistinctKeys;
import dev.mercer.internal.rows.RowKeys;
import dev.mercer.internal.rows.RowPass;
import dev.mercer.internal.rows.SelectedRows;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The training rows that quantiles are taken over: all where they are few, else those with the
 * smallest keys. A key follows from the seed and from what is in the row ({@link RowKeys}), so the
 * same rows are drawn wherever they lie, on one machine or on many.
 *
 * <p>Rows that are equal have one key: they are drawn together and measured once, with the weight
 * of all of them. Cost of a draw: one hash per value of the rows; memory one key per row.
 *
 * @param rows the numbers of the rows to measure, ascending
 * @param weights one for each of them; null for ones
 * @param count how many rows they stand for: equal ones each, those of no weight not
 */
public record NoveltyDraw(int[] rows, double[] weights, long count) {

  /**
   * Different rows that are drawn at most. Of the rows that are alike but not drawn, a share of
   * 0.01 with a standard deviation of sqrt(0.01 * 0.99 / 10,000) = 0.001 is then above the quantile
   * 0.99.
   */
  public static final int MOST_ROWS = 10_000;

  private static final long SALT = 0x6e6f76656c7479L;

  /** The key of a row in such a draw. */
  public static double key(long seed, double[] values, int at, int columns) {
    return RowKeys.key(seed ^ SALT, values, at, columns);
  }

  /**
   * Draws rows.
   *
   * @param weights one per row, or null for ones; a row of weight zero is no training row
   * @param most different rows to draw
   */
  public static NoveltyDraw of(Rows rows, double[] weights, int most, long seed, Workers workers) {
    int used = Problem.usedRows(rows.count(), weights);
    if (used > most) {
      return byKeys(keys(rows, seed, workers), weights, most);
    }
    int[] all =
        IntStream.range(0, rows.count()).filter(i -> weights == null || weights[i] > 0).toArray();
    double[] own =
        weights == null ? null : Arrays.stream(all).mapToDouble(i -> weights[i]).toArray();
    return new NoveltyDraw(all, own, used);
  }

  private static double[] keys(Rows rows, long seed, Workers workers) {
    double[] keys = new double[rows.count()];
    int columns = rows.columns();
    int step = rows.blockRows();
    RowPass.run(
        rows,
        workers,
        (block, count, values, offset) -> {
          for (int i = 0; i < count; i++) {
            keys[block * step + i] = key(seed, values, offset + i * columns, columns);
          }
        });
    return keys;
  }

  private static NoveltyDraw byKeys(double[] keys, double[] weights, int most) {
    DistinctKeys smallest = new DistinctKeys(most);
    for (int i = 0; i < keys.length; i++) {
      if (weights == null || weights[i] > 0) {
        smallest.offer(keys[i]);
      }
    }
    double[] kept = smallest.toArray();
    double largest = kept[kept.length - 1];
    int[] rows = new int[kept.length];
    double[] sums = new double[kept.length];
    Map<Double, Integer> places = new HashMap<>();
    long count = 0;
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] <= largest && (weights == null || weights[i] > 0)) {
        int next = places.size();
        Integer known = places.putIfAbsent(keys[i], next);
        int place = known == null ? next : known;
        rows[place] = known == null ? i : rows[place];
        sums[place] += weights == null ? 1 : weights[i];
        count++;
      }
    }
    return new NoveltyDraw(rows, sums, count);
  }

  /** The rows drawn among all. */
  public Rows of(Rows all) {
    return rows.length == all.count() ? all : new SelectedRows(all, rows);
  }
}
