package dev.mercer.app.data.columns;

import dev.mercer.app.data.DataException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Finds the columns that cannot be features because they contain text, so that one message can name
 * all of them.
 */
public final class NumericColumns {

  private static final int SAMPLED_CELLS = 100_000;
  private static final int FEWEST_ROWS = 20;
  private static final int MOST_ROWS = 1000;
  private static final int LISTED = 20;

  private NumericColumns() {}

  /**
   * Fails if a feature has values among the first rows, but none of them is a number.
   *
   * @param sample gives the text of the first rows: their number in, one list per feature out
   */
  public static void require(
      String table, Selection selection, IntFunction<List<List<String>>> sample) {
    List<String> names = selection.featureNames();
    List<List<String>> texts =
        sample.apply(Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, SAMPLED_CELLS / names.size())));
    List<String> wrong = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      List<String> present =
          texts.get(j).stream().filter(cell -> !CellText.isMissing(cell)).toList();
      if (!present.isEmpty() && present.stream().noneMatch(CellText::isNumber)) {
        wrong.add(names.get(j));
        shown.add("'" + names.get(j) + "' (" + CellText.quote(present.get(0)) + ", …)");
      }
    }
    if (!wrong.isEmpty()) {
      throw refusal(table, wrong, shown);
    }
  }

  /**
   * @param shown the same columns together with an example of their content
   */
  public static DataException refusal(String table, List<String> columns, List<String> shown) {
    boolean one = columns.size() == 1;
    boolean all = columns.size() <= LISTED;
    List<String> listed = shown.subList(0, Math.min(LISTED, shown.size()));
    return new DataException(
        table
            + (one ? ": column " : ": columns ")
            + String.join(", ", listed)
            + (all ? "" : ", … (" + columns.size() + " in all)")
            + (one ? " is not numeric" : " are not numeric")
            + "; name the class or target with --label"
            + (one ? " " + columns.get(0) : "")
            + ", or "
            + (all
                ? "leave out with --drop " + String.join(",", columns)
                : "choose the features with --columns"));
  }
}
