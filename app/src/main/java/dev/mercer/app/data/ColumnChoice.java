package dev.mercer.app.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * From the names a user gave to places in a table.
 *
 * <ol>
 *   <li>{@code --label} and {@code --weights} name one column each, never features;
 *   <li>the features are {@code --columns} in the order given, or all columns without {@code
 *       --drop};
 *   <li>where a model is applied and both have names, the features are its names in its order;
 *       where one of them has none, the number of columns has to agree.
 * </ol>
 *
 * Fails on names that do not exist, that stand for several columns, or that leave no feature.
 */
record ColumnChoice(
    String label,
    List<String> columns,
    List<String> drop,
    String weights,
    ExpectedColumns expected) {

  static ColumnChoice of(DataRequest request) {
    return new ColumnChoice(
        request.label(), request.columns(), request.drop(), request.weights(), request.expected());
  }

  Selection resolve(Table table) {
    List<String> names = table.columnNames();
    int labelPlace = labelPlace(table);
    int weightPlace = Selection.NONE;
    if (weights != null) {
      requireColumns(table, "--weights");
      weightPlace = place(weights, table, "--weights");
      if (weightPlace == labelPlace) {
        throw new DataException("column '" + weights + "' cannot be both --label and --weights");
      }
    }
    List<Integer> places =
        columns.isEmpty()
            ? allBut(table, labelPlace, weightPlace)
            : named(table, labelPlace, weightPlace);
    places = matchExpected(table, places);
    if (places.isEmpty()) {
      throw new DataException(
          table.name() + " has no feature column left; its columns are " + Names.list(names));
    }
    requireDistinct(table, places);
    if (columns.isEmpty()) {
      requireNames(table, places);
    }
    return new Selection(
        names, places.stream().mapToInt(Integer::intValue).toArray(), labelPlace, weightPlace);
  }

  private int labelPlace(Table table) {
    if (label == null || label.equals(table.ownLabel())) {
      return Selection.NONE;
    }
    requireColumns(table, "--label");
    if (table.ownLabel() != null) {
      throw new DataException(
          table.name()
              + " comes with its labels, called '"
              + table.ownLabel()
              + "'; leave --label out");
    }
    return place(label, table, "--label");
  }

  private static void requireColumns(Table table, String option) {
    if (!table.columnsCanBeNamed()) {
      throw new DataException(
          table.name()
              + " has no column names, so "
              + option
              + " cannot name one; "
              + (table.ownLabel() != null
                  ? "its labels come with it"
                  : option.equals("--label")
                      ? "give the labels as a file of their own with --labels FILE, or use CSV or Parquet"
                      : "use CSV or Parquet"));
    }
  }

  /** The one column of this name. */
  private static int place(String name, Table table, String option) {
    List<String> names = table.columnNames();
    int first = names.indexOf(name);
    if (first < 0) {
      throw new DataException(
          table.name()
              + " has no column '"
              + name
              + "' ("
              + option
              + ")"
              + Names.suggestion(name, names)
              + "; its columns are "
              + Names.list(names));
    }
    int last = names.lastIndexOf(name);
    if (first != last) {
      throw duplicate(name, first, last, table);
    }
    return first;
  }

  private List<Integer> named(Table table, int labelPlace, int weightPlace) {
    List<Integer> places = new ArrayList<>();
    for (String name : columns) {
      int place = place(name, table, "--columns");
      if (place == labelPlace || place == weightPlace) {
        throw new DataException(
            "column '"
                + name
                + "' is the "
                + (place == labelPlace ? "--label" : "--weights")
                + " and cannot be one of --columns too");
      }
      if (places.contains(place)) {
        throw new DataException("column '" + name + "' is given twice in --columns");
      }
      places.add(place);
    }
    return places;
  }

  private List<Integer> allBut(Table table, int labelPlace, int weightPlace) {
    List<String> names = table.columnNames();
    Set<String> dropped = new HashSet<>(drop);
    for (String name : dropped) {
      if (!names.contains(name)) {
        place(name, table, "--drop");
      }
    }
    List<Integer> places = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      if (j != labelPlace && j != weightPlace && !dropped.contains(names.get(j))) {
        places.add(j);
      }
    }
    return places;
  }

  private List<Integer> matchExpected(Table table, List<Integer> places) {
    if (expected == null) {
      return places;
    }
    if (expected.names().isEmpty() || !table.named()) {
      if (places.size() != expected.count()) {
        throw new DataException(
            table.name()
                + " has "
                + places.size()
                + " feature columns, the model was fitted on "
                + expected.count()
                + "; choose them with --columns, or leave the others out with --label and --drop");
      }
      return places;
    }
    List<String> names = table.columnNames();
    List<String> available = places.stream().map(names::get).toList();
    Set<String> missing = new LinkedHashSet<>(expected.names());
    available.forEach(missing::remove);
    if (!missing.isEmpty()) {
      throw new DataException(
          table.name()
              + " lacks the columns "
              + Names.list(missing)
              + " that the model was fitted on; it has "
              + Names.list(available));
    }
    List<Integer> matched = new ArrayList<>();
    for (String name : expected.names()) {
      matched.add(place(name, table, "model"));
    }
    return matched;
  }

  /** Models match columns by name, so a name may stand for one feature only. */
  private static void requireDistinct(Table table, List<Integer> places) {
    List<String> names = table.columnNames();
    Set<String> seen = new HashSet<>();
    for (int place : places) {
      String name = names.get(place);
      if (!seen.add(name)) {
        throw duplicate(name, names.indexOf(name), names.lastIndexOf(name), table);
      }
    }
  }

  private static void requireNames(Table table, List<Integer> places) {
    for (int place : places) {
      String name = table.columnNames().get(place);
      if (table.unnamedColumns().contains(name)) {
        throw new DataException(
            table.name()
                + ": column number "
                + place
                + ", counted from 0, has no name in the header (a row number?); leave it out with --drop "
                + name
                + ", or choose the features with --columns");
      }
    }
  }

  private static DataException duplicate(String name, int first, int last, Table table) {
    return new DataException(
        table.name()
            + " has several columns called '"
            + name
            + "' (the first is number "
            + first
            + ", the last number "
            + last
            + ", counted from 0); rename them or --drop that name");
  }
}
