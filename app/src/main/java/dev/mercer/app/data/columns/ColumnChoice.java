package dev.mercer.app.data.columns;

import dev.mercer.app.data.DataException;
import dev.mercer.app.data.DataRequest;
import dev.mercer.app.data.ExpectedColumns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the columns of a table that the user named.
 *
 * <ol>
 *   <li>{@code --label} and {@code --weights} name one column each, which is never a feature;
 *   <li>the features are {@code --columns} in the order given, or all columns except those of
 *       {@code --drop};
 *   <li>when a model is applied and both it and the table have names, the features are the names of
 *       the model in its order; if one of them has no names, the number of columns has to agree.
 * </ol>
 *
 * Fails on names that do not exist, that several columns have, or that leave no feature.
 */
public final class ColumnChoice {

  private final DataRequest request;
  private final Table table;
  private final List<String> names;
  private final Map<String, Integer> first = new HashMap<>();
  private final Map<String, Integer> last = new HashMap<>();

  private ColumnChoice(DataRequest request, Table table) {
    this.request = request;
    this.table = table;
    names = table.columnNames();
    for (int j = 0; j < names.size(); j++) {
      first.putIfAbsent(names.get(j), j);
      last.put(names.get(j), j);
    }
  }

  public static Selection resolve(DataRequest request, Table table) {
    return new ColumnChoice(request, table).resolve();
  }

  private Selection resolve() {
    String weights = request.columns().weights();
    int labelPlace = labelPlace();
    int weightPlace = Selection.NONE;
    if (weights != null) {
      requireColumns("--weights");
      weightPlace = place(weights, "--weights");
      if (weightPlace == labelPlace) {
        throw new DataException("column '" + weights + "' cannot be both --label and --weights");
      }
    }
    List<Integer> places =
        request.columns().features().isEmpty()
            ? allBut(labelPlace, weightPlace)
            : named(labelPlace, weightPlace);
    places = matchExpected(places);
    if (places.isEmpty()) {
      throw new DataException(
          table.name() + " has no feature column left; its columns are " + QuotedNames.list(names));
    }
    for (int place : places) {
      requireOne(names.get(place));
    }
    if (request.columns().features().isEmpty()) {
      requireNames(places);
    }
    return new Selection(
        names, places.stream().mapToInt(Integer::intValue).toArray(), labelPlace, weightPlace);
  }

  private int labelPlace() {
    String label = request.columns().label();
    if (label == null || label.equals(table.ownLabel())) {
      return Selection.NONE;
    }
    requireColumns("--label");
    if (table.ownLabel() != null) {
      throw new DataException(
          table.name()
              + " comes with its labels, called '"
              + table.ownLabel()
              + "'; leave --label out");
    }
    return place(label, "--label");
  }

  private void requireColumns(String option) {
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

  /** The index of the only column with this name. */
  private int place(String name, String option) {
    if (!first.containsKey(name)) {
      throw new DataException(
          table.name()
              + " has no column '"
              + name
              + "' ("
              + option
              + ")"
              + QuotedNames.suggestion(name, names)
              + "; its columns are "
              + QuotedNames.list(names));
    }
    requireOne(name);
    return first.get(name);
  }

  private List<Integer> named(int labelPlace, int weightPlace) {
    List<Integer> places = new ArrayList<>();
    Set<String> given = new HashSet<>();
    for (String name : request.columns().features()) {
      int place = place(name, "--columns");
      if (place == labelPlace || place == weightPlace) {
        throw new DataException(
            "column '"
                + name
                + "' is the "
                + (place == labelPlace ? "--label" : "--weights")
                + " and cannot be one of --columns too");
      }
      if (!given.add(name)) {
        throw new DataException("column '" + name + "' is given twice in --columns");
      }
      places.add(place);
    }
    return places;
  }

  private List<Integer> allBut(int labelPlace, int weightPlace) {
    Set<String> dropped = new HashSet<>(request.columns().dropped());
    for (String name : dropped) {
      if (!first.containsKey(name)) {
        place(name, "--drop");
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

  private List<Integer> matchExpected(List<Integer> places) {
    ExpectedColumns expected = request.expected();
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
    List<String> available = places.stream().map(names::get).toList();
    Set<String> missing = new LinkedHashSet<>(expected.names());
    available.forEach(missing::remove);
    if (!missing.isEmpty()) {
      throw new DataException(
          table.name()
              + " lacks the columns "
              + QuotedNames.list(missing)
              + " that the model was fitted on; it has "
              + QuotedNames.list(available));
    }
    List<Integer> matched = new ArrayList<>();
    for (String name : expected.names()) {
      matched.add(place(name, "model"));
    }
    return matched;
  }

  /** Models match columns by name, so a name may belong to one feature only. */
  private void requireOne(String name) {
    int from = first.get(name);
    int to = last.get(name);
    if (from != to) {
      throw new DataException(
          table.name()
              + " has several columns called '"
              + name
              + "' (the first is number "
              + from
              + ", the last number "
              + to
              + ", counted from 0); rename them or --drop that name");
    }
  }

  private void requireNames(List<Integer> places) {
    for (int place : places) {
      String name = names.get(place);
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
}
