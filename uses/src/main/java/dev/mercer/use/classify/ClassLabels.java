package dev.mercer.use.classify;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The classes of labeled rows. They are ordered by value if all labels are numbers, else by text;
 * each row has the number of its class in this order.
 */
public final class ClassLabels {

  private final List<String> names;
  private final int[] codes;

  private ClassLabels(List<String> names, int[] codes) {
    this.names = names;
    this.codes = codes;
  }

  /**
   * The classes of rows, from their labels.
   *
   * @param labels one per row
   * @throws IllegalArgumentException if a row has no label (null)
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

  /** Orders labels by value if all of them are numbers, else by text. */
  static Comparator<String> order(String[] labels) {
    try {
      for (String label : labels) {
        Double.parseDouble(label);
      }
    } catch (NumberFormatException e) {
      return Comparator.naturalOrder(); // at least one label is not a number
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

  /** The number of labeled rows. */
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

  /** The number of rows of each class. */
  public int[] sizes() {
    int[] sizes = new int[names.size()];
    for (int code : codes) {
      sizes[code]++;
    }
    return sizes;
  }

  /** The rows of a class, in ascending order. */
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
