package dev.mercer.fastsum;

import dev.mercer.linalg.Matrix;
import java.util.Arrays;

/**
 * Points sorted into the boxes of a {@link GridLayout}, with their positions in the box.
 *
 * <p>Box b holds the points {@code first[b]} to {@code first[b + 1]}, in their original order;
 * {@code order} tells which rows they are. Positions are from the middle of the box, in units of
 * sigma, axis by axis.
 */
final class BoxedPoints {

  final int[] order;
  final int[] first;
  final int[] box;
  final double[][] position;

  BoxedPoints(Matrix points, GridLayout layout) {
    int n = points.rows();
    int d = points.columns();
    int dimensions = layout.dimensions();
    double[] values = points.values();
    double width = layout.side * layout.spacing;
    int[] boxes = new int[n];
    for (int i = 0; i < n; i++) {
      int number = 0;
      for (int a = 0; a < dimensions; a++) {
        double at = (values[i * d + layout.used[a]] - layout.low[a]) / layout.sigma;
        int along = Math.max(0, Math.min(layout.boxes[a] - 1, (int) (at / width)));
        number = number * layout.boxes[a] + along;
      }
      boxes[i] = number;
    }
    this.order = sorted(boxes);
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
    int[] along = new int[dimensions];
    for (int b = 0; b < count; b++) {
      along(box[b], layout.boxes, along);
      for (int a = 0; a < dimensions; a++) {
        double middle = (along[a] + 0.5) * width;
        for (int i = first[b]; i < first[b + 1]; i++) {
          double at = (values[order[i] * d + layout.used[a]] - layout.low[a]) / layout.sigma;
          position[a][i] = at - middle;
        }
      }
    }
  }

  /** The coordinates of a box, from its number. */
  static void along(int number, int[] boxes, int[] along) {
    int rest = number;
    for (int a = boxes.length - 1; a >= 0; a--) {
      along[a] = rest % boxes[a];
      rest /= boxes[a];
    }
  }

  private static int[] sorted(int[] keys) {
    long[] pairs = new long[keys.length];
    for (int i = 0; i < keys.length; i++) {
      pairs[i] = (long) keys[i] << 32 | i;
    }
    Arrays.sort(pairs);
    int[] order = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      order[i] = (int) pairs[i];
    }
    return order;
  }

  int boxCount() {
    return box.length;
  }

  /** Splits the boxes into so many runs of about equally many points; the first box of each. */
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
