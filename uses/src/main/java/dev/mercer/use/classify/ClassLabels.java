package dev.mercer.use.classify;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The classes of labelled rows: their names in order, by value where all are numbers, else by text;
 * and the number of its class for each row.
 */
public final class ClassLabels {

  private final List<String> names;
  private final int[] codes;

  private ClassLabels(List<String> names, int[] codes) {
    this.names = names;
    this.codes = codes;
  }

  /**
   * The classes of rows by their labels.
   *
   * @param labels one a row
   * @throws IllegalArgumentException where a row has no label (null)
   */
  public static ClassLabels of(String[] labels) {
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] == null) {
        throw new IllegalArgumentException("row " + i + " has no label; every row needs one here");
      }
    }
    List<String> names = Arrays.stream(labels).distinct().sorted(order(labels)).toList();
    Map<String, Integer> numbers = new TreeMap<>();
    for (int k = 0; k < names.size(); k++) {
      numbers.put(names.get(k), k);
    }
    return new ClassLabels(names, Arrays.stream(labels).mapToInt(numbers::get).toArray());
  }

  /** By value where all labels are numbers, else by text. */
  static Comparator<String> order(String[] labels) {
    try {
      for (String label : labels) {
        Double.parseDouble(label);
      }
    } catch (NumberFormatException e) {
      return Comparator.naturalOrder(); // at least one is a word
    }
    return Comparator.comparingDouble((String label) -> Double.parseDouble(label))
        .thenComparing(Comparator.naturalOrder());
  }

  /** The classes, in order. */
  public List<String> names() {
    return names;
  }

  /** The number of classes. */
  public int classes() {
    return names.size();
  }

  /** The number of rows that have these labels. */
  public int rows() {
    return codes.length;
  }

  /** The class of a row, an index into {@link #names}. */
  public int code(int row) {
    return codes[row];
  }

  /** The classes of all rows. */
  public int[] codes() {
    return codes.clone();
  }

  /** How many rows each class has. */
  public int[] sizes() {
    int[] sizes = new int[names.size()];
    for (int code : codes) {
      sizes[code]++;
    }
    return sizes;
  }

  /** The rows of a class, ascending. */
  public int[] rowsOf(int code) {
    int[] rows = new int[codes.length];
    int count = 0;
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] == code) {
        rows[count++] = i;
      }
    }
    return Arrays.copyOf(rows, count);
  }
}
