package dev.mercer.use.classify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The classes of rows that may belong to several classes (SK section 6.4): a row counts for each of
 * its labels. The order of the classes is that of {@link ClassLabels}: by value if all are numbers,
 * else by text.
 */
public final class LabelSets {

  private final List<String> names;
  private final int[][] codes; // of each row, its classes in the order written

  private LabelSets(List<String> names, int[][] codes) {
    this.names = names;
    this.codes = codes;
  }

  /**
   * Labels as they are written in a file.
   *
   * @param cells one per row
   * @param separator the text between the labels of one cell, taken literally; null if each cell is
   *     one label
   * @throws IllegalArgumentException if a row has no label (null, empty, or nothing between
   *     separators)
   */
  public static LabelSets of(String[] cells, String separator) {
    Map<String, String[]> parts = new HashMap<>();
    Set<String> distinct = new LinkedHashSet<>();
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] == null) {
        throw new IllegalArgumentException(
            "row " + i + " has no label; classification needs one for every row");
      }
      if (!parts.containsKey(cells[i])) {
        String[] labels = split(i, cells[i], separator);
        parts.put(cells[i], labels);
        distinct.addAll(Arrays.asList(labels));
      }
    }
    List<String> names = sorted(distinct);
    Map<String, Integer> numbers = new HashMap<>();
    for (int k = 0; k < names.size(); k++) {
      numbers.put(names.get(k), k);
    }
    Map<String, int[]> known = new HashMap<>(); // equal cells share one array
    parts.forEach(
        (cell, labels) ->
            known.put(cell, Arrays.stream(labels).mapToInt(numbers::get).distinct().toArray()));
    int[][] codes = new int[cells.length][];
    Arrays.setAll(codes, i -> known.get(cells[i]));
    return new LabelSets(names, codes);
  }

  /** The labels of rows that have one label each. */
  public static LabelSets of(String... labels) {
    return of(labels, null);
  }

  private static String[] split(int row, String cell, String separator) {
    if (separator == null || !cell.contains(separator)) {
      return new String[] {cell};
    }
    List<String> labels = new ArrayList<>();
    for (int from = 0; from <= cell.length(); ) {
      int to = cell.indexOf(separator, from);
      to = to < 0 ? cell.length() : to;
      String label = cell.substring(from, to).strip();
      if (label.isEmpty()) {
        throw new IllegalArgumentException(
            "row "
                + row
                + ": nothing stands beside a '"
                + separator
                + "' of the labels '"
                + cell
                + "'; write them like 3"
                + separator
                + "7");
      }
      labels.add(label);
      from = to + separator.length();
    }
    return labels.toArray(String[]::new);
  }

  /** Distinct labels, in the order of classes. */
  static List<String> sorted(Set<String> labels) {
    return labels.stream().sorted(ClassLabels.order(labels.toArray(String[]::new))).toList();
  }

  /** The classes, in order. */
  public List<String> names() {
    return names;
  }

  /** The number of labeled rows. */
  public int rows() {
    return codes.length;
  }

  /** The classes of a row, indices into {@link #names}, in the order they were written. */
  public int[] codes(int row) {
    return codes[row].clone();
  }

  /** The first label of a row, which decides its stratum when rows are divided. */
  public int first(int row) {
    return codes[row][0];
  }

  /** Whether a row belongs to a class. */
  public boolean has(int row, String name) {
    for (int code : codes[row]) {
      if (names.get(code).equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** The rows of a class, in ascending order. */
  public int[] rowsOf(int code) {
    int[] rows = new int[codes.length];
    int count = 0;
    for (int i = 0; i < codes.length; i++) {
      for (int each : codes[i]) {
        if (each == code) {
          rows[count++] = i;
        }
      }
    }
    return Arrays.copyOf(rows, count);
  }

  /** The number of rows of each class. */
  public int[] sizes() {
    int[] sizes = new int[names.size()];
    for (int[] row : codes) {
      for (int code : row) {
        sizes[code]++;
      }
    }
    return sizes;
  }

  /** The labels of some rows, in the order given; classes that none of them has are left out. */
  public LabelSets select(int[] rows) {
    Set<Integer> present = new TreeSet<>();
    for (int row : rows) {
      for (int code : codes[row]) {
        present.add(code);
      }
    }
    int[] renumbered = new int[names.size()];
    List<String> kept = new ArrayList<>();
    for (int code : present) {
      renumbered[code] = kept.size();
      kept.add(names.get(code));
    }
    int[][] selected = new int[rows.length][];
    Arrays.setAll(
        selected, i -> Arrays.stream(codes[rows[i]]).map(code -> renumbered[code]).toArray());
    return new LabelSets(List.copyOf(kept), selected);
  }

  /**
   * The same labels for learners that take one label per row.
   *
   * @throws IllegalArgumentException if a row has several labels
   */
  public ClassLabels single() {
    String[] labels = new String[codes.length];
    for (int i = 0; i < codes.length; i++) {
      if (codes[i].length > 1) {
        throw new IllegalArgumentException(
            "row "
                + i
                + " has "
                + codes[i].length
                + " labels; only the classifiers subspace and clafic take several a row");
      }
      labels[i] = names.get(codes[i][0]);
    }
    return ClassLabels.of(labels);
  }
}
