package dev.mercer.use.classify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random divisions of rows into a training part and a test part. They are stratified: every part
 * has about the same share of every class (a row with several labels goes with its first label).
 *
 * @param kind {@code folds} or {@code repeats}
 * @param seeds a single seed for folds, one per repeat otherwise
 * @param parts the divisions, each with its rows in ascending order
 */
public record Splits(String kind, long[] seeds, List<Part> parts) {

  /**
   * One division of the rows.
   *
   * @param train the rows to learn from
   * @param test all other rows
   */
  public record Part(int[] train, int[] test) {}

  /**
   * K folds: the rows of each class are shuffled and dealt to the folds in turn. Each class starts
   * at the fold after the one where the previous class ended, so that the sizes of folds differ by
   * at most one row. Every row is tested once.
   *
   * @param folds from 2 to the number of rows of the smallest class
   */
  public static Splits folds(LabelSets labels, int folds, long seed) {
    int[] sizes = firstSizes(labels);
    int smallest = smallest(sizes);
    int most = sizes[smallest];
    if (folds < 2 || folds > most) {
      throw new IllegalArgumentException(
          "folds = "
              + folds
              + "; allowed are 2 to "
              + most
              + ", the rows of the smallest class, '"
              + labels.names().get(smallest)
              + "'"
              + (most < 2 ? ", which is too small to be divided" : ""));
    }
    int[] foldOf = new int[labels.rows()];
    SplittableRandom random = new SplittableRandom(seed);
    int dealt = 0;
    for (int k = 0; k < labels.names().size(); k++) {
      for (int row : shuffled(rowsByFirst(labels, k), random)) {
        foldOf[row] = dealt++ % folds;
      }
    }
    List<Part> parts = new ArrayList<>();
    for (int f = 0; f < folds; f++) {
      int fold = f;
      parts.add(part(labels.rows(), row -> foldOf[row] == fold));
    }
    return new Splits("folds", new long[] {seed}, parts);
  }

  /**
   * Repeated random divisions, each drawn with a seed of its own: seed, seed + 1, ….
   *
   * @param testShare the share of the rows to test on, above 0 and below 1; every class keeps at
   *     least one training row
   */
  public static Splits repeated(LabelSets labels, int repeats, double testShare, long seed) {
    if (repeats < 1) {
      throw new IllegalArgumentException("repeats = " + repeats + "; at least 1 is needed");
    }
    if (!(testShare > 0 && testShare < 1)) {
      throw new IllegalArgumentException(
          "test share = " + testShare + "; allowed is a share above 0 and below 1");
    }
    long[] seeds = new long[repeats];
    List<Part> parts = new ArrayList<>();
    for (int r = 0; r < repeats; r++) {
      seeds[r] = seed + r;
      parts.add(drawn(labels, testShare, new SplittableRandom(seeds[r])));
    }
    return new Splits("repeats", seeds, parts);
  }

  private static Part drawn(LabelSets labels, double testShare, SplittableRandom random) {
    boolean[] test = new boolean[labels.rows()];
    long before = 0;
    int taken = 0;
    for (int k = 0; k < labels.names().size(); k++) {
      int[] rows = shuffled(rowsByFirst(labels, k), random);
      before += rows.length;
      // The rounding error is carried over from class to class, so that the total is right.
      long wanted = Math.round(testShare * before) - taken;
      int count = (int) Math.max(0, Math.min(wanted, rows.length - 1));
      for (int i = 0; i < count; i++) {
        test[rows[i]] = true;
      }
      taken += count;
    }
    if (taken == 0) {
      throw new IllegalArgumentException(
          "a test share of "
              + testShare
              + " leaves no row of "
              + labels.rows()
              + " to test on; ask for more, or give more rows");
    }
    return part(labels.rows(), row -> test[row]);
  }

  private interface InTest {
    boolean holds(int row);
  }

  private static Part part(int rows, InTest inTest) {
    int[] train = new int[rows];
    int[] test = new int[rows];
    int left = 0;
    int right = 0;
    for (int i = 0; i < rows; i++) {
      if (inTest.holds(i)) {
        test[right++] = i;
      } else {
        train[left++] = i;
      }
    }
    return new Part(Arrays.copyOf(train, left), Arrays.copyOf(test, right));
  }

  /** The smallest class among those by which rows are stratified. */
  private static int smallest(int[] sizes) {
    int smallest = -1;
    for (int k = 0; k < sizes.length; k++) {
      if (sizes[k] > 0 && (smallest < 0 || sizes[k] < sizes[smallest])) {
        smallest = k;
      }
    }
    return smallest;
  }

  private static int[] firstSizes(LabelSets labels) {
    int[] sizes = new int[labels.names().size()];
    for (int i = 0; i < labels.rows(); i++) {
      sizes[labels.first(i)]++;
    }
    return sizes;
  }

  private static int[] rowsByFirst(LabelSets labels, int code) {
    int[] rows = new int[labels.rows()];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (labels.first(i) == code) {
        rows[count++] = i;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  private static int[] shuffled(int[] rows, SplittableRandom random) {
    for (int i = rows.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int row = rows[i];
      rows[i] = rows[j];
      rows[j] = row;
    }
    return rows;
  }

  /** Which rows were where: the fold of every row for folds, else the test rows of every repeat. */
  public Object assignment() {
    if (kind.equals("repeats")) {
      return parts.stream().map(Part::test).toList();
    }
    int[] foldOf = new int[parts.get(0).train().length + parts.get(0).test().length];
    for (int f = 0; f < parts.size(); f++) {
      for (int row : parts.get(f).test()) {
        foldOf[row] = f;
      }
    }
    return foldOf;
  }
}
