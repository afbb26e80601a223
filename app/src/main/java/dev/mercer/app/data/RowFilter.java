package dev.mercer.app.data;

import dev.mercer.app.data.columns.Labels;
import dev.mercer.app.data.columns.QuotedNames;
import dev.mercer.app.data.columns.RowReader;
import dev.mercer.app.data.columns.Selection;
import dev.mercer.app.data.columns.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Decides for each row whether it is kept, by its class, unreadable cells, weight and values that
 * are not finite. Messages name the row by its number as loaded and, if that differs, also by its
 * number in its table.
 */
final class RowFilter {

  /** When a requested class never occurs, this many labels that did occur are listed. */
  private static final int LABELS_REMEMBERED = 50;

  /**
   * Where a row comes from.
   *
   * @param number its number among the rows loaded
   * @param numberInTable its number in its table
   * @param same whether a user sees no difference between the two numbers
   */
  record Place(long number, Table table, RowReader reader, long numberInTable, boolean same) {}

  private final DataRequest request;
  private final List<String> featureNames;
  private final boolean weighted;
  private final Set<String> classes;
  private final Set<String> classesUnseen;
  private final Set<String> labelsSeen = new TreeSet<>();
  private long dropped;
  private long incomplete;
  private boolean anyWeight;

  RowFilter(DataRequest request, Selection selection) {
    this.request = request;
    featureNames = selection.featureNames();
    weighted = selection.weight() >= 0;
    classes =
        request.rows().classes().stream()
            .map(Labels::canonical)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    classesUnseen = new LinkedHashSet<>(classes);
  }

  long dropped() {
    return dropped;
  }

  long incomplete() {
    return incomplete;
  }

  boolean ofWantedClass(String label) {
    if (classes.isEmpty()) {
      return true;
    }
    if (label == null) {
      return false;
    }
    if (labelsSeen.size() < LABELS_REMEMBERED) {
      labelsSeen.add(label);
    }
    classesUnseen.remove(label);
    return classes.contains(label);
  }

  /** Whether a row is kept without further checks; a fast test before {@link #usable}. */
  boolean isPlain(RowBlock block, int row) {
    if (weighted || block.unreadable(row) >= 0) {
      return false;
    }
    double[] values = block.values();
    int end = (row + 1) * block.columns();
    for (int k = row * block.columns(); k < end; k++) {
      if (!Double.isFinite(values[k])) {
        return false;
      }
    }
    return true;
  }

  /** Whether a row is kept; values that are not finite are marked or refused. */
  boolean usable(RowBlock block, int row, Place place) {
    int unreadable = block.unreadable(row);
    if (unreadable >= 0) {
      throw refusal(
          place,
          featureNames.get(unreadable),
          place.reader().describe(place.numberInTable(), unreadable, Double.NaN),
          "correct it, or leave the column out with --drop " + featureNames.get(unreadable));
    }
    if (weighted && !usableWeight(block.weight(row), place)) {
      dropped++;
      return false;
    }
    double[] values = block.values();
    int start = row * block.columns();
    for (int j = 0; j < block.columns(); j++) {
      if (!Double.isFinite(values[start + j])) {
        switch (request.rows().missing()) {
          case ERROR ->
              throw refusal(
                  place,
                  featureNames.get(j),
                  place.reader().describe(place.numberInTable(), j, values[start + j]),
                  "clean it or pass --missing drop");
          case DROP -> {
            dropped++;
            return false;
          }
          case NAN -> {
            values[start + j] = Double.NaN;
            incomplete += block.incomplete(row) ? 0 : 1;
            block.setIncomplete(row);
          }
        }
      }
    }
    return true;
  }

  private boolean usableWeight(double weight, Place place) {
    if (weight < 0 || !Double.isFinite(weight)) {
      if (!Double.isFinite(weight) && request.rows().missing() == MissingPolicy.DROP) {
        return false;
      }
      throw refusal(
          place,
          request.columns().weights(),
          Double.isFinite(weight) ? Double.toString(weight) : "missing or not finite",
          "weights must be finite and at least 0");
    }
    anyWeight |= weight > 0;
    return true;
  }

  private DataException refusal(Place place, String column, String what, String remedy) {
    String where =
        place.same() ? "" : " (row " + place.numberInTable() + " of " + place.table().name() + ")";
    return new DataException(
        request.source()
            + ": row "
            + place.number()
            + ", column '"
            + column
            + "' is "
            + what
            + where
            + "; "
            + remedy);
  }

  /** Checks that are only possible after all rows were read. */
  void checkEnd(long loaded) {
    if (!classesUnseen.isEmpty()) {
      throw new DataException(
          "no row of "
              + request.source()
              + " has the label "
              + QuotedNames.list(classesUnseen)
              + " (--classes); "
              + (labelsSeen.isEmpty()
                  ? "it has no labels at all"
                  : "its labels are " + QuotedNames.list(labelsSeen)));
    }
    if (loaded == 0) {
      throw new DataException(
          request.source()
              + (dropped > 0
                  ? " has no row left: all "
                      + dropped
                      + " hold a value that is missing, NaN or infinite"
                  : " holds no rows"));
    }
    if (weighted && !anyWeight) {
      throw new DataException(
          "column '"
              + request.columns().weights()
              + "' (--weights) is 0 in every row; one must be larger");
    }
  }
}
