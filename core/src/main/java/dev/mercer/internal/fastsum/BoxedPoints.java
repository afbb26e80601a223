package dev.mercer.internal.fastsum;

import dev.mercer.data.Matrix;
import dev.mercer.internal.backend.Workers;
import java.util.Arrays;

/**
 * Points sorted into the boxes of a {@link GridLayout}, with their positions in the box.
 *
 * <p>Box b holds the points {@code first[b]} to {@code first[b + 1]}, in their original order;
 * {@code order} tells which rows they are. Positions are from the middle of the box, in units of
 * sigma, axis by axis.
 */
final class BoxedPoints {

  private static final int CHUNK = 1 << 15;

  /** Up to this many boxes, an array with one counter per box takes no memory worth mentioning. */
  private static final int COUNTED_BOXES = 1 << 16;

  final int[] order;
  final int[] first;
  final int[] box;
  final double[][] position;

  BoxedPoints(Matrix points, GridLayout layout, Workers workers) {
    int n = points.rows();
    int dimensions = layout.dimensions();
    int[] boxes = new int[n];
    chunks(n, workers, (from, to) -> number(points, layout, from, to, boxes));
    this.order = sorted(boxes, layout.boxNumbers());
    int count = 0;
    for (int i = 0; i < n; i++) {
      count += i == 0 || boxes[order[i]] != boxes[order[i - 1]] ? 1 : 0;
    }
    this.first = new int[count + 1];
    this.box = new int[count];
    first[count] = n;
    for (int i = 0, b = 0; i < n; i++) {
      if (i == 0 || boxes[order[i]] != boxes[order[i - 1]]) {
        first[b] = i;
        box[b++] = boxes[order[i]];
      }
    }
    this.position = new double[dimensions][n];
    chunks(n, workers, (from, to) -> place(points, layout, boxes, from, to));
  }

  private interface Chunk {
    void run(int from, int to);
  }

  private static void chunks(int n, Workers workers, Chunk work) {
    workers.run(
        (n + CHUNK - 1) / CHUNK,
        (index, worker) -> work.run(index * CHUNK, Math.min(n, (index + 1) * CHUNK)));
  }

  /** Computes the number of the box of each point in a range. */
  private static void number(Matrix points, GridLayout layout, int from, int to, int[] boxes) {
    int d = points.columns();
    double[] values = points.values();
    double width = layout.side * layout.spacing;
    for (int i = from; i < to; i++) {
      int number = 0;
      for (int a = 0; a < layout.dimensions(); a++) {
        double at = (values[i * d + layout.used[a]] - layout.low[a]) / layout.sigma;
        int along = Math.max(0, Math.min(layout.boxes[a] - 1, (int) (at / width)));
        number = number * layout.boxes[a] + along;
      }
      boxes[i] = number;
    }
  }

  /** Computes the positions of the points in a range, which is in the order of the boxes. */
  private void place(Matrix points, GridLayout layout, int[] boxes, int from, int to) {
    int d = points.columns();
    double[] values = points.values();
    double width = layout.side * layout.spacing;
    int[] along = new int[layout.dimensions()];
    for (int i = from; i < to; i++) {
      if (i == from || boxes[order[i]] != boxes[order[i - 1]]) {
        along(boxes[order[i]], layout.boxes, along);
      }
      for (int a = 0; a < along.length; a++) {
        double at = (values[order[i] * d + layout.used[a]] - layout.low[a]) / layout.sigma;
        position[a][i] = at - (along[a] + 0.5) * width;
      }
    }
  }

  /** The coordinates of a box in the grid of boxes, from its number. */
  static void along(int number, int[] boxes, int[] along) {
    int rest = number;
    for (int a = boxes.length - 1; a >= 0; a--) {
      along[a] = rest % boxes[a];
      rest /= boxes[a];
    }
  }

  /**
   * Rows sorted by their boxes, in ascending order within a box; by counting unless there are too
   * many boxes.
   */
  private static int[] sorted(int[] keys, int boxes) {
    int[] order = new int[keys.length];
    if (boxes <= 4L * keys.length + COUNTED_BOXES) {
      int[] next = new int[boxes + 1];
      for (int key : keys) {
        next[key + 1]++;
      }
      for (int b = 0; b < boxes; b++) {
        next[b + 1] += next[b];
      }
      for (int i = 0; i < keys.length; i++) {
        order[next[keys[i]]++] = i;
      }
      return order;
    }
    long[] pairs = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      pairs[i] = (long) keys[i] << 32 | i;
    }
    Arrays.sort(pairs);
    for (int i = 0; i < keys.length; i++) {
      order[i] = (int) pairs[i];
    }
    return order;
  }

  int boxCount() {
    return box.length;
  }

  /**
   * Splits the boxes into {@code count} runs with about equally many points; returns the first box
   * of each run.
   */
  int[] runs(int count) {
    int[] starts = new int[count + 1];
    int n = order.length;
    for (int run = 1; run <= count; run++) {
      long wanted = (long) n * run / count;
      int b = starts[run - 1];
      while (b < box.length && (run == count || first[b] < wanted)) {
        b++;
      }
      starts[run] = b;
    }
    return starts;
  }
}
