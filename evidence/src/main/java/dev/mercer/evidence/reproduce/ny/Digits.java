package dev.mercer.evidence.reproduce.ny;

import dev.mercer.data.DenseRows;
import dev.mercer.evidence.reproduce.Lab;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * NY's data: the twos and sixes of MNIST's training part.
 *
 * @param rows one image per row
 * @param pixels how they are scaled, in words
 */
record Digits(DenseRows rows, String[] labels, String pixels) {

  static final String RAW = "0 to 255";
  static final String UNIT = "0 to 1";

  private static final String[] CLASSES = {"2", "6"};
  private static final double LARGEST_PIXEL = 255;

  /** The images with pixels as they are in the files, because NY names no scaling. */
  static Digits raw(Lab lab, int smallRows) {
    Lab.Labeled all = lab.mnist("train", 1, CLASSES);
    if (lab.full()) {
      return new Digits(all.rows(), all.labels(), RAW);
    }
    int[] order = IntStream.range(0, all.labels().length).toArray();
    SplittableRandom random = new SplittableRandom(lab.seed());
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int moved = order[i];
      order[i] = order[other];
      order[other] = moved;
    }
    int[] kept =
        IntStream.concat(
                first(order, all.labels(), CLASSES[0], smallRows / 2),
                first(order, all.labels(), CLASSES[1], smallRows / 2))
            .sorted()
            .toArray();
    return new Digits(
        DenseRows.copyOf(all.rows().select(kept)),
        Arrays.stream(kept).mapToObj(i -> all.labels()[i]).toArray(String[]::new),
        RAW);
  }

  private static IntStream first(int[] order, String[] labels, String label, int count) {
    return Arrays.stream(order).filter(i -> labels[i].equals(label)).limit(count);
  }

  /** The same images with pixels from 0 to 1. */
  Digits unit() {
    double[] values = new double[rows.count() * rows.columns()];
    rows.copy(0, rows.count(), values, 0);
    for (int i = 0; i < values.length; i++) {
      values[i] /= LARGEST_PIXEL;
    }
    return new Digits(DenseRows.wrap(rows.count(), rows.columns(), values), labels, UNIT);
  }

  int count() {
    return rows.count();
  }

  /** How many images have this label. */
  long count(String label) {
    return Arrays.stream(labels).filter(label::equals).count();
  }

  /** A description of the data, for the settings of a run. */
  String text() {
    return "MNIST training part, "
        + count("2")
        + " twos and "
        + count("6")
        + " sixes (NY says 5958 of each; the files have 5958 and 5918)";
  }
}
